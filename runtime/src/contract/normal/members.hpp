// Reads optional members.
#pragma once

#include <iam/core/json.hpp>

#include <set>
#include <string>

namespace iam::contract {

/// nullptr if `object` is no object or lacks the member.
template <class AnyJson>
const AnyJson* find_member(const AnyJson& object, const std::string& name) {
    if (!object.is_object()) return nullptr;
    const auto at = object.find(name);
    return at == object.end() ? nullptr : &*at;
}

/// True for equal values, or if both are absent.
inline bool same_value(const Json* first, const Json* second) {
    if (first == nullptr || second == nullptr) return first == nullptr && second == nullptr;
    return json_equal(*first, *second);
}

inline bool same_member(const Json& a, const Json& b, const std::string& name) {
    return same_value(find_member(a, name), find_member(b, name));
}

/// The object of this name; an empty object if there is none.
inline const Json& object_member(const Json& object, const std::string& name) {
    static const Json k_none = Json::object();
    const Json* member = find_member(object, name);
    return member == nullptr || !member->is_object() ? k_none : *member;
}

/// The text of this name; empty if there is none.
inline std::string text_member(const Json& object, const std::string& name) {
    const Json* member = find_member(object, name);
    return member != nullptr && member->is_string() ? member->get<std::string>() : std::string();
}

/// The names of the members of both.
inline std::set<std::string> member_names(const Json& a, const Json& b) {
    std::set<std::string> names;
    for (const Json* side : {&a, &b})
        if (side->is_object())
            for (const auto& [name, value] : side->items()) names.insert(name);
    return names;
}

}  // namespace iam::contract
