// The stream of a session by which the server sends messages of its own.
#pragma once

#include "mcp/client/http/http_request.hpp"
#include "mcp/client/http/streamable/event_body.hpp"
#include "mcp/client/timers.hpp"

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace iam::mcp {

/// Asks for the stream by GET, and again whenever it ends. A server that has none (405), or refuses
/// it otherwise, is asked no more. Held by its transport; functions that others hold do nothing
/// once it has gone.
class ListenStream : public std::enable_shared_from_this<ListenStream> {
 public:
    struct Parts {
        const HttpWay& way;
        Timers& timers;
        std::size_t event_bytes_max = 0;
        StreamWaits waits{};
        /// The GET; `last_event_id` is empty at first.
        std::function<net::ClientRequest(const std::string& last_event_id)> request{};
        std::function<void(std::string_view message)> on_message{};
        /// The first response has begun, or there is none.
        std::function<void()> on_answered{};
        std::function<void()> on_session_lost{};
    };
    explicit ListenStream(Parts parts);

    void start();
    void cancel();

 private:
    void on_head(const net::Response& head);
    void on_bytes(std::string_view bytes);
    void on_end();
    void ask_later();

    const Parts parts_;
    std::mutex mutex_{};
    bool is_cancelled_ = false;               // under mutex_
    std::shared_ptr<HttpRequest> request_{};  // under mutex_

    // Of the responses, which come one after the other.
    EventBody events_;
    bool is_open_ = false;   // the response is a stream
    bool was_open_ = false;  // a response was a stream
    bool is_refused_ = false;
};

}  // namespace iam::mcp
