// The kernel's table of TCP sockets (proc_pid_net(5)), for the owner of a connection's other end.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace iam::console {

struct SocketOwner {
    uid_t user = 0;
    ino_t inode = 0;
    std::uint64_t cookie = 0;  ///< the socket's alone, for ever; 0: not known
};

/// The ends of a connection as the other side has them: first its own, then this server's.
struct SocketEnds {
    std::string peer_address{};  ///< IPv4 or IPv6 in text
    unsigned peer_port = 0;
    std::string own_address{};
    unsigned own_port = 0;
};

/// /proc/net/tcp, or /proc/net/tcp6, which has sockets that speak IPv4, too.
enum class SocketFamily { v4, v6 };

/// Reads the text of a table. Nothing: the socket is not in it, or nobody has it any more.
std::optional<SocketOwner> owner_in(std::string_view table, SocketFamily family,
                                    const SocketEnds& ends);

}  // namespace iam::console
