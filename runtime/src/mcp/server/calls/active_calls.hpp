// The unanswered calls of one conversation.
#pragma once

#include "mcp/server/calls/active_call.hpp"

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace iam::mcp {

/// Thread-safe.
class ActiveCalls {
 public:
    void add(std::shared_ptr<ActiveCall> call);
    void remove(const ActiveCall& call);
    /// Calls `each` for every call, without a lock.
    void for_each(const std::function<void(ActiveCall&)>& each) const;

 private:
    mutable std::mutex mutex_;
    std::vector<std::shared_ptr<ActiveCall>> calls_;
};

}  // namespace iam::mcp
