#include "mcp/client/stdio/socket_transport.hpp"

#include "mcp/client/stdio/line_transport.hpp"
#include <iam/process/descriptor.hpp>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace iam::mcp {
namespace {

class SocketTransport final : public LineTransport {
 public:
    SocketTransport(process::Descriptor socket, Loop& loop, std::size_t message_bytes_max,
                    TransportEvents events)
        : LineTransport(socket.number(), socket.number(), message_bytes_max, std::move(events)),
          loop_(loop),
          socket_(std::move(socket)) {
        loop_.watch(socket_.number(), [this] { read(); });
    }

    ~SocketTransport() override {
        end_writing();
        loop_.unwatch(socket_.number());
    }

 private:
    void read() {
        if (read_lines()) return;
        loop_.unwatch(socket_.number());
        tell_end("The server has closed the socket.");
    }

    Loop& loop_;
    process::Descriptor socket_;
};

}  // namespace

Result<std::unique_ptr<Transport>> connect_socket(const std::string& path, Loop& loop,
                                                  std::size_t message_bytes_max,
                                                  TransportEvents events) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path) {
        return fail(Errc::invalid_argument,
                    "The path " + path + " is too long for a socket; move it to a shorter one.");
    }
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    process::Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (socket.number() < 0 ||
        ::connect(socket.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) !=
            0) {
        return fail(Errc::unavailable, "No server answers at the socket " + path + " (" +
                                           std::strerror(errno) + "); start it.");
    }
    return std::make_unique<SocketTransport>(std::move(socket), loop, message_bytes_max,
                                             std::move(events));
}

}  // namespace iam::mcp
