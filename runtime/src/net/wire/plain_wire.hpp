// A connection without TLS.
#pragma once

#include "net/wire/wire.hpp"

namespace iam::net {

class PlainWire final : public Wire {
 public:
    PlainWire(Socket socket, Strand strand);
    void handshake(Done done) override;
    void read(asio::mutable_buffer to, Done done) override;
    void write(std::string_view bytes, Done done) override;
    void end_writing() override;
    void close() noexcept override;
    const Strand& strand() const noexcept override { return strand_; }

 private:
    Strand strand_;
    Socket socket_;
};

}  // namespace iam::net
