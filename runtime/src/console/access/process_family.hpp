// The processes below this one, and the sockets that they have open (Linux: /proc).
#pragma once

#include <sys/types.h>

#include <set>
#include <vector>

namespace iam::console {

/// All processes of the machine that have `root` among their parents, without those below one of
/// `without`, and without these themselves.
std::vector<pid_t> family_of(pid_t root, const std::set<pid_t>& without);

enum class Holds { no, yes, unknown };
/// Whether the process has a descriptor of the socket. A process that has ended has none.
Holds holds_socket(pid_t process, ino_t socket);

}  // namespace iam::console
