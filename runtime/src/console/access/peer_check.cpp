#include "console/access/peer_check.hpp"

#include "console/access/process_family.hpp"
#include "console/access/socket_diag.hpp"
#include "console/access/socket_table.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>

namespace iam::console {
namespace {

std::string text_of_file(const char* path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// More connections than a console has by default.
constexpr std::size_t k_admitted_max = 64;

std::optional<SocketOwner> owner_of(const SocketEnds& ends) {
    if (auto owner = ask_for_owner(ends)) return owner;
    const bool is_v6 = ends.peer_address.find(':') != std::string::npos;
    if (!is_v6) {
        if (auto owner = owner_in(text_of_file("/proc/net/tcp"), SocketFamily::v4, ends))
            return owner;
    }
    return owner_in(text_of_file("/proc/net/tcp6"), SocketFamily::v6, ends);
}

}  // namespace

void PeerCheck::note_browser(pid_t process) {
    const std::lock_guard lock(mutex_);
    browsers_.insert(process);
}

Result<void> PeerCheck::check(const net::PeerAddress& peer, unsigned port) const {
    const bool is_v6 = peer.address.find(':') != std::string::npos;
    const auto owner = owner_of({peer.address, peer.port, is_v6 ? "::1" : "127.0.0.1", port});
    if (!owner)
        return fail(Errc::invalid_argument,
                    "The program behind this connection is not known; open the console in a "
                    "browser of this machine.");
    if (owner->user != ::geteuid())
        return fail(Errc::invalid_argument,
                    "Another user's programs may not ask this console; start one of your own.");
    if (is_admitted(owner->cookie)) return {};
    IAM_CHECK(check_processes(owner->inode));
    admit(owner->cookie);
    return {};
}

Result<void> PeerCheck::check_processes(ino_t socket) const {
    if (!allows_own_process_ && holds_socket(::getpid(), socket) != Holds::no)
        return fail(Errc::invalid_argument,
                    "The console's own process may not ask it; open the console in a browser.");
    std::set<pid_t> browsers;
    {
        const std::lock_guard lock(mutex_);
        browsers = browsers_;
    }
    for (const pid_t process : family_of(::getpid(), browsers)) {
        // A process that hides its descriptors may be the one.
        if (holds_socket(process, socket) != Holds::no)
            return fail(Errc::invalid_argument,
                        "Programs started by the console may not ask it: they may speak for a "
                        "model. Open the console in a browser.");
    }
    return {};
}

bool PeerCheck::is_admitted(std::uint64_t cookie) const {
    const std::lock_guard lock(mutex_);
    return std::find(admitted_.begin(), admitted_.end(), cookie) != admitted_.end();
}

void PeerCheck::admit(std::uint64_t cookie) const {
    if (cookie == 0) return;
    const std::lock_guard lock(mutex_);
    if (admitted_.size() >= k_admitted_max) admitted_.pop_front();
    admitted_.push_back(cookie);
}

}  // namespace iam::console
