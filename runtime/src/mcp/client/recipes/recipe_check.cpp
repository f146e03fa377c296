// Walks template and schemas together. A keyword that is not read here makes a place unknown, and
// an unknown place refuses nothing: the built value is validated by the whole schema later.
#include "mcp/client/recipes/recipe_check.hpp"

#include "mcp/client/recipes/recipes_read.hpp"
#include <iam/core/value_text.hpp>
#include <iam/schema/reference.hpp>
#include <iam/schema/schema.hpp>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace iam::mcp {
namespace {

constexpr int k_references_max = 16;

/// The schema behind its references; nothing is known of one that leads elsewhere.
SchemaView resolved(SchemaView view) {
    for (int hops = 0; view.schema != nullptr && view.schema->is_object(); ++hops) {
        const auto reference = view.schema->find("$ref");
        if (reference == view.schema->end()) return view;
        if (hops == k_references_max || !reference->is_string() || view.root == nullptr) break;
        const auto& text = reference->get_ref<const std::string&>();
        if (text.empty() || text.front() != '#') break;
        view.schema = schema::at_pointer(*view.root, schema::fragment_in(text));
    }
    return {view.root, nullptr};
}

bool is_composed(const Json& schema) {
    constexpr std::array k_composing{"allOf", "anyOf", "oneOf",       "if",
                                     "not",   "$ref",  "$dynamicRef", "patternProperties"};
    return std::any_of(k_composing.begin(), k_composing.end(),
                       [&](const char* name) { return schema.contains(name); });
}

std::string type_of(const Json& value) {
    if (value.is_number_integer()) return "integer";
    if (value.is_number()) return "number";
    if (value.is_boolean()) return "boolean";
    return value.type_name();
}

using Types = std::set<std::string, std::less<>>;

/// Empty if any type may be.
Types types_of(const SchemaView& view) {
    Types types;
    if (view.schema == nullptr || !view.schema->is_object()) return types;
    const auto stated = view.schema->find("type");
    if (stated != view.schema->end()) {
        for (const Json& one : stated->is_array() ? *stated : Json::array({*stated}))
            if (one.is_string()) types.insert(one.get<std::string>());
        return types;
    }
    if (view.schema->contains("const")) types.insert(type_of((*view.schema)["const"]));
    return types;
}

bool may_be(const Types& types, std::string_view type) {
    if (types.empty() || types.count(type) > 0) return true;
    return (type == "integer" && types.count("number") > 0) ||
           (type == "number" && types.count("integer") > 0);
}

bool have_common(const Types& left, const Types& right) {
    if (left.empty()) return true;
    return std::any_of(left.begin(), left.end(),
                       [&](const std::string& type) { return may_be(right, type); });
}

std::string list_of(const Types& types) {
    return quoted_list(std::vector<std::string_view>(types.begin(), types.end()));
}

/// One step down.
struct Step {
    bool exists = true;  ///< false: the schema has no such part
    bool is_certain = true;
    SchemaView view{};
    std::vector<std::string_view> names{};  ///< if it does not exist: those that do
};

bool is_stated(const Json& schema, const char* list, std::string_view name) {
    const auto names = schema.find(list);
    if (names == schema.end() || !names->is_array()) return false;
    return std::any_of(names->begin(), names->end(), [&](const Json& one) {
        return one.is_string() && one.get_ref<const std::string&>() == name;
    });
}

Step member_of(const SchemaView& view, const std::string& name) {
    const Json& schema = *view.schema;
    Step step;
    step.view.root = view.root;
    if (!may_be(types_of(view), "object")) return {false, true, {}, {}};
    const auto properties = schema.find("properties");
    const bool has_properties = properties != schema.end() && properties->is_object();
    step.is_certain = is_stated(schema, "required", name) || is_composed(schema);
    if (has_properties && properties->contains(name)) {
        step.view.schema = &(*properties)[name];
        return step;
    }
    const auto others = schema.find("additionalProperties");
    const bool is_closed = others != schema.end() && *others == false;
    const bool says_others = others != schema.end() && !is_closed;
    if (is_composed(schema) || says_others || (!has_properties && !is_closed)) {
        if (says_others && others->is_object()) step.view.schema = &*others;
        step.is_certain = true;  // nothing says so, and nothing can be said against it
        return step;
    }
    step.exists = false;
    if (has_properties)
        for (const auto& item : properties->items()) step.names.push_back(item.key());
    return step;
}

Step element_of(const SchemaView& view) {
    Step step;
    step.view.root = view.root;
    if (!may_be(types_of(view), "array")) return {false, true, {}, {}};
    const auto items = view.schema->find("items");
    if (items != view.schema->end() && items->is_object() && !view.schema->contains("prefixItems"))
        step.view.schema = &*items;
    return step;
}

bool is_index(const std::string& token) {
    return !token.empty() &&
           std::all_of(token.begin(), token.end(), [](char c) { return c >= '0' && c <= '9'; });
}

Step step_into(const SchemaView& from, const std::string& token) {
    const SchemaView view = resolved(from);
    if (view.schema == nullptr || !view.schema->is_object()) return {true, true, {}, {}};
    if (is_index(token) && may_be(types_of(view), "array") && !view.schema->contains("properties"))
        return element_of(view);
    return member_of(view, token);
}

std::vector<std::string> tokens_of(std::string_view pointer) {
    std::vector<std::string> tokens;
    while (!pointer.empty()) {
        const std::size_t end = std::min(pointer.find('/', 1), pointer.size());
        std::string token;
        for (std::size_t at = 1; at < end; ++at) {
            if (pointer[at] == '~' && at + 1 < end)
                token += pointer[++at] == '1' ? '/' : '~';
            else
                token += pointer[at];
        }
        tokens.push_back(std::move(token));
        pointer.remove_prefix(end);
    }
    return tokens;
}

class TemplateCheck {
 public:
    explicit TemplateCheck(const SourceSchemas& sources) : sources_(sources) {}

