#include "iam/mcp/socket.hpp"

#include "mcp/lines/line_channel.hpp"
#include <iam/core/signals_blocked.hpp>
#include <iam/mcp/stdio.hpp>
#include <iam/process/descriptor.hpp>

#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <limits>
#include <list>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

namespace iam::mcp {
namespace {

tl::unexpected<Error> failed(const std::string& what, const std::string& path) {
    return fail(Errc::unavailable, what + " \"" + path + "\": " + std::strerror(errno) + ".");
}

sockaddr_un address_of(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    return address;
}

process::Descriptor new_socket(int flags) {
    return process::Descriptor(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | flags, 0));
}

/// True if nobody listens at the socket. Of a socket in use, connect() says that its queue is full
/// (EAGAIN) or its type another one (EPROTOTYPE). It does not wait for a place in the queue.
Result<bool> is_dead(const std::string& path) {
    const process::Descriptor probe = new_socket(SOCK_NONBLOCK);
    if (probe.number() < 0) return failed("The system gives no socket to look at", path);
    const sockaddr_un address = address_of(path);
    const auto* const at = reinterpret_cast<const sockaddr*>(&address);
    return ::connect(probe.number(), at, sizeof address) != 0 && errno == ECONNREFUSED;
}

/// Removes the file of a dead server.
Result<void> make_room(const std::string& path) {
    struct stat file {};
    if (::lstat(path.c_str(), &file) != 0) return {};
    if (!S_ISSOCK(file.st_mode))
        return fail(Errc::conflict,
                    "\"" + path + "\" is there and is no socket; choose another path.");
    IAM_TRY(may_go, is_dead(path));
    if (!may_go)
        return fail(Errc::conflict,
                    "Another program uses the socket \"" + path + "\"; choose another path.");
    if (::unlink(path.c_str()) != 0)
        return failed("A dead server's socket cannot be removed:", path);
    return {};
}

/// A bound socket and its file. The object removes the file, unless another program has put one in
/// its place.
class BoundSocket {
 public:
    BoundSocket(process::Descriptor socket, std::string path)
        : socket_(std::move(socket)), path_(std::move(path)) {
        if (::lstat(path_.c_str(), &file_) != 0) path_.clear();
    }
    BoundSocket(BoundSocket&& other) noexcept
        : socket_(std::move(other.socket_)),
          path_(std::exchange(other.path_, {})),
          file_(other.file_) {}
    BoundSocket& operator=(BoundSocket&&) = delete;
    BoundSocket(const BoundSocket&) = delete;
    ~BoundSocket() {
        struct stat now {};
        if (path_.empty() || ::lstat(path_.c_str(), &now) != 0) return;
        if (now.st_dev == file_.st_dev && now.st_ino == file_.st_ino) ::unlink(path_.c_str());
    }
    int number() const noexcept { return socket_.number(); }

