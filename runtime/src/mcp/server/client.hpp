// A client by its own words: nothing of it is verified.
#pragma once

#include "mcp/protocol/revision.hpp"
#include <iam/core/json.hpp>
#include <iam/core/result.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace iam::mcp {

struct Client {
    std::string name{};
    std::string version{};
    Revision revision = k_latest_revision;  ///< of the conversation
    // The questions answered by the client, as it has declared.
    bool has_forms = false;
    bool has_urls = false;  ///< opens addresses for its person
    bool has_sampling = false;
    bool has_roots = false;
};

/// A record has k_subject_bytes_max bytes for name and version, with a space between.
inline constexpr std::size_t k_client_name_bytes_max = 127;

/// Reads the parameters of initialize. If the client's revision is unknown here, the conversation
/// is of the latest one (MCP, basic/lifecycle#version-negotiation). Error: invalid_argument.
Result<Client> read_client(std::string_view params);

/// Reads the kinds of questions answered by a client.
void read_capabilities(const Json& capabilities, Client& client);

/// A text of clientInfo; `pointer` is the place of clientInfo. Error: invalid_argument (none, or a
/// long one).
Result<std::string> client_text(const Json& info, std::string_view name, std::string_view pointer);

}  // namespace iam::mcp
