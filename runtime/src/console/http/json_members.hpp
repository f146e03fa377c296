// Members of the console's JSON.
#pragma once

#include <iam/core/json_writer.hpp>
#include <iam/question/escape.hpp>

#include <string_view>

namespace iam::console {

/// Text of others, made visible: controls and hidden characters are spelled out.
inline void put(JsonWriter& out, std::string_view name, std::string_view text) {
    out.key(name);
    out.string(question::escape_for_display(text));
}

}  // namespace iam::console
