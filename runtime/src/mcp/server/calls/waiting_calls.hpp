// Calls with questions for a person to answer elsewhere.
#pragma once

#include "mcp/server/calls/active_call.hpp"
#include <iam/core/clock.hpp>
#include <iam/ledger/store.hpp>
#include <iam/tool/call.hpp>

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace iam::mcp {

/// How a call stops to wait.
enum class WaitEnd {
    answered,    ///< a person has answered, or withdrawn the question
    asked_anew,  ///< an equal call has used the answer, or the question has expired
    over,        ///< the wait took too long, nobody may wait any more, or the client has cancelled
};

/// One thread looks after all of them. It starts with the first one, and sleeps while there is
/// none. Thread-safe.
class WaitingCalls {
 public:
    using CallPointer = std::shared_ptr<ActiveCall>;
    struct Parts {
        ledger::Store& store;
        const Clock& clock;
        std::chrono::milliseconds sign_of_life;
        /// Called once for each call, on the thread of this object or of add(), without a lock.
        /// `pending` is the result given to add().
        std::function<void(CallPointer, ToolResult pending, WaitEnd)> on_end;
    };
    explicit WaitingCalls(Parts parts) : parts_(std::move(parts)) {}
    /// end().
    ~WaitingCalls() { end(); }
    WaitingCalls(const WaitingCalls&) = delete;
    WaitingCalls& operator=(const WaitingCalls&) = delete;

    /// Waits for the answer to `pending.approval`, until ActiveCall::waits_until.
    void add(CallPointer call, ToolResult pending);
    /// Looks at all calls now: an ActiveCall::stops_waiting was set, or a client has cancelled.
    void look_now();
    /// Ends the waits of all calls, and the thread. Later calls do not wait.
    void end();

 private:
    struct Waiting {
        CallPointer call{};
        ToolResult pending{};
        std::chrono::milliseconds next_sign{0};
    };
    bool has_thread();
    /// Waits for a change in the store; for a moment if the store cannot tell.
    void wait_for_change(std::uint64_t version, const std::stop_token& change);
    void work();
    /// Moves new calls to `calls`, after waiting for one if there is none. False: the end.
    bool take_new(std::vector<Waiting>& calls, std::stop_token& change);
    /// Ends waits, gives signs, and returns the calls still waiting.
    std::vector<Waiting> look(std::vector<Waiting> calls, bool nobody_waits);
    std::optional<WaitEnd> end_of(const Waiting& waiting) const;
    std::optional<WaitEnd> end_by_record(const std::string& approval) const;
    void give_sign(Waiting& waiting) const;

    Parts parts_;
    std::mutex mutex_;
    std::condition_variable added_;
    std::vector<Waiting> new_;
    std::stop_source change_;  // stopped: look now
    bool ended_ = false;
    std::thread thread_;
};

}  // namespace iam::mcp
