// Knows the shapes of recipes and templates. recipe_check.cpp holds them against the tools.
#include "mcp/client/recipes/recipes_read.hpp"

#include <iam/core/json_places.hpp>
#include <iam/core/limits.hpp>
#include <iam/core/value_text.hpp>

#include <algorithm>
#include <utility>

namespace iam::mcp {
namespace {

using Names = std::vector<std::string_view>;

bool is_pointer(const std::string& text) {
    if (text.empty()) return true;
    if (text.front() != '/') return false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '~') continue;
        if (at + 1 == text.size() || (text[at + 1] != '0' && text[at + 1] != '1')) return false;
    }
    return true;
}

/// One set of recipes while it is read.
class RecipeReading {
 public:
    explicit RecipeReading(const ComplainOfRecipe& complain) : complain_(complain) {}

    Recipe recipe(const Json& value, const std::string& at) {
        Recipe one;
        if (!members(value, at, {"before", "preview", "touches", "undo"})) return one;
        const std::size_t before = mistakes_;
        one.preview = call(value, at, "preview", {"read_only"}, {"call"});
        one.before = call(value, at, "before", {"read_only", "unchanged"}, {"call"});
        Names sources{"call", "result"};
        if (one.before) sources.push_back("before");
        one.undo = call(value, at, "undo", {"required"}, sources);
        if (one.before)
            one.is_state_compared =
                flag(value["before"], pointer_below(at, "before"), "unchanged", true);
        if (one.undo)
            one.is_undo_required = flag(value["undo"], pointer_below(at, "undo"), "required", true);
        if (value.contains("touches")) touches(value["touches"], pointer_below(at, "touches"), one);
        if (mistakes_ == before && one.before && !one.undo)
            say(pointer_below(at, "before"),
                "nothing uses the state; add \"undo\", or take it out.");
        if (mistakes_ == before && value.empty())
            say(at, "the recipe is empty; add \"undo\" or \"preview\".");
        return one;
    }

 private:
    void say(const std::string& at, std::string message) {
        ++mistakes_;
        complain_(at, std::move(message));
    }

    /// False if the value is no object.
    bool members(const Json& value, const std::string& at, const Names& known) {
        if (!value.is_object()) {
            say(at, "expected an object, as {\"name\": …}.");
            return false;
        }
        for (const auto& item : value.items()) {
            if (std::find(known.begin(), known.end(), item.key()) != known.end()) continue;
            std::string hint = did_you_mean(item.key(), known);
            say(pointer_below(at, item.key()), "there is no member " + quoted_name(item.key()) +
                                                   " here; known are " + quoted_list(known) +
                                                   (hint.empty() ? "." : hint));
        }
        return true;
    }

    const std::string* text(const Json& object, const std::string& at, const char* name) {
        const auto found = object.find(name);
        if (found == object.end()) {
            say(at, quoted_name(name) + " is missing; add it.");
        } else if (!found->is_string()) {
            say(pointer_below(at, name), "expected a string; put it in quotes.");
        } else {
            return &found->get_ref<const std::string&>();
        }
        return nullptr;
    }

    bool flag(const Json& object, const std::string& at, const char* name, bool if_absent) {
        if (!object.is_object()) return if_absent;
        const auto found = object.find(name);
        if (found == object.end()) return if_absent;
        if (!found->is_boolean())
            say(pointer_below(at, name), "expected true or false, without quotes.");
        return found->is_boolean() ? found->get<bool>() : if_absent;
    }

    std::optional<RecipeCall> call(const Json& recipe, const std::string& of, const char* name,
                                   const Names& others, const Names& sources) {
        const auto found = recipe.find(name);
        if (found == recipe.end()) return std::nullopt;
        const std::string at = pointer_below(of, name);
        Names known{"arguments", "tool"};
        known.insert(known.end(), others.begin(), others.end());
        RecipeCall one;
        if (!members(*found, at, known)) return one;
        if (const std::string* tool = text(*found, at, "tool")) one.tool = *tool;
        one.is_read_only = flag(*found, at, "read_only", false);
        const auto arguments = found->find("arguments");
        if (arguments == found->end()) {
            say(at, "\"arguments\" is missing; add it, {} for none.");
        } else if (!arguments->is_object() || is_template_form(*arguments)) {
            say(pointer_below(at, "arguments"), "expected an object with the tool's arguments.");
        } else {
            part(*arguments, pointer_below(at, "arguments"), sources);
            one.arguments = canonical_json(*arguments).value_or("{}");
        }
        return one;
    }

