// The health of an MCP server in words and as JSON.
#pragma once

#include <iam/core/json_writer.hpp>
#include <iam/mcp/servers.hpp>

#include <string>

namespace iam::host {

/// "connected", "off" for a server that its configuration keeps away, …
std::string state_word(const mcp::ServerStatus& status);
/// "opened in 120 ms; 12 calls, 1 failed, latency 3 ms (p95 20 ms); calls stopped for 23 s". Empty
/// if nothing is known.
std::string health_words(const mcp::ServerHealth& health);
/// Writes an object. Members without a value are left out.
void put_health(JsonWriter& out, const mcp::ServerHealth& health);

}  // namespace iam::host
