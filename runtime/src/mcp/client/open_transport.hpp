// Opens the way to a server by its configuration.
#pragma once

#include "mcp/client/loop.hpp"
#include "mcp/client/transport.hpp"
#include <iam/mcp/server_config.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>

namespace iam::mcp {

struct OpenParts {
    Loop& loop;
    std::size_t message_bytes_max = 0;
    std::function<void(std::string_view)> on_stderr{};
};

/// For the thread of the loop. Errors: unavailable, not_found, invalid_argument (the endpoint).
Result<std::unique_ptr<Transport>> open_transport(const ServerConfig& config,
                                                  const OpenParts& parts, TransportEvents events);

}  // namespace iam::mcp
