// Listeners for new entries.
#pragma once

#include <iam/gate/records.hpp>

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

namespace iam::gate {

/// Thread-safe. No lock is held while a listener runs, so a listener may call the Runtime. (Runtime
/// says which calls may wait then.)
class Listeners {
 public:
    std::shared_ptr<void> add(Records::Listener listener);
    std::vector<std::shared_ptr<Records::Listener>> present();
    /// True if no listener was ever added. Takes no lock.
    bool were_never_any() const noexcept { return !any_; }

 private:
    std::mutex mutex_;
    std::vector<std::weak_ptr<Records::Listener>> all_;
    std::atomic<bool> any_{false};
};

}  // namespace iam::gate
