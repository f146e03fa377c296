// Reads the members of a request: of the query of a GET, of the body of a POST.
#pragma once

#include "console/api/routes.hpp"
#include <iam/core/result.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace iam::console {

/// A request to a route, with members that fit it.
struct Asked {
    std::string id{};       ///< of the path
    std::string session{};  ///< the asking session's; empty: the route needs none
    std::map<std::string, std::string, std::less<>> texts{};
    std::map<std::string, std::size_t, std::less<>> integers{};
    std::map<std::string, std::map<std::string, std::string>, std::less<>> objects{};

    /// Empty: the member is absent.
    std::string text(std::string_view name) const;
};

// Errors: invalid_argument. The sentence names members of the route, and nothing of the request.

/// `query` is the text behind "?".
Result<Asked> read_query(const Route& route, std::string_view query);
Result<Asked> read_body(const Route& route, std::string_view body);

}  // namespace iam::console
