// Writes members of the commands' JSON.
#pragma once

#include <iam/core/json_writer.hpp>

#include <string>
#include <string_view>

namespace iam::host {

/// Writes UTF-8 as it is, and other text made visible: JSON has UTF-8 only.
void put(JsonWriter& out, std::string_view key, std::string_view text);
void put_unless_empty(JsonWriter& out, std::string_view key, std::string_view text);

/// Writes "<name>": [ … ], each record by `put_one(out, record)`.
template <class Records, class Put>
void put_list(JsonWriter& out, std::string_view name, const Records& records, Put put_one) {
    out.key(name);
    out.begin_array();
    for (const auto& record : records) put_one(out, record);
    out.end_array();
}

}  // namespace iam::host
