// A connection by TLS.
#pragma once

#include "net/wire/wire.hpp"

#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>

namespace iam::net {

class TlsWire final : public Wire {
 public:
    enum class Side { server, client };

    TlsWire(Socket socket, Strand strand, boost::asio::ssl::context& context, Side side);
    void handshake(Done done) override;
    void read(asio::mutable_buffer to, Done done) override;
    void write(std::string_view bytes, Done done) override;
    void end_writing(Done done) override;
    void close() noexcept override;
    bool is_quiet() noexcept override;
    const Strand& strand() const noexcept override { return strand_; }
    SSL& native() noexcept { return *stream_.native_handle(); }

 private:
    Strand strand_;
    boost::asio::ssl::stream<Socket> stream_;
    Side side_;
};

}  // namespace iam::net
