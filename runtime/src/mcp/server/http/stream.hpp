// One stream of messages to a client: the answer to a POST, or the messages for a GET.
#pragma once

#include <iam/net/http_server.hpp>
#include <iam/rpc/reply.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace iam::mcp {

using Milliseconds = std::chrono::milliseconds;  // times of Clock::boot()

/// How streams of a session are written.
struct StreamForm {
    net::Fields fields{};          ///< of every response
    bool has_first_event = false;  ///< an event without data begins a stream and gives it an id
    std::chrono::milliseconds come_back{};
};

/// Keeps its events for a client with a cut connection. Not thread-safe.
class Stream {
 public:
    /// `kept_bytes` is the sum over all streams that share it; it outlives them. `exchange` is
    /// nothing if the client is not there yet.
    Stream(rpc::Channel channel, std::size_t& kept_bytes, std::optional<net::Exchange> exchange,
           Milliseconds now);

    /// Sends a message. The last one, if nothing came before it, is a response in JSON.
    void put(std::string_view message, bool is_last, const StreamForm& form, Milliseconds now);
    /// Ends the stream without an answer.
    void end(const StreamForm& form);
    /// Ends a stream that has not begun.
    void refuse(net::Response response);
    /// Begins the response as a stream of events, before the first message.
    void begin(const StreamForm& form, Milliseconds now);
    void give_sign(Milliseconds now);

    /// True if the events behind this number, and all later ones, are kept.
    bool has_after(std::uint64_t number) const noexcept;
    /// Goes on at another connection, behind the event of this number; nothing: behind the last
    /// sent event.
    void attach(net::Exchange exchange, std::optional<std::uint64_t> number, const StreamForm& form,
                Milliseconds now);
    void leave() noexcept { exchange_.reset(); }
    /// Tells the connections of a stream apart.
    std::uint64_t connection = 0;
    /// Forgets the oldest event. False: there is none.
    bool forget_oldest();

    bool is_attached() const noexcept { return exchange_.has_value(); }
    bool is_begun() const noexcept { return is_begun_; }
    bool has_events() const noexcept { return !events_.empty(); }
    bool is_over() const noexcept { return is_over_; }
    Milliseconds last_sent() const noexcept { return last_sent_; }

 private:
    void add_event(std::string_view data);
    void send_events(Milliseconds now);
    void finish_if_over();

    rpc::Channel channel_;
    std::optional<net::Exchange> exchange_;
    bool is_begun_ = false;  // it is a stream of events
    bool is_over_ = false;
    std::deque<std::string> events_{};
    std::size_t* kept_bytes_;
    std::uint64_t first_ = 0;   // the number of events_.front()
    std::uint64_t unsent_ = 0;  // the number of the first unsent event
    Milliseconds last_sent_;
};

/// The place of an event: the stream and its number in it.
struct EventId {
    rpc::Channel channel = 0;
    std::uint64_t number = 0;
};
std::string to_string(const EventId& id);
std::optional<EventId> event_id_of(std::string_view text);

}  // namespace iam::mcp
