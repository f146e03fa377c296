// A connection without TLS.
#pragma once

#include "net/wire/wire.hpp"

#include <utility>

namespace iam::net {

class PlainWire final : public Wire {
 public:
    PlainWire(Socket socket, Strand strand);
    void handshake(Done done) override;
    void read(asio::mutable_buffer to, Done done) override;
    void write(std::string_view bytes, Done done) override;
    void end_writing(Done done) override;
    void close() noexcept override;
    bool is_quiet() noexcept override;
    /// Takes the connection out; nothing may be under way.
    Socket release() { return std::move(socket_); }
    const Strand& strand() const noexcept override { return strand_; }

 private:
    Strand strand_;
    Socket socket_;
};

}  // namespace iam::net
