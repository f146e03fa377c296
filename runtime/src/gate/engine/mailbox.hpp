// Work and answer for a thread waiting in Runtime::call(). The steps after a question run on the
// asking thread, no matter where the reply came from.
#pragma once

#include <iam/tool/call.hpp>

#include <condition_variable>
#include <functional>
#include <mutex>
#include <vector>

namespace iam::gate {

/// Thread-safe. One thread waits.
class Mailbox {
 public:
    /// The answer is stored in `answer` before wait() returns.
    explicit Mailbox(ToolResult& answer) noexcept : answer_(answer) {}
    void post(std::function<void()> work);
    void answer(ToolResult&& result);
    /// Runs posted work until the answer has come.
    void wait();

 private:
    std::mutex mutex_;
    std::condition_variable news_;
    std::vector<std::function<void()>>
        work_;  // A vector: most calls have no work, and an empty deque allocates.
    ToolResult& answer_;
    bool is_answered_ = false;
};

}  // namespace iam::gate
