// The last events, for clients that come back after a cut.
#pragma once

#include <iam/net/sse.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::console {

/// Numbers its events from 1 on. Not thread-safe.
class EventLog {
 public:
    /// `run` tells the events of this run of the program from others. It has no point.
    EventLog(std::string run, std::size_t events_max) : run_(std::move(run)), max_(events_max) {}

    void add(std::string_view type, std::string data);
    /// The number of the newest event; 0: there is none.
    std::uint64_t newest() const noexcept { return newest_; }
    /// "RUN.7": after this event.
    std::string id_of(std::uint64_t number) const { return run_ + "." + std::to_string(number); }
    /// The number in an id of this run; nothing: it is another's, or there is no such event.
    std::optional<std::uint64_t> number_of(std::string_view id) const;
    /// The events behind this number; nothing: some of them are forgotten.
    std::optional<std::vector<net::SseEvent>> after(std::uint64_t number) const;

 private:
    const std::string run_;
    const std::size_t max_;
    std::uint64_t newest_ = 0;
    std::deque<net::SseEvent> events_{};
};

}  // namespace iam::console
