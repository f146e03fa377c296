// One message that is sent by POST, and the way of its answer.
#pragma once

#include "mcp/client/http/http_request.hpp"
#include "mcp/client/http/streamable_http.hpp"

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace iam::mcp {

/// Called one at a time, on any thread, perhaps within Exchange::start().
struct ExchangeEvents {
    /// The response has begun well.
    std::function<void(const net::Response& head)> on_head{};
    std::function<void(std::string_view message)> on_message{};
    /// Of a request: it gets no answer.
    std::function<void(rpc::ErrorObject)> on_failed{};
    /// The server does not know the session of the request any more.
    std::function<void()> on_session_lost{};
    /// Called last.
    std::function<void()> on_over{};
};

/// Held by its transport; functions that others hold do nothing once it has gone.
class Exchange : public std::enable_shared_from_this<Exchange> {
 public:
    struct Parts {
        const HttpWay& way;
        Timers& timers;
        const StreamableHttpLimits& limits;
        net::ClientRequest post{};
        std::optional<rpc::Id> request{};  ///< nothing: the message wants no answer
        bool has_session = false;          ///< the POST names one
        /// The GET that goes on behind an event; empty: streams do not go on.
        std::function<net::ClientRequest(const std::string& last_event_id)> resumption{};
        ExchangeEvents events{};
    };
    explicit Exchange(Parts parts);

    void start();
    /// Ends the exchange without an event.
    void cancel();

 private:
    enum class Body {
        none,    ///< it does not count
        json,    ///< one message, or a batch
        events,  ///< a stream of messages
        error,   ///< tells what is wrong
    };
    void ask(net::ClientRequest request);
    void on_head(const net::Response& head);
    Body body_of(const net::Response& head) const;
    void on_bytes(std::string_view bytes);
    void add_events(std::string_view bytes);
    void on_event(std::string_view data);
    void on_end(Result<void> result);
    void give_body();
    void give_error();
    /// Goes on with the stream after a wait; fails if it cannot.
    void resume(const std::string& why);
    void fail(std::int64_t code, std::string message);
    void lose_session();
    void finish();

    const Parts parts_;
    std::atomic<bool> is_over_{false};
    std::mutex mutex_{};
    std::shared_ptr<HttpRequest> request_{};  // under mutex_

    // Of the responses, which come one after the other.
    Body body_ = Body::none;
    unsigned status_ = 0;
    bool has_head_ = false;
    bool is_resumed_ = false;
    bool is_answered_ = false;
    std::string text_{};  // of a body as a whole
    std::size_t stream_bytes_ = 0;
    EventBody events_;
};

}  // namespace iam::mcp
