// The bytes of one connection, plain or by TLS.
#pragma once

#include "net/wire/asio.hpp"

#include <cstddef>
#include <functional>
#include <string_view>

namespace iam::net {

/// All of it belongs to the strand. At most one read and one write are under way. A `done` is never
/// called before the function that got it has returned.
class Wire {
 public:
    using Done = std::function<void(const error_code&, std::size_t)>;
    virtual ~Wire() = default;

    virtual void handshake(Done done) = 0;
    /// At least one byte, unless there is an error.
    virtual void read(asio::mutable_buffer to, Done done) = 0;
    /// At least one byte, unless there is an error. The bytes stay where they are until then.
    virtual void write(std::string_view bytes, Done done) = 0;
    /// Tells the other side: no more bytes will come. `done` holds the owner of the wire.
    virtual void end_writing(Done done) = 0;
    /// Pending operations end with an error.
    virtual void close() noexcept = 0;
    /// False: unread bytes, or the end, have come. Call it without a pending operation.
    virtual bool is_quiet() noexcept = 0;
    virtual const Strand& strand() const noexcept = 0;
};

/// False: bytes or the end have come on the socket.
bool has_nothing_to_read(int socket) noexcept;

}  // namespace iam::net
