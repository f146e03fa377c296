// Entries are read back from the store, so that a listener hears what the record has.
#include "gate/steps/tell_listeners.hpp"

#include "gate/engine/engine.hpp"

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

void tell_listeners(Engine& engine, const Result<ledger::Receipt>& recorded) {
    if (recorded) tell(engine, recorded->entries);
}

}  // namespace iam::gate
