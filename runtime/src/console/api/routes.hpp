// The one list of the console's requests. Bodies are read by it, and the API document is made of
// it.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace iam::console {

enum class RouteId {
    log_in,
    show_session,
    list_sessions,
    revoke_session,
    list_questions,
    show_question,
    answer_question,
    list_entries,
    show_entry,
    stream_events,
};

/// A member of a body, or a part of a query.
struct Member {
    enum class Kind { text, integer, texts };  ///< texts: an object of texts
    std::string_view name;
    Kind kind = Kind::text;
    bool is_required = false;
    /// Of a text or of each value of texts: its bytes at most. Of an integer: its value at most.
    std::size_t max = 0;
    std::string_view choices{};  ///< separated by blanks; empty: any text
    std::string_view about{};
};

struct Route {
    RouteId id;
    std::string_view method;
    std::string_view path;  ///< "{id}" stands for one segment
    bool needs_session = true;
    std::span<const Member> members{};  ///< of the body of a POST, of the query of a GET
    std::string_view summary{};
    std::string_view answer{};  ///< the members of an answer with status 200
};

std::span<const Route> routes() noexcept;

/// The methods of a path, and the route of one of them.
struct FoundRoute {
    const Route* route = nullptr;  ///< nullptr: the path has no such method
    std::string id{};              ///< the segment in the place of "{id}"
    std::string methods{};         ///< "GET", for the field Allow; empty: there is no such path
};
/// `path` is without query.
FoundRoute find_route(std::string_view method, std::string_view path);

/// The OpenAPI 3.1 document of all routes, as JSON text of one member a line.
std::string api_document();

}  // namespace iam::console
