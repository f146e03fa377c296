// Ports of 127.0.0.1 for servers that this program starts.
#pragma once

#include <iam/core/result.hpp>

#include <sys/types.h>

#include <cstdint>
#include <string_view>

namespace iam::chat {

/// A port that nobody listens at. Another program may take it before it is used. Error:
/// unavailable.
Result<std::uint16_t> free_loopback_port();

/// True if `table`, the text of /proc/net/tcp, has a listener at this port of 127.0.0.1 or of all
/// addresses whose user is not `user`.
bool has_foreign_listener(std::string_view table, std::uint16_t port, uid_t user);

}  // namespace iam::chat
