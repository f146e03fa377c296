// Counts the entries of a period in one walk, and looks up later outcomes at the end.
#include "iam/ledger/report.hpp"

#include <iam/ledger/filter.hpp>

#include <limits>
#include <set>
#include <string>

namespace iam::ledger {
namespace {

/// Calls and questions without an end so far.
struct Open {
    std::set<EntryId> intents{};
    std::set<std::string> questions{};  // ids of approvals
};

void count_question(const Entry& entry, Report& report, Open& open) {
    const bool is_put = entry.code.empty() && entry.answer.empty();
    if (is_put) {
        open.questions.insert(entry.approval);
    } else {
        open.questions.erase(entry.approval);
    }
    if (entry.code == "expired") {
        ++report.prompts_expired;
    } else if (!entry.code.empty()) {
        ++report.prompts_withdrawn;
    } else if (is_put) {
        ++report.prompts;
    } else {
        ++report.answers[entry.answer];
        using Kind = consent::ApproverKind;
        const Kind kind = entry.approver ? entry.approver->kind : Kind::program;
        if (kind == Kind::client_asserted) ++report.answers_of_clients;
        if (kind == Kind::program || kind == Kind::host_assertion) ++report.answers_of_programs;
    }
}

bool was_asserted(const Entry& entry) {
    return entry.decision && entry.decision->source == consent::Source::host_assertion;
}

void count_entry(const DecodedEntry& decoded, Report& report, Open& open) {
    const Entry& entry = decoded.entry;
    const bool success = entry.success.value_or(false);
    switch (entry.kind) {
        case EntryKind::approval:
        case EntryKind::input_request:
        case EntryKind::input:
            return count_question(entry, report, open);
        case EntryKind::decision:
            report.calls_refused += entry.count.value_or(1);
            return;
        case EntryKind::timed_out:
            ++report.calls_timed_out;
            return;
        case EntryKind::intent:
        case EntryKind::undo_intent:
            ++(entry.kind == EntryKind::intent ? report.calls_begun : report.undos_begun);
            if (was_asserted(entry)) ++report.host_assertions;
            open.intents.insert(decoded.id);
            return;
        case EntryKind::outcome:
            ++(success ? report.calls_done : report.calls_failed);
            break;
        case EntryKind::undo_outcome:
            ++(success ? report.undos_done : report.undos_failed);
            break;
        default:
            return;
    }
    if (entry.of) open.intents.erase(*entry.of);
}

/// Counts a question without an end in the period.
Result<void> count_unanswered(Store& store, const std::string& id, const Moment& now,
                              Report& report) {
    const auto approval = store.approval(id);
    // An approval without a valid seal proves nothing.
    if (!approval && approval.error().code == Errc::corrupt) return {};
    if (!approval) return tl::unexpected(approval.error());
    if (!*approval || (**approval).state != consent::ApprovalState::pending) return {};
    const bool is_over = state_at((**approval).expires, now) == consent::DeadlineState::ended;
    ++(is_over ? report.prompts_expired : report.prompts_open);
    return {};
}

}  // namespace

Result<Report> report(Store& store, const Period& period, const Moment& now) {
    Report found;
    Open open;
    Filter filter;
    filter.since = period.from;
    filter.until = period.to;
    Query all;
    all.oldest_first = true;
    all.with_payloads = false;
    all.limit = std::numeric_limits<std::size_t>::max();
    IAM_TRY(walked, search(store, filter, all, [&](const StoredEntry& stored) -> Result<bool> {
                ++found.entries;
                const auto decoded = decode(stored.text);
                if (decoded) {
                    count_entry(*decoded, found, open);
                } else {
                    ++found.unreadable;
                }
                return true;
            }));
    static_cast<void>(walked);
    for (const std::string& question : open.questions)
        IAM_CHECK(count_unanswered(store, question, now, found));
    for (const EntryId& intent : open.intents) {
        IAM_TRY(outcome, store.outcome_of(intent));
        if (!outcome) found.unknown.push_back(intent);
    }
    return found;
}

}  // namespace iam::ledger
