// One walk over the entries of a period; an outcome that came later is asked for at the end.
#include "iam/ledger/report.hpp"

#include <iam/ledger/filter.hpp>

#include <limits>
#include <set>

namespace iam::ledger {
namespace {

void count_question(const Entry& entry, Report& report) {
    if (entry.code == "expired") {
        ++report.prompts_expired;
    } else if (!entry.code.empty()) {
        ++report.prompts_withdrawn;
    } else if (entry.answer.empty()) {
        ++report.prompts;
    } else {
        ++report.answers[entry.answer];
        const bool by_person =
            entry.approver && entry.approver->kind == consent::ApproverKind::person;
        if (!by_person) ++report.answers_of_programs;
    }
}

bool was_asserted(const Entry& entry) {
    return entry.decision && entry.decision->source == consent::Source::host_assertion;
}

/// `open`: intents of which no outcome was seen yet.
void count_entry(const DecodedEntry& decoded, Report& report, std::set<EntryId>& open) {
    const Entry& entry = decoded.entry;
    const bool success = entry.success.value_or(false);
    switch (entry.kind) {
        case EntryKind::approval:
            return count_question(entry, report);
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
            open.insert(decoded.id);
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
    if (entry.of) open.erase(*entry.of);
}

}  // namespace

Result<Report> report(Store& store, const Period& period) {
    Report found;
    std::set<EntryId> open;
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
    for (const EntryId& intent : open) {
        IAM_TRY(outcome, store.outcome_of(intent));
        if (!outcome) found.unknown.push_back(intent);
    }
    return found;
}

}  // namespace iam::ledger
