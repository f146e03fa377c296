// Step 12 of a call: interceptors and listeners hear of its entries.
#include "gate/engine/listeners.hpp"

#include "gate/engine/engine.hpp"

#include <algorithm>
#include <utility>

namespace iam::gate {
namespace {

template <class Function>
void ignoring_exceptions(Function function) {
    try {
        function();
    } catch (...) {  // NOLINT(bugprone-empty-catch): what a listener throws changes nothing
    }
}

}  // namespace

std::shared_ptr<void> Listeners::add(Runtime::Listener listener) {
    auto handle = std::make_shared<Runtime::Listener>(std::move(listener));
    const std::lock_guard lock(mutex_);
    all_.push_back(handle);
    any_ = true;
    return handle;
}

std::vector<std::shared_ptr<Runtime::Listener>> Listeners::present() {
    const std::lock_guard lock(mutex_);
    std::vector<std::shared_ptr<Runtime::Listener>> present;
    if (all_.empty()) return present;
    all_.erase(std::remove_if(all_.begin(), all_.end(),
                              [](const auto& listener) { return listener.expired(); }),
               all_.end());
    for (const auto& listener : all_) {
        if (auto alive = listener.lock()) present.push_back(std::move(alive));
    }
    return present;
}

void tell(Engine& engine, const ledger::EntryIds& entries) {
    if (engine.listeners.were_never_any() && engine.parts.interceptors.empty()) return;
    const auto listeners = engine.listeners.present();
    if (listeners.empty() && engine.parts.interceptors.empty()) return;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const auto entry = engine.parts.store.entry(entries[i]);
        if (!entry || !*entry) continue;
        for (const auto& interceptor : engine.parts.interceptors) {
            ignoring_exceptions([&] { interceptor->on_audit(**entry); });
        }
        for (const auto& listener : listeners) {
            ignoring_exceptions([&] { (*listener)(**entry); });
        }
    }
}

}  // namespace iam::gate