    Result<void> part(const Json& value, const std::string& at, const SchemaView& item,
                      const SchemaView& to) const {
        const SchemaView target = resolved(to);
        if (is_template_form(value)) return form(value, at, item, target);
        if (value.is_object()) return object(value, at, item, target);
        if (!value.is_array()) return constant(value, at, target);
        IAM_CHECK(check_type("array", at, target));
        const SchemaView inner = element_view(target);
        for (std::size_t i = 0; i < value.size(); ++i) {
            std::string below = at;
            append_pointer(below, i);
            IAM_CHECK(part(value[i], below, item, inner));
        }
        return {};
    }

 private:
    static SchemaView element_view(const SchemaView& view) {
        const bool is_known = view.schema != nullptr && view.schema->is_object();
        return is_known ? element_of(view).view : SchemaView{};
    }

    static Result<void> check_type(std::string_view type, const std::string& at,
                                   const SchemaView& target) {
        const Types types = types_of(target);
        if (may_be(types, type)) return {};
        return fail(Errc::invalid_argument,
                    "the tool takes " + list_of(types) + " here, not " + quoted_name(type) +
                        "; give it that.",
                    at);
    }

    static Result<void> constant(const Json& value, const std::string& at,
                                 const SchemaView& target) {
        IAM_CHECK(check_type(type_of(value), at, target));
        if (target.schema == nullptr || !target.schema->is_object()) return {};
        const auto compiled = schema::Schema::compile(*target.schema);
        if (!compiled) return {};  // it refers to others
        const auto accepted = compiled->accepts(value);
        if (!accepted || *accepted) return {};
        return fail(Errc::invalid_argument,
                    "the tool does not accept this constant; see its inputSchema.", at);
    }

    Result<void> object(const Json& value, const std::string& at, const SchemaView& item,
                        const SchemaView& target) const {
        IAM_CHECK(check_type("object", at, target));
        for (const auto& [name, inner] : value.items()) {
            std::string below = at;
            append_pointer(below, name);
            const Step step = step_into(target, name);
            if (!step.exists)
                return fail(Errc::invalid_argument,
                            "the tool has no argument " + quoted_name(name) + "; it has " +
                                quoted_list(step.names) + ".",
                            below);
            IAM_CHECK(part(inner, below, item, step.view));
        }
        return check_required(value, at, target);
    }

