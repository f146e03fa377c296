// One walk over the template. Sources may be a server's words, so each copy is paid for before it
// is made.
#include "mcp/client/recipes/recipe_template.hpp"

#include "mcp/client/recipes/recipes_read.hpp"
#include <iam/core/value_text.hpp>
#include <iam/question/escape.hpp>
#include <iam/schema/reference.hpp>

#include <optional>
#include <set>
#include <string>
#include <utility>

namespace iam::mcp {
namespace {

/// The number of values in it, and the bytes of texts and names. As deep as parse_json() lets it
/// be.
std::size_t cost_of(const Json& value) {
    std::size_t cost = 1;
    if (value.is_string()) cost += value.get_ref<const std::string&>().size();
    if (!value.is_structured()) return cost;
    for (const auto& item : value.items())
        cost += (value.is_object() ? item.key().size() : 0) + cost_of(item.value());
    return cost;
}

std::string place_of(const Json& source) {
    const std::string pointer = source.value("pointer", "");
    const std::string of = source.value("from", "");
    return (pointer.empty() ? "the whole" : quoted_name(pointer)) + " of " + quoted_name(of);
}

class TemplateBuild {
 public:
    explicit TemplateBuild(const TemplateSources& sources) : sources_(sources) {}

    /// Nothing: an optional value is missing.
    Result<std::optional<Json>> part(const Json& value, const Json* item) {
        if (is_template_form(value)) return form(value, item);
        if (!value.is_structured()) {
            IAM_CHECK(pay(value));
            return std::optional<Json>(value);
        }
        Json built = value.is_array() ? Json::array() : Json::object();
        for (const auto& [name, inner] : value.items()) {
            IAM_TRY(made, part(inner, item));
            IAM_CHECK(pay(Json(name)));
            if (made && value.is_array())
                built.push_back(*std::move(made));
            else if (made)
                built[name] = *std::move(made);
        }
        return std::optional<Json>(std::move(built));
    }

 private:
    Result<void> pay(const Json& value) {
        const std::size_t cost = cost_of(value);
        if (cost > left_)
            return fail(Errc::invalid_argument, "The values together are larger than " +
                                                    std::to_string(k_built_cost_max >> 20U) +
                                                    " MiB.");
        left_ -= cost;
        return {};
    }

    Result<std::optional<Json>> form(const Json& value, const Json* item) {
        if (value.contains("value")) {
            IAM_CHECK(pay(value["value"]));
            return std::optional<Json>(value["value"]);
        }
        if (value.contains("each")) return each(value, item);
        const Json* found = find(value, item);
        const auto optional = value.find("optional");
        if (found == nullptr && optional != value.end() && *optional == true)
            return std::optional<Json>();
        IAM_TRY(taken, take(value, found, item));
        return std::optional<Json>(std::move(taken));
    }

    const Json* find(const Json& source, const Json* item) const {
        const std::string from = source.value("from", "");
        const Json* of = from == "call"     ? sources_.call
                         : from == "result" ? sources_.result
                         : from == "before" ? sources_.before
                         : from == "item"   ? item
                                            : nullptr;
        return of == nullptr ? nullptr : schema::at_pointer(*of, source.value("pointer", ""));
    }

    /// The found value, without the elements that another list does not have.
    Result<Json> take(const Json& source, const Json* found, const Json* item) {
        if (found == nullptr)
            return fail(Errc::invalid_argument, "There is no value at " + place_of(source) + ".");
        IAM_CHECK(pay(*found));
        const auto other = source.find("only_in");
        if (other == source.end()) return *found;
        const Json* wanted = find(*other, item);
        if (!found->is_array() || wanted == nullptr || !wanted->is_array())
            return fail(Errc::invalid_argument, "There are no two lists at " + place_of(source) +
                                                    " and " + place_of(*other) + ".");
        IAM_CHECK(pay(*wanted));
        std::set<std::string> known;
        for (const Json& one : *wanted) known.insert(canonical_json(one).value_or(""));
        Json kept = Json::array();
        for (const Json& one : *found)
            if (known.count(canonical_json(one).value_or("?")) > 0) kept.push_back(one);
        return kept;
    }

    Result<std::optional<Json>> each(const Json& value, const Json* item) {
        const Json& source = value["each"];
        IAM_TRY(items, take(source, find(source, item), item));
        if (!items.is_array())
            return fail(Errc::invalid_argument, "There is no list at " + place_of(source) + ".");
        Json built = Json::array();
        for (const Json& one : items) {
            IAM_TRY(made, part(value["make"], &one));
            if (made) built.push_back(*std::move(made));
        }
        return std::optional<Json>(std::move(built));
    }

    const TemplateSources& sources_;
    std::size_t left_ = k_built_cost_max;
};

}  // namespace

Result<Json> build_template(const Json& arguments, const TemplateSources& sources) {
    TemplateBuild build(sources);
    IAM_TRY(built, build.part(arguments, nullptr));
    if (!built) return fail(Errc::invalid_argument, "The value is missing.");
    return *std::move(built);
}

}  // namespace iam::mcp
