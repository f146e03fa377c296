#include "mcp/server/pages.hpp"

namespace iam::mcp {

Result<std::string> key_in_cursor(std::string_view cursor) {
    if (cursor.substr(0, k_cursor_prefix.size()) == k_cursor_prefix)
        return std::string(cursor.substr(k_cursor_prefix.size()));
    return fail(Errc::invalid_argument,
                "The cursor is none of this server; leave it out to begin anew.", "/cursor");
}

}  // namespace iam::mcp
