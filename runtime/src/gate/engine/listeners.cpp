// Keeps weak handles: a listener lives until its owner drops the handle.
#include "gate/engine/listeners.hpp"

#include <algorithm>
#include <utility>

namespace iam::gate {

std::shared_ptr<void> Listeners::add(Records::Listener listener) {
    auto handle = std::make_shared<Records::Listener>(std::move(listener));
    const std::lock_guard lock(mutex_);
    all_.push_back(handle);
    any_ = true;
    return handle;
}

std::vector<std::shared_ptr<Records::Listener>> Listeners::present() {
    const std::lock_guard lock(mutex_);
    std::vector<std::shared_ptr<Records::Listener>> present;
    if (all_.empty()) return present;
    all_.erase(std::remove_if(all_.begin(), all_.end(),
                              [](const auto& listener) { return listener.expired(); }),
               all_.end());
    for (const auto& listener : all_) {
        if (auto alive = listener.lock()) present.push_back(std::move(alive));
    }
    return present;
}

}  // namespace iam::gate
