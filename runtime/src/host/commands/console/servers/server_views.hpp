// The servers of a program as JSON for the console's pages. All texts are made visible.
#pragma once

#include <iam/consent/records.hpp>
#include <iam/core/json_places.hpp>
#include <iam/core/json_writer.hpp>
#include <iam/mcp/imported_tools.hpp>
#include <iam/mcp/server_config.hpp>
#include <iam/mcp/servers.hpp>
#include <iam/tool/registry.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::host {

/// A server of the file, with its connection and its trust.
struct ServerFacts {
    const mcp::ServerConfig& config;
    const mcp::ServerStatus* status = nullptr;  ///< nullptr: nobody has connected to it yet
    std::optional<consent::ServerTrust> trust{};
};

void put_shown(JsonWriter& out, std::string_view name, std::string_view text);

/// A row of the list.
void put_server(JsonWriter& out, const ServerFacts& facts);

/// Members of the endpoint: "endpoint", "shown" and for a process "argv", "environment",
/// "sandbox".
void put_endpoint(JsonWriter& out, const mcp::ServerConfig& server);

/// Members of the trust on record, if there is one: "trusted_by", "trusted_endpoint",
/// "trusted_since", and "changed" if the server is another one now.
void put_trust_record(JsonWriter& out, const ServerFacts& facts);

/// The members "tools" and "findings" of a server.
void put_tools(JsonWriter& out, const std::string& server, const Registry& registry,
               const std::vector<mcp::ImportFinding>& findings);

/// Notes about values that stand readable in the file, and about the sandbox.
void put_notes(JsonWriter& out, const mcp::ServerConfig& server);

/// The member "mistakes".
void put_mistakes(JsonWriter& out, const std::vector<PlacedError>& mistakes);

}  // namespace iam::host
