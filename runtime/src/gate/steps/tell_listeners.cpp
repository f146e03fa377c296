// Entries are read back from the store, so a listener hears the recorded content.
#include "gate/steps/tell_listeners.hpp"

#include "gate/record/record_writer.hpp"

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

void tell(RecordWriter& writer, const ledger::EntryIds& entries) {
    if (writer.listeners.were_never_any() && writer.parts.interceptors.empty()) return;
    const auto listeners = writer.listeners.present();
    if (listeners.empty() && writer.parts.interceptors.empty()) return;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const auto entry = writer.parts.store.entry(entries[i]);
        if (!entry || !*entry) continue;
        for (const auto& interceptor : writer.parts.interceptors) {
            ignoring_exceptions([&] { interceptor->on_audit(**entry); });
        }
        for (const auto& listener : listeners) {
            ignoring_exceptions([&] { (*listener)(**entry); });
        }
    }
}

void tell_listeners(RecordWriter& writer, const Result<ledger::Receipt>& recorded) {
    if (recorded) tell(writer, recorded->entries);
}

}  // namespace iam::gate
