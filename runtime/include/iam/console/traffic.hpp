// Defines Traffic: the newest messages between a program and its MCP servers, for a page of the
// console.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <vector>

namespace iam::console {

struct TrafficMessage {
    std::uint64_t number = 0;  ///< set by Traffic; the first one is 1
    std::chrono::sys_time<std::chrono::milliseconds> time{};
    std::string server{};
    std::string kind{};     ///< "sent", "received", or "note" for words about the connection
    std::string text{};     ///< without secrets; of a long message its beginning
    std::size_t bytes = 0;  ///< of the whole message
};

/// Keeps messages in memory alone, while it is on: the newest 1000, with at most 8 MiB of text. It
/// is off until a person turns it on. Thread-safe.
class Traffic {
 public:
    bool is_on() const;
    /// Off also forgets the kept messages.
    void turn(bool is_on);
    /// While it is off, nothing is kept.
    void add(TrafficMessage message);
    /// At most `limit` kept messages with a number above `after`, the oldest first.
    std::vector<TrafficMessage> after(std::uint64_t after, std::size_t limit) const;

 private:
    mutable std::mutex mutex_{};
    bool is_on_ = false;
    std::uint64_t newest_ = 0;
    std::size_t bytes_ = 0;  // of the texts
    std::deque<TrafficMessage> kept_{};
};

}  // namespace iam::console
