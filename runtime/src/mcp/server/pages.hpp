// Pages of lists (MCP, server/utilities/pagination). A cursor names the last item of the page
// before, so it means the same after a restart and after a change of the list.
#pragma once

#include <iam/core/json_writer.hpp>
#include <iam/core/result.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace iam::mcp {

inline constexpr std::string_view k_cursor_prefix = "after:";

/// The key in a cursor. Error: invalid_argument.
Result<std::string> key_in_cursor(std::string_view cursor);

/// {"nextCursor": …, member: […]} over the part of a sorted map behind the cursor. `write` writes
/// one item: write(out, key, value).
template <class Map, class Write>
Result<std::string> page_of(const Map& items, std::string_view member,
                            const std::optional<std::string>& cursor, std::size_t page_size,
                            const Write& write) {
    auto at = items.begin();
    if (cursor) {
        IAM_TRY(key, key_in_cursor(*cursor));
        at = items.upper_bound(key);
    }
    JsonWriter list;
    list.begin_array();
    std::string last;
    for (std::size_t count = 0; at != items.end() && count < page_size; ++at, ++count) {
        write(list, at->first, at->second);
        last = at->first;
    }
    list.end_array();
    JsonWriter out;
    out.begin_object();
    if (at != items.end()) {
        out.plain_key("nextCursor");
        out.string(std::string(k_cursor_prefix) + last);
    }
    out.key(member);
    out.raw(list.text());
    out.end_object();
    if (!out.ok() || !list.ok())
        return fail(Errc::internal, "The list has text that is not UTF-8.");
    return out.take();
}

}  // namespace iam::mcp
