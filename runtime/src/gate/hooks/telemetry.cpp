// Turns entries into events.

#include "iam/gate/telemetry.hpp"

#include <utility>

namespace iam::gate {

Telemetry::Telemetry(std::function<void(const CallEvent&)> on_event)
    : on_event_(std::move(on_event)) {}

void Telemetry::on_audit(const ledger::StoredEntry& entry) {
    auto decoded = ledger::decode(entry.text);
    if (!decoded || !decoded->entry.tool || !on_event_) return;
    ledger::Entry& facts = decoded->entry;
    CallEvent event;
    event.kind = facts.kind;
    event.entry = to_string(entry.id);
    event.time = facts.time;
    event.call_id = std::move(facts.call_id);
    event.tool = *std::move(facts.tool);
    if (facts.proposer) event.proposer = facts.proposer->kind;
    if (facts.decision) {
        event.effect = facts.decision->effect;
        event.source = facts.decision->source;
        event.source_id = std::move(facts.decision->source_id);
    }
    event.risk = facts.risk;
    event.answer = std::move(facts.answer);
    event.success = facts.success;
    event.code = std::move(facts.code);
    event.duration = facts.duration;
    event.late = facts.late;
    on_event_(event);
}

}  // namespace iam::gate
