// The rules for the values of one server, wherever they come from: our own file, another program's
// file, or the command line.
#pragma once

#include <iam/core/result.hpp>
#include <iam/mcp/server_config.hpp>

#include <string_view>
#include <vector>

namespace iam::mcp {

/// All mistakes of a server. Pointers begin at the server: "/args/3"; "" is the server itself.
/// Messages hold no value of a URL, a field or a variable.
std::vector<Error> check_server(const ServerConfig& server);

/// True for header fields that hold a secret: Authorization, Cookie, X-API-Key and the like.
bool is_secret_field(std::string_view name);

}  // namespace iam::mcp
