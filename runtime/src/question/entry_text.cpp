// Every text of an entry may come from a model, so all of it is made visible first.
#include "iam/question/entry_text.hpp"

#include <iam/core/json.hpp>
#include <iam/core/json_writer.hpp>
#include <iam/question/escape.hpp>
#include <iam/question/pretty_json.hpp>

#include <algorithm>
#include <utility>

namespace iam::question {
namespace {

using ledger::Entry;
using ledger::EntryKind;

std::string what_of_intent(const Entry& entry, const EntryFacts& facts) {
    std::string what = "begins";
    if (entry.decision) what += ", allowed by " + std::string(to_string(entry.decision->source));
    if (facts.lacks_outcome) {
        what += "; no outcome: it still runs, or may have happened and nobody knows; do not repeat";
    }
    return what;
}

std::string what_of_outcome(const Entry& entry, const EntryFacts& facts) {
    std::string what =
        entry.success.value_or(false) ? "done" : "failed: " + escape_for_display(entry.code);
    if (entry.late) what += ", after the caller was told that time was up";
    if (facts.undo == ledger::UndoState::undone) what += ", undone since";
    if (facts.undo == ledger::UndoState::pending) what += ", its undo has begun";
    return what;
}

std::string what_of_approval(const Entry& entry) {
    if (!entry.answer.empty()) {
        const consent::Approver by = entry.approver.value_or(consent::Approver{});
        const bool is_asserted = by.kind == consent::ApproverKind::client_asserted;
        const std::string who = (is_asserted ? "the client " : "") + escape_for_display(by.login);
        return escape_for_display(entry.answer) + (by.login.empty() ? "" : " by " + who);
    }
    return entry.code.empty() ? "asked" : escape_for_display(entry.code);
}

std::string what_of(const Entry& entry, const EntryFacts& facts) {
    const std::string of = entry.of ? " of " + to_string(*entry.of) : "";
    switch (entry.kind) {
        case EntryKind::decision:
            return "not run: " + escape_for_display(entry.code) +
                   (entry.count ? ", " + std::to_string(*entry.count) + " times more after" + of
                                : "");
        case EntryKind::approval:
            return what_of_approval(entry);
        case EntryKind::grant:
            return "given " + escape_for_display(entry.grant);
        case EntryKind::revocation:
            return "revoked " + escape_for_display(entry.grant + entry.permission);
        case EntryKind::permission:
            return escape_for_display(entry.answer) + " " + escape_for_display(entry.permission);
        case EntryKind::policy:
            return !entry.policy                      ? "back to the compiled one"
                   : *entry.policy == Policy::allow   ? "set to allow"
                   : *entry.policy == Policy::confirm ? "set to confirm"
                                                      : "set to deny";
        case EntryKind::intent:
            return what_of_intent(entry, facts);
        case EntryKind::outcome:
            return what_of_outcome(entry, facts);
        case EntryKind::timed_out:
            return "time was up" + of;
        case EntryKind::undo_intent:
            return "undo" + of + " " + what_of_intent(entry, facts);
        case EntryKind::undo_outcome:
            return "undo " + what_of_outcome(entry, facts);
        case EntryKind::reconcile:
            return "what became" + of +
                   (!entry.success   ? ": not known, " + escape_for_display(entry.code)
                    : *entry.success ? std::string(": it happened")
                                     : std::string(": it did not happen"));
        case EntryKind::freeze:
            return "every call is denied from here on";
        case EntryKind::thaw:
            return "calls are decided on again";
        case EntryKind::checkpoint:
            return "the ledger up to here was signed";
        case EntryKind::erasure:
            return "values of earlier entries were erased";
        case EntryKind::input_request:
            return "asks for input " + escape_for_display(entry.approval);
        case EntryKind::input:
            return "input given " + escape_for_display(entry.approval);
        case EntryKind::trust:
            return "its hints are believed from here on";
        case EntryKind::distrust:
            return "its hints only raise the risk again";
        case EntryKind::note:
            break;
    }
    return escape_for_display(entry.code);
}

const char* word_of(ledger::UndoState state) {
    return state == ledger::UndoState::undone    ? "undone"
           : state == ledger::UndoState::pending ? "pending"
                                                 : "none";
}

void put_chained(JsonWriter& out, const ledger::StoredEntry& entry, const EntryFacts& facts) {
    out.key("entry");
    if (parse_json(entry.text, limits_of_own_text(entry.text.size()))) {
        out.raw(entry.text);
    } else {
        out.string(escape_for_display(entry.text));
    }
    out.key("hash");
    out.string(entry.hash.hex());
    out.key("id");
    out.string(to_string(entry.id));
    out.key("lacks_outcome");
    out.boolean(facts.lacks_outcome);
    out.key("previous");
    out.string(entry.previous.hex());
    out.key("undo");
    out.string(word_of(facts.undo));
}

void put_object(JsonWriter& out, const ledger::StoredEntry& entry, const EntryFacts& facts) {
    out.begin_object();
    put_chained(out, entry, facts);
    out.key("values");
    put_values(out, entry);
    out.end_object();
}

}  // namespace

void put_values(JsonWriter& out, const ledger::StoredEntry& entry) {
    auto values = entry.payloads;
    std::sort(values.begin(), values.end(),
              [](const auto& a, const auto& b) { return utf16_less(a.name, b.name); });
    out.begin_object();
    for (const ledger::Payload& value : values) {
        out.key(value.name);
        const bool is_prose = value.name == "message";
        auto canonical = is_prose
                             ? fail(Errc::invalid_argument, "")
                             : canonicalize(value.bytes, limits_of_own_text(value.bytes.size()));
        if (canonical) {
            out.raw(*canonical);
        } else if (is_valid_utf8(value.bytes)) {
            out.string(value.bytes);
        } else {
            out.string(escape_for_display(value.bytes));
        }
    }
    out.end_object();
}

Result<EntryFacts> facts_of(ledger::Store& store, const ledger::StoredEntry& entry) {
    EntryFacts facts;
    const auto decoded = ledger::decode(entry.text);
    if (!decoded) return facts;
    const EntryKind kind = decoded->entry.kind;
    if (kind == EntryKind::intent || kind == EntryKind::undo_intent) {
        IAM_TRY(outcome, store.outcome_of(entry.id));
        facts.lacks_outcome = !outcome.has_value();
    } else if (kind == EntryKind::outcome) {
        IAM_TRY(undo, store.undo_state(entry.id));
        facts.undo = undo;
    }
    return facts;
}

std::string entry_json(const ledger::StoredEntry& entry, const EntryFacts& facts) {
    JsonWriter out;
    put_object(out, entry, facts);
    return json_without_controls(out.text()) + "\n";
}

std::string entry_json(const ledger::StoredEntry& entry, const EntryFacts& facts,
                       const std::vector<ledger::StoredEntry>& call,
                       const std::vector<EntryFacts>& facts_of_call,
                       const std::string& undo_command) {
    JsonWriter out;
    out.begin_object();
    out.key("call");
    out.begin_array();
    for (std::size_t i = 0; i < call.size(); ++i) put_object(out, call[i], facts_of_call[i]);
    out.end_array();
    put_chained(out, entry, facts);
    if (!undo_command.empty()) {
        out.key("undo_command");
        out.string(undo_command);
    }
    out.key("values");
    put_values(out, entry);
    out.end_object();
    return json_without_controls(out.text()) + "\n";
}

std::vector<std::string> entry_row(const ledger::StoredEntry& entry, const EntryFacts& facts) {
    const auto decoded = ledger::decode(entry.text);
    if (!decoded) {
        return {to_string(entry.id), "", "", "",
                "cannot be read: " + escape_for_display(entry.text)};
    }
    const Entry& facts_of_entry = decoded->entry;
    return {to_string(entry.id), to_rfc3339(facts_of_entry.time),
            std::string(to_string(facts_of_entry.kind)),
            facts_of_entry.tool ? escape_for_display(display_name(*facts_of_entry.tool)) : "-",
            what_of(facts_of_entry, facts)};
}

namespace {

/// Of an entry about a call of another server's tool: how far the server was believed.
std::string origin_text(const ledger::StoredEntry& entry) {
    const auto decoded = ledger::decode(entry.text);
    if (!decoded || !decoded->entry.tool || !decoded->entry.risk) return "";
    const std::string& origin = decoded->entry.tool->origin;
    if (origin.empty()) return "";
    return "from the server " + escape_for_display(origin) +
           (decoded->entry.trusted ? ", trusted then\n" : ", not trusted then\n");
}

}  // namespace

std::string entry_text(const ledger::StoredEntry& entry, const EntryFacts& facts) {
    const std::vector<std::string> row = entry_row(entry, facts);
    std::string text = "entry " + row[0] + ": " + row[2] + " " + row[3] + ", " + row[4] + "\n";
    text += "time " + row[1] + "\n" + origin_text(entry) + "\npublic facts, as they are chained:\n";
    text += pretty_json_text(entry.text);
    for (const ledger::Payload& value : entry.payloads) {
        text += "\n" + escape_for_display(value.name) + ":\n";
        text += value.name == "message" ? escape_for_display(value.bytes) + "\n"
                                        : pretty_json_text(value.bytes);
    }
    text += "\nprevious " + entry.previous.hex() + "\nhash     " + entry.hash.hex() + "\n";
    return text;
}

}  // namespace iam::question