    static Result<void> check_required(const Json& value, const std::string& at,
                                       const SchemaView& target) {
        if (target.schema == nullptr || !target.schema->is_object()) return {};
        const auto required = target.schema->find("required");
        if (required == target.schema->end() || !required->is_array()) return {};
        for (const Json& name : *required) {
            if (!name.is_string()) continue;
            const auto given = value.find(name.get_ref<const std::string&>());
            const bool is_sure =
                given != value.end() && !(is_template_form(*given) && given->contains("optional"));
            if (!is_sure)
                return fail(Errc::invalid_argument,
                            "the tool requires " + quoted_name(name.get<std::string>()) +
                                "; add it, without \"optional\".",
                            at);
        }
        return {};
    }

    Result<SchemaView> source(const Json& value, const std::string& at,
                              const SchemaView& item) const {
        const std::string from = value.value("from", "");
        const std::string pointer = value.value("pointer", "");
        SchemaView view = from == "call"     ? sources_.call
                          : from == "result" ? sources_.result
                          : from == "before" ? sources_.before
                                             : item;
        const bool is_optional = value.contains("optional") && value["optional"] == true;
        for (const std::string& token : tokens_of(pointer)) {
            const Step step = step_into(view, token);
            if (!step.exists)
                return fail(
                    Errc::invalid_argument,
                    quoted_name(from) + " has no " + quoted_name(pointer) + " by its schema" +
                        (step.names.empty() ? std::string("; take another pointer.")
                                            : "; known are " + quoted_list(step.names) + " here."),
                    at + "/pointer");
            if (!step.is_certain && !is_optional)
                return fail(Errc::invalid_argument,
                            quoted_name(pointer) + " of " + quoted_name(from) +
                                " may be missing by its schema; add \"optional\": true.",
                            at);
            view = resolved(step.view);
        }
        return view;
    }

    Result<void> form(const Json& value, const std::string& at, const SchemaView& item,
                      const SchemaView& target) const {
        if (value.contains("value")) return constant(value["value"], at + "/value", target);
        if (value.contains("each")) {
            IAM_CHECK(check_type("array", at, target));
            IAM_TRY(list, source(value["each"], at + "/each", item));
            IAM_CHECK(check_lists(value["each"], at + "/each", item, list));
            return part(value["make"], at + "/make", resolved(element_view(resolved(list))),
                        element_view(target));
        }
        IAM_TRY(view, source(value, at, item));
        if (value.contains("only_in")) IAM_CHECK(check_lists(value, at, item, view));
        const Types given = types_of(resolved(view));
        const Types taken = types_of(target);
        if (have_common(given, taken)) return {};
        return fail(Errc::invalid_argument,
                    "the value is " + list_of(given) + ", and the tool takes " + list_of(taken) +
                        " here; take another pointer.",
                    at);
    }

    /// The value, and that of "only_in", are lists.
    Result<void> check_lists(const Json& value, const std::string& at, const SchemaView& item,
                             const SchemaView& view) const {
        if (!may_be(types_of(resolved(view)), "array"))
            return fail(Errc::invalid_argument,
                        "the value is " + list_of(types_of(resolved(view))) +
                            ", and a list is needed; take another pointer.",
                        at);
        if (!value.contains("only_in")) return {};
        IAM_TRY(other, source(value["only_in"], at + "/only_in", item));
        return check_lists(Json::object(), at + "/only_in", item, other);
    }

    const SourceSchemas& sources_;
};

}  // namespace

Result<void> check_template(const Json& arguments, const std::string& place,
                            const SourceSchemas& sources, const SchemaView& target) {
    return TemplateCheck(sources).part(arguments, place, {}, target);
}

}  // namespace iam::mcp
