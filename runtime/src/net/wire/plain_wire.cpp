#include "net/wire/plain_wire.hpp"

#include <sys/socket.h>

#include <cerrno>
#include <utility>

namespace iam::net {

PlainWire::PlainWire(Socket socket, Strand strand)
    : strand_(std::move(strand)), socket_(std::move(socket)) {}

void PlainWire::handshake(Done done) {
    asio::post(strand_, [done = std::move(done)] { done({}, 0); });
}

void PlainWire::read(asio::mutable_buffer to, Done done) {
    socket_.async_read_some(to, std::move(done));
}

void PlainWire::write(std::string_view bytes, Done done) {
    socket_.async_write_some(asio::buffer(bytes.data(), bytes.size()), std::move(done));
}

void PlainWire::end_writing(Done done) {
    error_code ignored;
    socket_.shutdown(Tcp::socket::shutdown_send, ignored);
    asio::post(strand_, [done = std::move(done)] { done({}, 0); });
}

void PlainWire::close() noexcept {
    error_code ignored;
    socket_.close(ignored);
}

bool PlainWire::is_quiet() noexcept {
    return has_nothing_to_read(socket_.native_handle());
}

bool has_nothing_to_read(int socket) noexcept {
    char byte = 0;
    const ssize_t size = ::recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
}

}  // namespace iam::net
