// Names the endpoint of a server for consent: trust and permissions are bound to it.
#pragma once

#include <iam/mcp/server_config.hpp>

#include <string>

namespace iam::mcp {

/// The endpoint as canonical JSON text, with the members of servers.json that say which program
/// answers: {"command", "args", "cwd", "env", "sandbox"}, {"url", "tls"} or {"socket"}. It holds no
/// secret: of `env` it has the names, and values only of variables that choose a program or the
/// code that it loads (PATH, LD_PRELOAD, NODE_OPTIONS). Of a URL's query, which may hold a key, it
/// has a digest. Header fields, credentials, times and the tools in use are not part of it. Bytes
/// that are no UTF-8 are written as U+FFFD.
std::string endpoint_text(const ServerConfig& server);

}  // namespace iam::mcp
