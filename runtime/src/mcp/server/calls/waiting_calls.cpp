#include "mcp/server/calls/waiting_calls.hpp"

#include <iam/core/signals_blocked.hpp>

#include <algorithm>
#include <iterator>
#include <system_error>

namespace iam::mcp {
namespace {

using std::chrono::milliseconds;

// An expiry changes nothing in the store, and a cancellation wakes nobody, so that the calls are
// looked at in this interval as well.
constexpr milliseconds k_look_again{500};

// A function reports whole numbers from 0 upwards, so that any report but 0 is above all signs.
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
    parts_.on_end(std::move(call), std::move(pending), WaitEnd::too_long);
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
        // The version comes before the look, so that no later change is missed.
        const auto version = parts_.store.version();
        calls = look(std::move(calls), !version);
        if (calls.empty()) continue;
        static_cast<void>(parts_.store.wait_for_change(*version, k_look_again, change));
    }
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
        if (!end && nobody_waits) end = WaitEnd::too_long;
        if (end) {
            parts_.on_end(std::move(waiting.call), std::move(waiting.pending), *end);
            continue;
        }
        give_sign(waiting);
        still.push_back(std::move(waiting));
    }
    return still;
}

std::optional<WaitEnd> WaitingCalls::end_of(const Waiting& waiting) const {
    const ActiveCall& call = *waiting.call;
    if (call.is_cancelled.stop_requested()) return WaitEnd::cancelled;
    const auto approval = parts_.store.approval(waiting.pending.approval);
    const bool is_open = approval && *approval &&
                         (*approval)->state == consent::ApprovalState::pending &&
                         consent::state_at((*approval)->expires, parts_.clock.now()) ==
                             consent::DeadlineState::running;
    if (!is_open) return WaitEnd::settled;
    const bool is_over = parts_.clock.boot() >= *call.waits_until;
    if (is_over || call.stops_waiting || call.stop.stop_requested()) return WaitEnd::too_long;
    return std::nullopt;
}

void WaitingCalls::give_sign(Waiting& waiting) const {
    const milliseconds now = parts_.clock.boot();
    if (now < waiting.next_sign) return;
    waiting.next_sign = now + parts_.sign_of_life;
    ++waiting.signs;
    rpc::Progress progress;
    progress.value = k_step_of_sign * static_cast<double>(waiting.signs);
    progress.message = "A person must answer the question about this call.";
    waiting.call->reply.progress(progress);
}

}  // namespace iam::mcp
