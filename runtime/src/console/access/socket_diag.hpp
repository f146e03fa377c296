// Asks the kernel for the owner of one socket (sock_diag(7)). Reading its whole table takes
// milliseconds on machines with much memory.
#pragma once

#include "console/access/socket_table.hpp"

#include <optional>

namespace iam::console {

/// The owner of the other end of a connection. Nothing: nobody has it, or this kernel does not
/// tell; ask socket_table.hpp then.
std::optional<SocketOwner> ask_for_owner(const SocketEnds& ends);

}  // namespace iam::console
