// Watches the state on a thread of its own, and tells the open pages of each change.
#pragma once

#include "console/access/sessions.hpp"
#include "console/events/event_log.hpp"
#include <iam/console/console.hpp>
#include <iam/ledger/follow.hpp>
#include <iam/net/http_server.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace iam::console {

/// The types of its events are:
///   snapshot  the ids of all open questions: load both lists anew
///   question  a question has come, or has ended, with its state and the answering person
///   entry     an entry has been added to the ledger
///   chat      a chat under way has changed (ChatFeed)
/// Thread-safe. The references outlive it.
class Events {
 public:
    Events(const Parts& parts, const Sessions& sessions, EventLimits limits);
    ~Events() { stop(); }
    Events(const Events&) = delete;
    Events& operator=(const Events&) = delete;

    /// Begins to watch; later changes are events. Error: of the store.
    Result<void> start();
    /// Answers with a stream: the events behind `last_id`, or a snapshot if it is empty, of another
    /// run or too old, or the events are longer than `told_bytes_max`.
    void open(std::string session, std::string_view last_id, net::Exchange exchange);
    /// Tells all pages of a change beside those of the store.
    void add(std::string_view type, std::string data);
    /// Ends all streams, and the watch.
    void stop();
    /// Ends the streams of a session.
    void end_session(const std::string& session);

 private:
    struct Stream {
        std::string session{};
        net::Exchange exchange;
        std::uint64_t sent = 0;
        std::chrono::milliseconds told{0};
        std::shared_ptr<const std::atomic<bool>> is_gone{};
    };

    void run(std::uint64_t seen);
    /// Waits until the store differs from `seen`, which becomes its version, or for so long.
    Result<void> wait_for_change(std::uint64_t& seen, std::chrono::milliseconds wait,
                                 const std::stop_token& stop);
    // Under the mutex.
    void look();
    Result<void> look_at_questions();
    Result<void> look_at_entries(std::vector<std::string>& events);
    /// False: the question cannot be read now.
    bool tell_end(const std::string& id);
    std::string snapshot() const;
    /// The events behind this number, or a snapshot if they are forgotten or too many bytes.
    std::string text_after(std::uint64_t number) const;
    bool tell(Stream& stream, std::chrono::milliseconds now);
    void tell_all();
    std::chrono::milliseconds time_to_wait() const;

    const Parts& parts_;
    const Sessions& sessions_;
    const EventLimits limits_;
    std::mutex mutex_;
    EventLog log_;
    ledger::Follower follower_;
    std::set<std::string> open_{};
    std::set<std::string> asked_{};  ///< by entries, since the last look at the questions
    std::chrono::sys_time<std::chrono::milliseconds> next_end_{};
    std::vector<Stream> streams_{};
    std::stop_source stop_{};
    std::condition_variable_any stopped_{};  ///< ends the pause after a failure
    std::thread thread_{};
};

}  // namespace iam::console
