// The steps before the intent come from the hooks, the others from the record: an outcome is told
// only once it is durable.

#include "iam/gate/call_log.hpp"

#include <iam/core/json_writer.hpp>

#include <cstdint>
#include <utility>

namespace iam::gate {
namespace {

// Calls that end without an entry are forgotten in the end.
constexpr std::size_t k_open_calls_max = 4096;

void put_word(JsonWriter& out, std::string_view name, std::string_view word) {
    if (word.empty()) return;
    out.key(name);
    out.string(word);
}

bool is_terminal(ledger::EntryKind kind) {
    return kind == ledger::EntryKind::decision || kind == ledger::EntryKind::outcome ||
           kind == ledger::EntryKind::undo_outcome;
}

/// Nothing for entries that are no step of a call.
std::optional<CallStep::Kind> kind_of(const ledger::Entry& facts) {
    switch (facts.kind) {
        case ledger::EntryKind::intent:
        case ledger::EntryKind::undo_intent:
            return CallStep::Kind::executing;
        case ledger::EntryKind::approval:
            if (!facts.answer.empty()) return CallStep::Kind::decided;
            return std::nullopt;
        default:
            if (is_terminal(facts.kind)) return CallStep::Kind::outcome;
            return std::nullopt;
    }
}

}  // namespace

std::string_view to_string(CallStep::Kind kind) noexcept {
    switch (kind) {
        case CallStep::Kind::requested:
            return "requested";
        case CallStep::Kind::decided:
            return "decided";
        case CallStep::Kind::executing:
            return "executing";
        case CallStep::Kind::outcome:
            break;
    }
    return "outcome";
}

std::string to_json(const CallStep& step) {
    JsonWriter out;
    out.begin_object();
    put_word(out, "answer", step.answer);
    put_word(out, "call", step.call_id);
    put_word(out, "code", step.code);
    if (step.duration) {
        out.plain_key("duration_us");
        out.integer(static_cast<std::uint64_t>(step.duration->count()));
    }
    if (step.effect) put_word(out, "effect", to_string(*step.effect));
    put_word(out, "entry", step.entry);
    put_word(out, "origin", step.tool.origin);
    if (step.proposer) put_word(out, "proposer", to_string(*step.proposer));
    if (step.source) put_word(out, "source", to_string(*step.source));
    put_word(out, "source_id", step.source_id);
    put_word(out, "step", to_string(step.kind));
    if (step.success) {
        out.plain_key("success");
        out.boolean(*step.success);
    }
    put_word(out, "time", to_rfc3339(step.time));
    put_word(out, "tool", step.tool.name);
    if (step.is_undo) {
        out.plain_key("undo");
        out.boolean(true);
    }
    out.end_object();
    return out.take();
}

CallLog::CallLog(const Clock& clock, std::function<void(const CallStep&)> on_step)
    : clock_(clock), on_step_(std::move(on_step)) {}

std::optional<consent::Decision> CallLog::on_resolve(const CallView& call,
                                                     const consent::Decision& upstream) {
    CallStep step{.time = clock_.now().wall,
                  .call_id = call.call.id,
                  .tool = call.call.tool,
                  .is_undo = call.is_undo,
                  .proposer = call.call.proposer.kind};
    if (note(step.call_id)) tell(step);
    step.kind = CallStep::Kind::decided;
    step.effect = upstream.effect;
    step.source = upstream.source;
    step.source_id = upstream.source_id;
    tell(step);
    return std::nullopt;
}

void CallLog::on_audit(const ledger::StoredEntry& entry) {
    auto decoded = ledger::decode(entry.text);
    if (!decoded || !decoded->entry.tool) return;
    ledger::Entry& facts = decoded->entry;
    const auto kind = kind_of(facts);
    if (!kind) return;
    CallStep step{.time = facts.time, .call_id = facts.call_id, .tool = *facts.tool};
    if (facts.proposer) step.proposer = facts.proposer->kind;
    step.is_undo = facts.kind == ledger::EntryKind::undo_intent ||
                   facts.kind == ledger::EntryKind::undo_outcome;
    // A call that is refused before the decision has not been told of.
    if (facts.kind == ledger::EntryKind::decision && note(step.call_id)) {
        tell(step);
        if (facts.decision) {
            CallStep decided = step;
            decided.kind = CallStep::Kind::decided;
            decided.effect = facts.decision->effect;
            decided.source = facts.decision->source;
            decided.source_id = facts.decision->source_id;
            tell(decided);
        }
    }
    step.kind = *kind;
    step.entry = to_string(entry.id);
    step.answer = std::move(facts.answer);
    if (is_terminal(facts.kind)) {
        step.success = facts.success;
        step.code = std::move(facts.code);
        step.duration = facts.duration;
        forget(step.call_id);
    }
    tell(step);
}

void CallLog::tell(const CallStep& step) const {
    if (!on_step_) return;
    try {
        on_step_(step);
    } catch (...) {
        // A log that cannot be written must not stop a call.
    }
}

bool CallLog::note(const std::string& call_id) {
    const std::lock_guard lock(mutex_);
    if (open_calls_.size() >= k_open_calls_max) open_calls_.erase(open_calls_.begin());
    return open_calls_.insert(call_id).second;
}

void CallLog::forget(const std::string& call_id) {
    const std::lock_guard lock(mutex_);
    open_calls_.erase(call_id);
}

}  // namespace iam::gate
