// The first messages of a conversation with a server: their parameters, and the reading of their
// answers. Pure.
#pragma once

#include "mcp/protocol/revision.hpp"
#include <iam/core/result.hpp>
#include <iam/mcp/servers.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::mcp {

/// A server by its own words.
struct ServerFacts {
    Revision revision = k_latest_revision;  ///< of the conversation
    std::string name{};
    std::string version{};
    std::string instructions{};
    bool has_tools = false;
    bool tells_tool_changes = false;
    bool has_resources = false;
    bool tells_resource_changes = false;
    bool has_prompts = false;
    bool tells_prompt_changes = false;
    bool completes = false;
    bool logs = false;
};

/// The parameters of initialize.
std::string initialize_params(const ClientInfo& client, const ClientAbilities& abilities);
/// Reads the answer to initialize. Error: invalid_argument (no answer of the protocol, or a
/// revision that is not known here).
Result<ServerFacts> read_initialized(std::string_view result);

/// The abilities that a server hears of.
ClientAbilities abilities_for(const ServerConfig& config, ClientAbilities abilities);

/// The members of `_meta` in each request of the revision without sessions: JSON text of an object.
/// `level` is that of the wanted log messages; nothing: none are wanted.
std::string stateless_meta(const ClientInfo& client, const ClientAbilities& abilities,
                           std::optional<LogLevel> level = {});
/// {"_meta": meta}, the parameters of a request without others.
std::string meta_params(std::string_view meta);
/// Reads the answer to server/discover. Error: as read_initialized().
Result<ServerFacts> read_discovered(std::string_view result);

/// The meaning of an error of server/discover.
enum class Discovery {
    ask_again,  ///< it speaks the revision without sessions, and has refused the question
    sessions,   ///< it does not, or says nothing about it
};
/// Judges an error as the answer to server/discover (MCP 2026-07-28, basic/versioning).
Discovery judge_discovery_error(const rpc::ErrorObject& error);

}  // namespace iam::mcp
