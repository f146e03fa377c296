// The settings of one server for a person to change: JSON text without the values that may be
// secrets. Pure.
#pragma once

#include <iam/core/json_places.hpp>
#include <iam/core/result.hpp>
#include <iam/mcp/server_config.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace iam::host {

/// Stands for a value of `env`, of `headers` or of a URL's query that the file has.
inline constexpr std::string_view k_kept_value = "(kept)";

/// The server's object in servers.json, a member a line, with k_kept_value in the place of each
/// value of a variable, of a header field and of a URL's query. Error: of write_servers().
Result<std::string> settings_text(mcp::ServerConfig server);

/// Reads the object back. `before` is the server that kept values come from; nullptr: there is
/// none. If the program (command, arguments, folder) or the address (URL without query) is another
/// one, kept values and references of `before` are mistakes. All mistakes have their places in
/// `text`.
tl::expected<mcp::ServerConfig, std::vector<PlacedError>> read_settings(
    const std::string& name, const std::string& text, const mcp::ServerConfig* before);

/// Names the server's endpoint (endpoint_text()): a person agrees to the one that was shown.
std::string shown_digest(const mcp::ServerConfig& server);

/// The members of endpoint texts that differ. `before` or `now` may be no JSON text.
std::vector<std::string> changed_members(const std::string& before, const std::string& now);

}  // namespace iam::host
