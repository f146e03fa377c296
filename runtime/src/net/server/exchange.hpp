// ExchangeCore: the state shared by an Exchange and its connection. It outlives either.
#pragma once

#include <iam/net/http_server.hpp>

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace iam::net {

/// The connection as an exchange sees it. From any thread; both functions come back at once and
/// act later, on the strand.
class ExchangeOwner {
 public:
    virtual ~ExchangeOwner() = default;
    virtual void flush_soon() = 0;
    virtual void cut_soon() = 0;
    virtual void upgrade_soon(std::shared_ptr<WebSocketCore> socket) = 0;
    virtual std::string date() const = 0;
};

class ExchangeCore {
 public:
    struct Form {
        bool is_head = false;      // the method: the response has no body
        bool is_http_1_0 = false;  // knows no chunks
        bool closes = false;       // after this response
        bool may_upgrade = false;  // the client asks for a WebSocket
        std::size_t unsent_bytes_max = 0;
        std::shared_ptr<const std::string> common_fields{};  // lines of a head; null: none
    };
    ExchangeCore(std::shared_ptr<ExchangeOwner> owner, Form form);

    // For the holder of the Exchange, on any thread.
    bool answer(Response response);
    bool begin(const Response& head);
    bool write(std::string_view bytes);
    bool finish();
    bool upgrade(std::shared_ptr<WebSocketCore> socket);
    void abandon();
    std::size_t unsent_bytes() const noexcept;
    void on_gone(std::function<void()> gone);
    /// For a handler that threw.
    void fail();

    // For the connection, on its strand.
    struct Bytes {
        std::string text{};
        bool is_last = false;
    };
    Bytes take();
    bool has_more() const noexcept;  // take() would give something
    void note_sent(std::size_t bytes) noexcept;
    /// Says that the connection is done with this exchange. If the answer has not been sent, the
    /// caller has to call the returned function.
    std::function<void()> end(bool is_sent);

 private:
    enum class State { open, streams, ended };
    bool is_chunked() const noexcept;
    void add_head(const Response& response, bool is_stream);
    void flush();  // under the mutex

    const Form form_;
    mutable std::mutex mutex_{};
    std::shared_ptr<ExchangeOwner> owner_;  // null: the connection is done with it
    State state_ = State::open;
    bool has_body_ = true;  // of a stream
    bool is_scheduled_ = false;
    bool is_gone_ = false;
    std::string pending_{};
    std::size_t in_flight_ = 0;  // bytes given by take() and not sent yet
    std::function<void()> gone_{};
};

}  // namespace iam::net