    void touches(const Json& value, const std::string& at, Recipe& recipe) {
        if (!value.is_array() || value.size() > k_recipe_touches_max) {
            say(at, "expected an array of at most " + std::to_string(k_recipe_touches_max) +
                        " values, as [{\"from\": \"call\", \"pointer\": \"/path\"}].");
            return;
        }
        Names sources{"call", "result"};
        if (recipe.before) sources.push_back("before");
        for (std::size_t i = 0; i < value.size(); ++i) {
            part(value[i], pointer_below(at, i), sources);
            recipe.touches.push_back(canonical_json(value[i]).value_or("null"));
        }
    }

    void part(const Json& value, const std::string& at, const Names& sources) {
        if (is_template_form(value)) {
            form(value, at, sources);
        } else if (value.is_structured()) {
            std::size_t index = 0;
            for (const auto& item : value.items())
                part(item.value(),
                     value.is_array() ? pointer_below(at, index++) : pointer_below(at, item.key()),
                     sources);
        }
    }

    void form(const Json& value, const std::string& at, const Names& sources) {
        if (value.contains("from")) {
            source(value, at, sources, {"from", "only_in", "optional", "pointer"});
            (void)flag(value, at, "optional", false);
        } else if (value.contains("each")) {
            members(value, at, {"each", "make"});
            source(value["each"], pointer_below(at, "each"), sources,
                   {"from", "only_in", "pointer"});
            if (!value.contains("make")) {
                say(at, "\"make\" is missing; add the value made of each item.");
                return;
            }
            Names inside = sources;
            inside.push_back("item");
            part(value["make"], pointer_below(at, "make"), inside);
        } else {
            members(value, at, {"value"});
        }
    }

    void source(const Json& value, const std::string& at, const Names& sources,
                const Names& known) {
        if (!members(value, at, known)) return;
        const std::string* from = text(value, at, "from");
        if (from != nullptr && std::find(sources.begin(), sources.end(), *from) == sources.end())
            say(pointer_below(at, "from"), "values come from " + quoted_list(sources) + " here.");
        const std::string* pointer = text(value, at, "pointer");
        if (pointer != nullptr && !is_pointer(*pointer))
            say(pointer_below(at, "pointer"),
                "expected a JSON Pointer: \"\" for the whole value, else \"/name\".");
        const bool may_be_cut = std::find(known.begin(), known.end(), "only_in") != known.end();
        if (may_be_cut && value.contains("only_in"))
            source(value["only_in"], pointer_below(at, "only_in"), sources, {"from", "pointer"});
    }

    const ComplainOfRecipe& complain_;
    std::size_t mistakes_ = 0;
};

OrderedJson template_of(const std::string& text) {
    return parse_ordered_json(text, limits_of_own_text(text.size())).value_or(OrderedJson());
}

OrderedJson call_as_json(const RecipeCall& call) {
    OrderedJson one = OrderedJson::object();
    one["tool"] = call.tool;
    one["arguments"] = template_of(call.arguments);
    if (call.is_read_only) one["read_only"] = true;
    return one;
}

}  // namespace

bool is_template_form(const Json& part) {
    return part.is_object() &&
           (part.contains("from") || part.contains("each") || part.contains("value"));
}

bool takes_from(const Json& arguments, std::string_view source) {
    if (!arguments.is_structured()) return false;
    if (is_template_form(arguments)) {
        if (arguments.contains("value")) return false;
        const auto from = arguments.find("from");
        if (from != arguments.end() && *from == std::string(source)) return true;
    }
    return std::any_of(arguments.begin(), arguments.end(),
                       [&](const Json& part) { return takes_from(part, source); });
}

Recipes read_recipes(const Json& value, const std::string& pointer,
                     const ComplainOfRecipe& complain) {
    Recipes all;
    if (!value.is_object()) {
        complain(pointer, "expected the name of ready recipes, or an object with a recipe a tool.");
        return all;
    }
    RecipeReading reading(complain);
    for (const auto& item : value.items())
        all.emplace(item.key(), reading.recipe(item.value(), pointer_below(pointer, item.key())));
    return all;
}

OrderedJson recipes_as_json(const Recipes& recipes) {
    OrderedJson all = OrderedJson::object();
    for (const auto& [tool, recipe] : recipes) {
        OrderedJson& one = all[tool] = OrderedJson::object();
        if (recipe.preview) one["preview"] = call_as_json(*recipe.preview);
        if (recipe.before) one["before"] = call_as_json(*recipe.before);
        if (recipe.before && !recipe.is_state_compared) one["before"]["unchanged"] = false;
        if (recipe.undo) one["undo"] = call_as_json(*recipe.undo);
        if (recipe.undo && !recipe.is_undo_required) one["undo"]["required"] = false;
        for (const std::string& touched : recipe.touches)
            one["touches"].push_back(template_of(touched));
    }
    return all;
}

}  // namespace iam::mcp