 private:
    process::Descriptor socket_;
    std::string path_;  // empty: there is no file to remove
    struct stat file_ {};
};

Result<BoundSocket> listen_at(const std::string& path) {
    IAM_CHECK(make_room(path));
    process::Descriptor socket = new_socket(0);
    const sockaddr_un address = address_of(path);
    const auto* const at = reinterpret_cast<const sockaddr*>(&address);
    // bind() makes the file with the mode of the socket, so nobody else can connect in between.
    const bool is_bound = socket.number() >= 0 &&
                          ::fchmod(socket.number(), S_IRUSR | S_IWUSR) == 0 &&
                          ::bind(socket.number(), at, sizeof address) == 0;
    if (!is_bound) return failed("The system does not listen at", path);
    BoundSocket bound(std::move(socket), path);
    if (::listen(bound.number(), SOMAXCONN) != 0)
        return failed("The system does not listen at", path);
    return bound;
}

/// The process at the other end, if it is of our user.
std::optional<ucred> own_peer(int connection) {
    ucred peer{};
    socklen_t size = sizeof peer;
    if (::getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return std::nullopt;
    if (peer.uid != ::geteuid()) return std::nullopt;
    return peer;
}

/// A thread for one client.
struct SocketClient {
    std::thread thread{};
    std::atomic<bool> has_ended{false};
};

class SocketServer {
 public:
    SocketServer(Server& server, SocketParts parts)
        : server_(server),
          parts_(std::move(parts)),
          on_stop_(parts_.stop, [this] { wake_.signal(); }) {}

    Result<void> run() {
        if (parts_.path.empty() || parts_.path.size() > k_socket_path_bytes_max) {
            return fail(Errc::invalid_argument, "The path of a socket has 1 to " +
                                                    std::to_string(k_socket_path_bytes_max) +
                                                    " bytes.");
        }
        if (wake_.descriptor() < 0)
            return failed("The system gives no event descriptor to serve", parts_.path);
        auto served = take_clients();
        for (SocketClient& client : clients_) client.thread.join();
        return served;
    }

 private:
    /// Until a stop is asked for.
    Result<void> take_clients() {
        IAM_TRY(listening, listen_at(parts_.path));
        if (parts_.on_listening) parts_.on_listening();
        while (!parts_.stop.stop_requested()) {
            if (wait(listening.number())) accept(listening.number());
            forget_ended();
        }
        return {};
    }

    /// True: a connection waits to be taken.
    bool wait(int listening) {
        const bool pauses = std::exchange(pauses_, false);
        std::array<pollfd, 2> fds{pollfd{wake_.descriptor(), POLLIN, 0},
                                  pollfd{pauses ? -1 : listening, POLLIN, 0}};
        ::poll(fds.data(), fds.size(), pauses ? pause_ms() : -1);
        if ((fds[0].revents & POLLIN) != 0) wake_.clear();
        return fds[1].revents != 0;
    }

    int pause_ms() const {
        constexpr std::chrono::milliseconds::rep k_longest = std::numeric_limits<int>::max();
        return static_cast<int>(std::clamp(parts_.accept_pause.count(), {}, k_longest));
    }

    void accept(int listening) {
        process::Descriptor connection(::accept4(listening, nullptr, nullptr, SOCK_CLOEXEC));
        if (connection.number() < 0) return wait_for_descriptors(errno);
        if (clients_.size() >= parts_.connections_max) return;
        const auto peer = own_peer(connection.number());
        if (!peer) return;
        SocketClient& client = clients_.emplace_back();
        const SignalsBlocked blocked;
        try {
            client.thread =
                std::thread([this, &client, peer = *peer, connection = std::move(connection)] {
                    serve(connection.number(), peer);
                    client.has_ended = true;
                    wake_.signal();
                });
        } catch (const std::system_error&) {
            clients_.pop_back();
        }
    }

    /// The connection stays there to be taken, so trying again at once would use a whole CPU.
    void wait_for_descriptors(int why) {
        if (why == EINTR || why == ECONNABORTED) return;
        pauses_ = true;
        if (std::exchange(has_told_, true) || !parts_.on_problem) return;
        parts_.on_problem("New clients on \"" + parts_.path +
                          "\" wait, since the system gives no " + "connection (" +
                          std::strerror(why) +
                          "); end others, or raise the limit of open files (ulimit -n).");
    }

    void serve(int connection, const ucred& peer) {
        StdioParts stdio{.in = connection, .out = connection};
        stdio.subject = parts_.subject;
        stdio.peer = "process " + std::to_string(peer.pid) + " of user " + std::to_string(peer.uid);
        stdio.credential = "socket";
        stdio.stop = parts_.stop;
        stdio.grace = parts_.grace;
        stdio.on_report = parts_.on_report;
        // If the client reads no more, it has gone; there is nobody to tell.
        static_cast<void>(serve_stdio(server_, std::move(stdio)));
    }

    void forget_ended() {
        for (auto at = clients_.begin(); at != clients_.end();) {
            if (!at->has_ended) {
                ++at;
                continue;
            }
            at->thread.join();
            at = clients_.erase(at);
        }
    }

    Server& server_;
    const SocketParts parts_;
    Wake wake_{};
    bool pauses_ = false;  // until a client ends, or for a while
    bool has_told_ = false;
    std::list<SocketClient> clients_{};
    std::stop_callback<std::function<void()>> on_stop_;
};

}  // namespace

Result<void> serve_socket(Server& server, SocketParts parts) {
    return SocketServer(server, std::move(parts)).run();
}

}  // namespace iam::mcp
