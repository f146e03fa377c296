// Reads the event stream of a response, and remembers where to go on after it has broken off.
#pragma once

#include <iam/net/sse.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace iam::mcp {

struct StreamWaits {
    /// Before a stream that has broken off is asked for again, if the server names no time.
    std::chrono::milliseconds retry{std::chrono::seconds{1}};
    /// The shortest and the longest wait that a server may ask for.
    std::chrono::milliseconds retry_min{100};
    std::chrono::milliseconds retry_max{std::chrono::minutes{5}};
    /// Each attempt without an event doubles the wait, up to this.
    std::chrono::milliseconds backoff_max{std::chrono::seconds{30}};
};

/// One stream over several responses. Not thread-safe.
class EventBody {
 public:
    EventBody(std::size_t event_bytes_max, StreamWaits waits)
        : event_bytes_max_(event_bytes_max), waits_(waits) {}

    /// A new response begins.
    void begin();
    /// Gives the data of each event without a type, or of type "message". Error: invalid_argument
    /// (a limit).
    Result<void> add(std::string_view bytes,
                     const std::function<void(std::string_view)>& on_message);
    /// The response has ended, or could not be had. Returns how long to wait before the next one.
    std::chrono::milliseconds next_wait();
    /// Responses in a row that brought no event.
    unsigned vain_attempts() const noexcept { return vain_attempts_; }
    /// Empty: the server gave no id, so the stream cannot go on.
    const std::string& last_id() const noexcept { return last_id_; }

 private:
    /// Longer ids do not fit into a head.
    static constexpr std::size_t k_id_bytes_max = 4096;

    std::size_t event_bytes_max_;
    StreamWaits waits_;
    net::SseReader reader_{};
    std::string last_id_{};
    std::optional<std::chrono::milliseconds> retry_{};
    bool has_heard_ = false;  // the response has brought an event or an id
    unsigned vain_attempts_ = 0;
};

}  // namespace iam::mcp
