// Opens the way to a server by its configuration.
#pragma once

#include "mcp/client/loop.hpp"
#include "mcp/client/transport.hpp"
#include <iam/core/json.hpp>
#include <iam/mcp/server_config.hpp>
#include <iam/net/http_client.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>

namespace iam::mcp {

/// The references outlive the ways.
struct OpenParts {
    Loop& loop;
    std::function<Result<net::HttpClient*>()> http{};  ///< the client of all servers
    std::size_t message_bytes_max = 0;
    std::size_t calls_max = 0;
    std::function<void(std::string_view)> on_stderr{};
};

/// The header fields of a call, by the parameters of its request.
using ParameterFields = std::function<net::Fields(const Json& params)>;

/// For the thread of the loop. Errors: unavailable, not_found, invalid_argument (the endpoint).
Result<std::unique_ptr<Transport>> open_transport(const ServerConfig& config,
                                                  const OpenParts& parts, TransportEvents events,
                                                  ParameterFields parameter_fields);

}  // namespace iam::mcp
