// A Wire as a stream of Boost.Asio. So Beast's WebSocket is compiled once for all wires.
#pragma once

#include "net/wire/wire.hpp"

#include <boost/asio/async_result.hpp>
#include <boost/beast/core/role.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

namespace iam::net {

class WireStream {
 public:
    using executor_type = Strand;

    explicit WireStream(std::unique_ptr<Wire> wire) : wire_(std::move(wire)) {}
    executor_type get_executor() const noexcept { return wire_->strand(); }
    Wire& wire() noexcept { return *wire_; }

    template <class Buffers, class Token>
    auto async_read_some(const Buffers& buffers, Token&& token) {
        return asio::async_initiate<Token, void(error_code, std::size_t)>(
            [this](auto handler, asio::mutable_buffer to) {
                wire_->read(to, copyable(std::move(handler)));
            },
            token, first_of(buffers));
    }

    /// Gathers small buffers, so the head of a frame goes out with its message.
    template <class Buffers, class Token>
    auto async_write_some(const Buffers& buffers, Token&& token) {
        return asio::async_initiate<Token, void(error_code, std::size_t)>(
            [this](auto handler, std::shared_ptr<std::string> bytes) {
                wire_->write(*bytes,
                             [bytes, done = copyable(std::move(handler))](
                                 const error_code& code, std::size_t size) { done(code, size); });
            },
            token, gathered(buffers));
    }

 private:
    static constexpr std::size_t k_gathered_bytes_max = std::size_t{64} << 10U;

    template <class Handler>
    static Wire::Done copyable(Handler handler) {
        return [shared = std::make_shared<Handler>(std::move(handler))](
                   const error_code& code, std::size_t size) { (*shared)(code, size); };
    }
    template <class Buffers>
    static asio::mutable_buffer first_of(const Buffers& buffers) {
        const auto end = asio::buffer_sequence_end(buffers);
        for (auto at = asio::buffer_sequence_begin(buffers); at != end; ++at)
            if (asio::mutable_buffer(*at).size() != 0) return *at;
        return {};
    }
    template <class Buffers>
    static std::shared_ptr<std::string> gathered(const Buffers& buffers) {
        auto bytes = std::make_shared<std::string>();
        const auto end = asio::buffer_sequence_end(buffers);
        for (auto at = asio::buffer_sequence_begin(buffers);
             at != end && bytes->size() < k_gathered_bytes_max; ++at) {
            const asio::const_buffer part(*at);
            bytes->append(static_cast<const char*>(part.data()),
                          std::min(part.size(), k_gathered_bytes_max - bytes->size()));
        }
        return bytes;
    }

    std::unique_ptr<Wire> wire_;
};

// Called by Beast at the end of a connection.
inline void beast_close_socket(WireStream& stream) {
    stream.wire().close();
}

template <class Handler>
void async_teardown(boost::beast::role_type, WireStream& stream, Handler&& handler) {
    stream.wire().end_writing(
        [shared = std::make_shared<std::decay_t<Handler>>(std::forward<Handler>(handler))](
            const error_code&, std::size_t) { (*shared)(error_code{}); });
}

}  // namespace iam::net
