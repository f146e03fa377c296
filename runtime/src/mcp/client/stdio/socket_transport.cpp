#include "mcp/client/stdio/socket_transport.hpp"

#include "mcp/lines/descriptor.hpp"
#include "mcp/lines/line_source.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace iam::mcp {
namespace {

class SocketTransport final : public Transport {
 public:
    SocketTransport(Descriptor socket, Loop& loop, std::size_t message_bytes_max,
                    TransportEvents events)
        : loop_(loop),
          events_(std::move(events)),
          socket_(std::move(socket)),
          lines_(socket_.number(), message_bytes_max),
          writer_(socket_.number(), [this] {
              if (events_.on_free) events_.on_free();
          }) {
        loop_.watch(socket_.number(), [this] { read(); });
    }

    ~SocketTransport() override {
        writer_.end();
        loop_.unwatch(socket_.number());
    }

    bool send(rpc::Output& output) override {
        if (!writer_.can_take()) return false;
        output.text += '\n';
        writer_.take(std::move(output.text), false);
        return true;
    }

    void use_revision(std::string_view /*revision*/) override {}

 private:
    void read() {
        if (lines_.read([this](std::string_view line) { events_.on_message(line); })) return;
        loop_.unwatch(socket_.number());
        if (events_.on_end)
            events_.on_end(Error{Errc::unavailable, "The server has closed the socket."});
    }

    Loop& loop_;
    TransportEvents events_;
    Descriptor socket_;
    LineSource lines_;
    LineWriter writer_;
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
    Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
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
