// What takes a batch back that cannot be applied as a whole.
#pragma once

#include <functional>
#include <utility>
#include <vector>

namespace iam::store {

/// Runs its steps, last first, unless the change was kept.
class Rollback {
 public:
    Rollback() = default;
    Rollback(const Rollback&) = delete;
    Rollback& operator=(const Rollback&) = delete;
    ~Rollback() {
        for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) (*step)();
    }

    void add(std::function<void()> step) { steps_.push_back(std::move(step)); }
    void keep() noexcept { steps_.clear(); }

 private:
    std::vector<std::function<void()>> steps_;
};

}  // namespace iam::store
