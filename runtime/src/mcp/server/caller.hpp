// The client of one request: the client of its session or, without a session, the client named in
// the request (MCP 2026-07-28, basic#meta).
#pragma once

#include "mcp/server/client.hpp"
#include <iam/core/json.hpp>
#include <iam/rpc/message.hpp>
#include <iam/tool/log.hpp>

#include <tl/expected.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace iam::mcp {

struct Caller {
    Client client{};
    std::optional<LogLevel> log_level{};  ///< nothing: no messages
    bool is_stateless = false;
};

/// The codes of MCP 2026-07-28.
namespace mcp_code {
inline constexpr std::int64_t missing_capability = -32021;
inline constexpr std::int64_t unsupported_revision = -32022;
}  // namespace mcp_code

/// True if the parameters name a revision in their metadata, as requests without a session do.
bool names_revision(std::string_view params);

/// The client by the metadata of a request's parameters. Errors: invalid_params (a member is
/// missing or wrong), unsupported_revision.
tl::expected<Caller, rpc::ErrorObject> read_caller(std::string_view params);

/// The error for a revision not spoken without sessions. It lists the supported revisions.
rpc::ErrorObject unsupported_revision(const std::string& requested);

}  // namespace iam::mcp
