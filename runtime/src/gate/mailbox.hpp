// Where a thread that waits in Runtime::call() gets its work and its answer: what follows a prompt
// runs on the thread that asked, whoever brought the reply.
#pragma once

#include <iam/tool/call.hpp>

#include <condition_variable>
#include <functional>
#include <mutex>
#include <vector>

namespace iam::gate {

/// Thread-safe; one thread waits.
class Mailbox {
 public:
    /// The answer goes there, before wait() returns.
    explicit Mailbox(ToolResult& answer) noexcept : answer_(answer) {}
    void post(std::function<void()> work);
    void answer(ToolResult&& result);
    /// Runs what is posted until the answer is there.
    void wait();

 private:
    std::mutex mutex_;
    std::condition_variable news_;
    std::vector<std::function<void()>>
        work_;  // a call seldom has any: an empty deque would cost memory
    ToolResult& answer_;
    bool is_answered_ = false;
};

}  // namespace iam::gate
