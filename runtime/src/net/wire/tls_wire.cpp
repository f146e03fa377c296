#include "net/wire/tls_wire.hpp"

#include <utility>

namespace iam::net {

TlsWire::TlsWire(Socket socket, Strand strand, boost::asio::ssl::context& context, Side side)
    : strand_(std::move(strand)), stream_(std::move(socket), context), side_(side) {}

void TlsWire::handshake(Done done) {
    stream_.async_handshake(side_ == Side::server ? boost::asio::ssl::stream_base::server
                                                  : boost::asio::ssl::stream_base::client,
                            [done = std::move(done)](const error_code& code) { done(code, 0); });
}

void TlsWire::read(asio::mutable_buffer to, Done done) {
    stream_.async_read_some(to, std::move(done));
}

void TlsWire::write(std::string_view bytes, Done done) {
    stream_.async_write_some(asio::buffer(bytes.data(), bytes.size()), std::move(done));
}

// close_notify tells the other side: nothing was cut off.
void TlsWire::end_writing(Done done) {
    stream_.async_shutdown([done = std::move(done)](const error_code& code) { done(code, 0); });
}

void TlsWire::close() noexcept {
    error_code ignored;
    stream_.next_layer().close(ignored);
}

bool TlsWire::is_quiet() noexcept {
    SSL* const ssl = stream_.native_handle();
    return SSL_has_pending(ssl) == 0 && BIO_pending(SSL_get_rbio(ssl)) == 0 &&
           has_nothing_to_read(stream_.next_layer().native_handle());
}

}  // namespace iam::net
