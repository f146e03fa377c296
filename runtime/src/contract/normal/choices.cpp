#include "iam/contract/choices.hpp"

#include "contract/normal/keywords.hpp"
#include "contract/normal/members.hpp"

#include <algorithm>
#include <utility>

namespace iam::contract {
namespace {

/// The value of a choice with only a constant and texts; nullptr for any other choice.
const Json* constant_of(const Json& choice) {
    if (!choice.is_object()) return nullptr;
    for (const auto& [keyword, value] : choice.items())
        if (keyword != "const" && !is_text(keyword)) return nullptr;
    return find_member(choice, "const");
}

bool has_equals(const Json& list) {
    Json sorted = list;
    std::sort(sorted.begin(), sorted.end(),
              [](const Json& left, const Json& right) { return json_order(left, right) < 0; });
    return std::adjacent_find(sorted.begin(), sorted.end(), json_equal) != sorted.end();
}

}  // namespace

std::optional<Json> listed_constants(const Json& schema) {
    if (!schema.is_object()) return std::nullopt;
    const Json* choices = find_member(schema, "oneOf");
    if (choices == nullptr || !choices->is_array() || choices->empty()) return std::nullopt;
    Json values = Json::array();
    for (const Json& choice : *choices) {
        const Json* value = constant_of(choice);
        if (value == nullptr) return std::nullopt;
        values.push_back(*value);
    }
    // A value listed twice fits two choices, so `oneOf` refuses it.
    return has_equals(values) ? std::nullopt : std::optional<Json>(std::move(values));
}

}  // namespace iam::contract
