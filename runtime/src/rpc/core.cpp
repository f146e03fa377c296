// The common parts of all entrances of a Peer: the order of the owner's functions, the messages
// waiting for the channel, and the end.
#include "rpc/core.hpp"

#include <iam/core/assert.hpp>

#include <algorithm>

namespace iam::rpc {

Core::Core(Parts parts)
    : parts_(std::move(parts)), protocol_(std::make_shared<const Protocol>(parts_.protocol)) {
    IAM_ASSERT(parts_.clock != nullptr && parts_.methods != nullptr && parts_.send != nullptr);
}

Core::Visitor::Visitor(Core& core) : core_(core) {
    const std::lock_guard lock(core_.mutex_);
    core_.visitors_.push_back(std::this_thread::get_id());
}

Core::Visitor::~Visitor() {
    const std::lock_guard lock(core_.mutex_);
    std::vector<std::thread::id>& visitors = core_.visitors_;
    visitors.erase(std::find(visitors.begin(), visitors.end(), std::this_thread::get_id()));
    if (visitors.empty()) core_.left_.notify_all();
}

bool Core::is_within_this_thread() const {
    return std::find(visitors_.begin(), visitors_.end(), std::this_thread::get_id()) !=
           visitors_.end();
}

void Core::report(const Report& report) noexcept {
    if (!parts_.on_report) return;
    try {
        parts_.on_report(report);
    } catch (...) {  // there is nobody left to tell
    }
}

void Core::perform(Later& later) {
    for (std::stop_source& stop : later.stops) stop.request_stop();
    send_all();  // a channel may make its thread wait
    for (const std::function<void()>& call : later.calls)
        guard("a handler or callback threw", call);
    for (Ended& one : later.ended) {
        if (!one.request.on_outcome) continue;
        guard("a handler or callback threw",
              [&] { one.request.on_outcome(std::move(one.outcome)); });
    }
    for (const Report& one : later.reports) report(one);
    if (later.wakes && parts_.on_wake) guard("on_wake threw", parts_.on_wake);
}

void Core::push(Output output) {
    if (is_closed_) return;
    output_bytes_ += output.text.size();
    outputs_.push_back(std::move(output));
}

bool Core::is_behind() {
    if (output_bytes_ <= parts_.limits.output_bytes_max) return false;
    wants_room_ = true;
    return true;
}

bool Core::offer(Output& output) {
    bool is_taken = true;  // if sending throws, the message is lost
    guard("send threw", [&] { is_taken = parts_.send(output); });
    return is_taken;
}

void Core::send_all() {
    bool wakes = false;
    {
        std::unique_lock lock(mutex_);
        if (is_sending_) return;
        is_sending_ = true;
        while (!outputs_.empty() && !is_blocked_) {
            Output output = std::move(outputs_.front());
            outputs_.pop_front();
            const std::size_t bytes = output.text.size();
            const std::uint64_t writables = writables_;
            lock.unlock();
            const bool is_taken = offer(output);
            lock.lock();
            if (is_closed_) break;
            if (is_taken) {
                output_bytes_ -= bytes;
            } else {
                outputs_.push_front(std::move(output));
                // writable() may have been called before send() returned.
                is_blocked_ = writables == writables_;
            }
        }
        is_sending_ = false;
        if (wants_room_ && output_bytes_ <= parts_.limits.output_bytes_max) {
            wants_room_ = false;
            wakes = !is_closed_;
        }
    }
    if (wakes && parts_.on_wake) guard("on_wake threw", parts_.on_wake);
}

void Core::writable() {
    enter([&](Later&) {
        ++writables_;
        is_blocked_ = false;
        return true;
    });
}

void Core::set_protocol(Protocol protocol) {
    auto shared = std::make_shared<const Protocol>(std::move(protocol));
    const std::lock_guard lock(mutex_);
    protocol_ = std::move(shared);
}

Load Core::load() const {
    const std::lock_guard lock(mutex_);
    return {theirs_.running(), theirs_.waiting(), own_.size(), output_bytes_, kept_bytes_};
}

void Core::close() {
    bool is_nested = false;
    {
        const std::lock_guard lock(mutex_);
        is_nested = is_within_this_thread();
    }
    enter([&](Later& later) {
        is_closed_ = true;
        outputs_.clear();
        output_bytes_ = 0;
        kept_bytes_ = 0;
        for (TheirRequest& request : theirs_.clear())
            later.stops.push_back(std::move(request.stop));
        for (OwnRequest& request : own_.clear())
            end(std::move(request),
                {Outcome::Kind::closed, {}, {0, "the conversation is closed", {}}}, later);
        return true;
    });
    if (is_nested) return;
    std::unique_lock lock(mutex_);
    left_.wait(lock, [&] { return visitors_.empty(); });
}

}  // namespace iam::rpc
