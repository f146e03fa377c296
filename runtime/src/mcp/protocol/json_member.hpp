// One member of an object, while the object is written.
#pragma once

#include <iam/core/json_writer.hpp>

#include <string_view>

namespace iam::mcp {

/// Writes a text; nothing if it is empty. `name` is plain text.
inline void put_unless_empty(JsonWriter& out, std::string_view name, std::string_view value) {
    if (value.empty()) return;
    out.plain_key(name);
    out.string(value);
}

}  // namespace iam::mcp
