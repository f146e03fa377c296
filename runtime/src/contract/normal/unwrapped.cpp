// Unwraps inner schemas first, so nested wrappings go too.
#include "contract/normal/unwrapped.hpp"

#include "contract/normal/keywords.hpp"
#include "contract/normal/members.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace iam::contract {
namespace {

/// Keywords read together within one schema, never across two schemas for the same value.
constexpr std::array<std::array<std::string_view, 3>, 4> k_together{
    {{"properties", "patternProperties", "additionalProperties"},
     {"prefixItems", "items", ""},
     {"contains", "minContains", "maxContains"},
     {"if", "then", "else"}}};

bool has_unevaluated(const Json& schema) {
    return schema.contains("unevaluatedProperties") || schema.contains("unevaluatedItems");
}

bool act_together(const Json& outer, const Json& inner) {
    if (has_unevaluated(outer) || has_unevaluated(inner)) return true;
    for (const auto& group : k_together) {
        const auto has_one = [&](const Json& schema) {
            return std::any_of(group.begin(), group.end(), [&](std::string_view keyword) {
                return schema.contains(std::string(keyword));
            });
        };
        if (has_one(outer) && has_one(inner)) return true;
    }
    return std::any_of(inner.items().begin(), inner.items().end(), [&](const auto& member) {
        const Json* beside = find_member(outer, member.key());
        return beside != nullptr && !json_equal(*beside, member.value());
    });
}

/// Moves the keywords of a list's only schema beside the list.
void take_only(Json& schema, const char* list) {
    const Json* found = find_member(schema, list);
    if (found == nullptr || !found->is_array() || found->size() != 1) return;
    Json only = found->front();
    if (!only.is_object()) return;
    Json rest = schema;
    rest.erase(list);
    if (act_together(rest, only)) return;
    rest.update(only);
    schema = std::move(rest);
}

template <class Take>
void each_inner(Json& schema, const Take& take) {
    for (auto& [keyword, value] : schema.items()) {
        if (holds_schemas(keyword) && value.is_array())
            for (Json& part : value) take(part);
        else if (holds_schemas(keyword))
            take(value);
        else if ((holds_schema_map(keyword) || is_definitions(keyword)) && value.is_object())
            for (Json& member : value) take(member);
    }
}

}  // namespace

Json unwrapped(Json schema) {
    if (!schema.is_object()) return schema;
    each_inner(schema, [](Json& inner) { inner = unwrapped(std::move(inner)); });
    for (const char* list : {"allOf", "anyOf", "oneOf"}) take_only(schema, list);
    return schema;
}

}  // namespace iam::contract
