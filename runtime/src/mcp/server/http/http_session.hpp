// The session of a client over HTTP: a Session, and the streams for its messages.
#pragma once

#include "mcp/server/http/stream.hpp"
#include <iam/core/result.hpp>
#include <iam/mcp/http.hpp>

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace iam::mcp {

/// Thread-safe, except for open().
class HttpSession : public std::enable_shared_from_this<HttpSession> {
 public:
    struct Parts {
        Server& server;
        std::string id;  ///< unguessable
        Subject subject{};
        ToolFilter has_tool{};     ///< of the first request; empty: all tools
        std::string credential{};  ///< as SessionParts::credential
        std::string peer{};        ///< the address of the client that began it
        HttpSettings settings{};
        std::function<void()> on_wake{};  ///< poll() has something to do
        std::function<void(const rpc::Report&)> on_report{};
        std::function<bool(std::function<void()>& job)> run{};  ///< as SessionParts::run
    };
    explicit HttpSession(Parts parts);
    ~HttpSession();
    HttpSession(const HttpSession&) = delete;
    HttpSession& operator=(const HttpSession&) = delete;

    /// Gives the first message. Returns its answer, without a text if it has none. The conversation
    /// has begun if revision() is there afterwards.
    rpc::Output open(std::string_view message);
    std::optional<std::string_view> revision() const { return session_->revision(); }
    const std::string& id() const noexcept { return parts_.id; }
    const Subject& subject() const noexcept { return parts_.subject; }

    /// Takes the tools of a later request: its token may have other scopes.
    void set_tools(ToolFilter has_tool);
    /// Takes a message. Answers it now or later.
    void post(std::string_view message, net::Exchange exchange);
    /// Opens the stream of messages outside of requests.
    void listen(net::Exchange exchange);
    /// Goes on with a stream behind an event. Refuses an event no longer kept.
    void resume(const EventId& last, net::Exchange exchange);

    void poll();
    std::optional<Milliseconds> next_deadline() const { return session_->next_deadline(); }
    /// Begins and keeps alive streams. Returns when it is to be called next.
    Milliseconds tend_streams();
    /// Nothing if the session is at work; else since when it is idle.
    std::optional<Milliseconds> idle_since() const;
    /// True if no answer is due.
    bool is_quiet() const;
    void stop_calls() { session_->stop_calls(); }
    void stop_waiting() { session_->stop_waiting(); }
    /// Ends the conversation and all streams.
    void close();

 private:
    using Streams = std::map<rpc::Channel, Stream>;

    bool has_tool(std::string_view tool) const;
    bool send(rpc::Output& output);
    void hear(const rpc::Report& report);
    void client_is_gone(rpc::Channel channel, std::uint64_t connection);
    Stream* stream_for(const rpc::Output& output);
    void put(Stream& stream, const rpc::Output& output);
    bool erase_if_spent(Streams::iterator stream);
    void trim();
    /// Returns the number of the connection.
    std::uint64_t watch(net::Exchange& exchange, rpc::Channel channel);
    StreamForm form() const;
    Milliseconds now() const { return parts_.server.clock().boot(); }

    const Parts parts_;
    mutable std::mutex mutex_;
    ToolFilter has_tool_;
    bool is_opening_ = false;
    rpc::Output first_answer_{};
    std::size_t kept_bytes_ = 0;  // of all streams
    Streams streams_{};           // 0: of messages outside of requests
    rpc::Channel last_channel_ = 0;
    std::atomic<std::uint64_t> last_connection_{0};
    Milliseconds last_used_;
    std::unique_ptr<Session> session_;  // ends first: its threads use the members above
};

/// A refusal of the transport, with the reason as an error without an id.
net::Response refusal(unsigned status, std::string_view message,
                      std::int64_t code = rpc::code::invalid_request);

}  // namespace iam::mcp
