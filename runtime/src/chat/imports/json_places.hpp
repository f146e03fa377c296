// Reads members of foreign JSON; an error names its place as a JSON Pointer.
#pragma once

#include <iam/core/json.hpp>
#include <iam/core/result.hpp>

#include <string>
#include <string_view>

namespace iam::chat {

/// The member, unless it is missing or null.
inline const Json* find_member(const Json& object, const char* name) {
    if (!object.is_object()) return nullptr;
    const auto found = object.find(name);
    return found == object.end() || found->is_null() ? nullptr : &*found;
}

/// The text of the member; empty if it is missing or no text.
inline std::string text_of(const Json& object, const char* name) {
    const Json* const found = find_member(object, name);
    return found != nullptr && found->is_string() ? found->get<std::string>() : std::string();
}

inline tl::unexpected<Error> wrong_at(const std::string& pointer, std::string_view why) {
    return fail(Errc::invalid_argument, pointer + ": " + std::string(why) + ".", pointer);
}

/// A value for people: a text as it is, another value as JSON.
inline std::string words_of_value(const Json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
}

}  // namespace iam::chat
