#include "mcp/server/calls/active_calls.hpp"

#include <algorithm>
#include <utility>

namespace iam::mcp {

void ActiveCalls::add(std::shared_ptr<ActiveCall> call) {
    const std::lock_guard lock(mutex_);
    calls_.push_back(std::move(call));
}

void ActiveCalls::remove(const ActiveCall& call) {
    std::shared_ptr<ActiveCall> removed;  // dies after the lock
    {
        const std::lock_guard lock(mutex_);
        const auto at = std::find_if(calls_.begin(), calls_.end(),
                                     [&](const auto& one) { return one.get() == &call; });
        if (at == calls_.end()) return;
        removed = std::move(*at);
        calls_.erase(at);
    }
}

void ActiveCalls::for_each(const std::function<void(ActiveCall&)>& each) const {
    std::vector<std::shared_ptr<ActiveCall>> calls;
    {
        const std::lock_guard lock(mutex_);
        calls = calls_;
    }
    for (const auto& call : calls) each(*call);
}

}  // namespace iam::mcp
