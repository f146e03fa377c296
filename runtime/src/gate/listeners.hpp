// Who wants to hear of entries.
#pragma once

#include <iam/gate/runtime.hpp>

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

namespace iam::gate {

/// Thread-safe. Listeners are called without a lock held, so they may call back (what waits for a person then, see Runtime).
class Listeners {
 public:
    std::shared_ptr<void> add(Runtime::Listener listener);
    std::vector<std::shared_ptr<Runtime::Listener>> present();
    /// Without a lock: nobody has ever been added.
    bool were_never_any() const noexcept { return !any_; }

 private:
    std::mutex mutex_;
    std::vector<std::weak_ptr<Runtime::Listener>> all_;
    std::atomic<bool> any_{false};
};

struct Engine;

/// Tells interceptors and listeners of entries that are durable; reads them back only if somebody
/// listens. What they throw is ignored: it can no longer change what happened.
void tell(Engine& engine, const ledger::EntryIds& entries);

}  // namespace iam::gate
