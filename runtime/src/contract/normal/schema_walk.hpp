// Walks over all schemas inside a schema, or over schemas at the same places of two schemas.
#pragma once

#include "contract/normal/keywords.hpp"
#include "contract/normal/members.hpp"

#include <string>

namespace iam::contract {

/// Calls `visit(schema, pointer)` for the schema, if it is an object, and for all object schemas
/// inside it, outer ones first. References are not followed. The readers bound the depth.
template <class AnyJson, class Visit>
void each_schema(const AnyJson& schema, const std::string& pointer, const Visit& visit) {
    if (schema.is_array())
        for (std::size_t i = 0; i < schema.size(); ++i)
            each_schema(schema[i], pointer + "/" + std::to_string(i), visit);
    if (!schema.is_object()) return;
    visit(schema, pointer);
    for (const auto& [keyword, value] : schema.items()) {
        std::string place = pointer;
        append_pointer(place, keyword);
        if (holds_schemas(keyword)) each_schema(value, place, visit);
        if (!value.is_object() || (!holds_schema_map(keyword) && !is_definitions(keyword)))
            continue;
        for (const auto& [name, inner] : value.items()) {
            std::string below = place;
            append_pointer(below, name);
            each_schema(inner, below, visit);
        }
    }
}

/// Calls `visit(before, after, pointer)` for all schemas at the same place of both, in the order of
/// each_schema.
template <class AnyJson, class Visit>
void each_common_schema(const AnyJson& before, const AnyJson& after, const std::string& pointer,
                        const Visit& visit) {
    if (before.is_array() && after.is_array()) {
        for (std::size_t i = 0; i < before.size() && i < after.size(); ++i)
            each_common_schema(before[i], after[i], pointer + "/" + std::to_string(i), visit);
    }
    if (!before.is_object() || !after.is_object()) return;
    visit(before, after, pointer);
    for (const auto& [keyword, value] : before.items()) {
        const bool is_map = holds_schema_map(keyword) || is_definitions(keyword);
        const AnyJson* other = find_member(after, keyword);
        if (other == nullptr || (!is_map && !holds_schemas(keyword))) continue;
        std::string place = pointer;
        append_pointer(place, keyword);
        if (!is_map) {
            each_common_schema(value, *other, place, visit);
            continue;
        }
        if (!value.is_object()) continue;
        for (const auto& [name, schema] : value.items()) {
            const AnyJson* same = find_member(*other, name);
            if (same == nullptr) continue;
            std::string inner = place;
            append_pointer(inner, name);
            each_common_schema(schema, *same, inner, visit);
        }
    }
}

}  // namespace iam::contract
