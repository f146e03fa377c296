#include "mcp/server/calls/waiting_calls.hpp"

#include <iam/core/signals_blocked.hpp>

#include <algorithm>
#include <iterator>
#include <system_error>

namespace iam::mcp {
namespace {

using std::chrono::milliseconds;

// An expiry changes nothing in the store, and a cancellation wakes nobody. So the calls are also
// looked at in this interval.
constexpr milliseconds k_look_again{500};

// A function reports whole numbers, so its next report is above all signs since the last.
constexpr double k_step_of_sign = 1e-6;

}  // namespace

void WaitingCalls::add(CallPointer call, ToolResult pending) {
    {
        const std::lock_guard lock(mutex_);
        if (!ended_ && has_thread()) {
            new_.push_back({std::move(call), std::move(pending)});
            new_.back().next_sign = parts_.clock.boot();
            change_.request_stop();
            added_.notify_all();
            return;
        }
    }
    parts_.on_end(std::move(call), std::move(pending), WaitEnd::over);
}

void WaitingCalls::look_now() {
    const std::lock_guard lock(mutex_);
    change_.request_stop();
}

void WaitingCalls::end() {
    std::thread thread;
    {
        const std::lock_guard lock(mutex_);
        ended_ = true;
        change_.request_stop();
        added_.notify_all();
        thread.swap(thread_);
    }
    if (thread.joinable()) thread.join();
}

/// Without a thread nobody waits: the client learns at once how to go on.
bool WaitingCalls::has_thread() {
    if (thread_.joinable()) return true;
    const SignalsBlocked blocked;
    try {
        thread_ = std::thread([this] { work(); });
    } catch (const std::system_error&) {
        return false;
    }
    return true;
}

void WaitingCalls::work() {
    std::vector<Waiting> calls;
    for (std::stop_token change; take_new(calls, change);) {
        // The version comes before the look, so no later change is missed.
        const auto version = parts_.store.version();
        calls = look(std::move(calls), !version);
        if (calls.empty()) continue;
        wait_for_change(*version, change);
    }
}

void WaitingCalls::wait_for_change(std::uint64_t version, const std::stop_token& change) {
    if (parts_.store.wait_for_change(version, k_look_again, change)) return;
    std::unique_lock lock(mutex_);
    added_.wait_for(lock, k_look_again, [this] { return ended_ || !new_.empty(); });
}

bool WaitingCalls::take_new(std::vector<Waiting>& calls, std::stop_token& change) {
    std::unique_lock lock(mutex_);
    if (calls.empty()) added_.wait(lock, [this] { return ended_ || !new_.empty(); });
    std::move(new_.begin(), new_.end(), std::back_inserter(calls));
    new_.clear();
    for (const Waiting& waiting : calls) {
        if (ended_) waiting.call->stops_waiting = true;
    }
    change_ = std::stop_source();
    change = change_.get_token();
    return !calls.empty();
}

std::vector<WaitingCalls::Waiting> WaitingCalls::look(std::vector<Waiting> calls,
                                                      bool nobody_waits) {
    std::vector<Waiting> still;
    for (Waiting& waiting : calls) {
        auto end = end_of(waiting);
        if (!end && nobody_waits) end = WaitEnd::over;
        if (end) {
            parts_.on_end(std::move(waiting.call), std::move(waiting.pending), *end);
            continue;
        }
        give_sign(waiting);
        still.push_back(std::move(waiting));
    }
    return still;
}

std::optional<WaitEnd> WaitingCalls::end_by_record(const std::string& approval) const {
    const auto found = parts_.store.approval(approval);
    if (!found || !*found) return WaitEnd::answered;  // the gate names the fault
    switch ((*found)->state) {
        case consent::ApprovalState::given:
        case consent::ApprovalState::refused:
        case consent::ApprovalState::withdrawn:
            return WaitEnd::answered;
        case consent::ApprovalState::consumed:
        case consent::ApprovalState::expired:
            return WaitEnd::asked_anew;
        case consent::ApprovalState::pending:
            break;
    }
    const auto deadline = consent::state_at((*found)->expires, parts_.clock.now());
    if (deadline != consent::DeadlineState::running) return WaitEnd::asked_anew;
    return std::nullopt;
}

std::optional<WaitEnd> WaitingCalls::end_of(const Waiting& waiting) const {
    const ActiveCall& call = *waiting.call;
    const bool is_over = parts_.clock.boot() >= *call.waits_until || call.stops_waiting ||
                         call.stop.stop_requested();
    // A cancelled call leaves its question: it expires, and an equal call may wait for it.
    if (call.is_cancelled.stop_requested()) return WaitEnd::over;
    if (const auto end = end_by_record(waiting.pending.approval)) {
        return is_over && *end == WaitEnd::asked_anew ? WaitEnd::over : end;
    }
    if (is_over) return WaitEnd::over;
    return std::nullopt;
}

void WaitingCalls::give_sign(Waiting& waiting) const {
    const milliseconds now = parts_.clock.boot();
    if (now < waiting.next_sign) return;
    waiting.next_sign = now + parts_.sign_of_life;
    ActiveCall& call = *waiting.call;
    rpc::Progress progress;
    progress.value = std::max(call.last_progress.load(), 0.0) + k_step_of_sign;
    progress.message = "A person must answer the question about this call.";
    call.last_progress = progress.value;
    call.reply.progress(progress);
}

}  // namespace iam::mcp
