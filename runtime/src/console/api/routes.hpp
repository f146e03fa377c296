// The requests of the console. Each area lists its own routes (NAME_requests.hpp). Bodies are read
// by these lists, and the API document is made of them.
#pragma once

#include <iam/net/http_message.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace iam::console {

struct ApiParts;
struct Asked;

/// Bytes of a word: an id, a name, a time.
inline constexpr std::size_t k_word_max = 256;

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
    std::string_view method;
    std::string_view path;  ///< "{id}" stands for one segment
    /// May block. Null: the answer is the stream of events.
    net::Response (*respond)(const ApiParts& api, const Asked& asked) = nullptr;
    std::span<const Member> members{};  ///< of the body of a POST, of the query of a GET
    std::string_view summary{};
    std::string_view answer{};  ///< the members of an answer with status 200
    bool needs_session = true;
};

/// All routes, in the order of the API document.
std::vector<Route> routes();

/// The methods of a path, and the route of one of them.
struct FoundRoute {
    const Route* route = nullptr;  ///< null: the path has no such method
    std::string id{};              ///< the segment in the place of "{id}"
    std::string methods{};         ///< "GET", for the field Allow; empty: there is no such path
};
/// `path` is without query.
FoundRoute find_route(std::string_view method, std::string_view path);

/// The OpenAPI 3.1 document of all routes, as JSON text of one member a line.
std::string api_document();

}  // namespace iam::console
