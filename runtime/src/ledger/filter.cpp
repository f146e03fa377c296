// Judges entries by a filter, and walks over a store in pages.
#include "iam/ledger/filter.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace iam::ledger {
namespace {

constexpr std::size_t k_search_page_entries = 64;  // an entry's payloads may be large

bool is_intent(EntryKind kind) noexcept {
    return kind == EntryKind::intent || kind == EntryKind::undo_intent;
}

bool is_in_time(const Filter& filter, const Entry& entry) {
    return (!filter.since || entry.time >= *filter.since) &&
           (!filter.until || entry.time < *filter.until);
}

bool is_of_subject(const std::string& name, const Subject& subject) {
    const bool names_nobody = subject == Subject{};
    return name == subject.user || name == subject.session || name == subject.agent ||
           (!names_nobody && name == spelled_workspace(subject.workspace));
}

bool has_outcome(const std::string& wanted, const Entry& entry, bool lacks_outcome) {
    const bool is_outcome =
        entry.kind == EntryKind::outcome || entry.kind == EntryKind::undo_outcome;
    if (wanted == "done") return is_outcome && entry.success.value_or(false);
    if (wanted == "failed") return is_outcome && !entry.success.value_or(false);
    if (wanted == "refused") return entry.kind == EntryKind::decision;
    if (wanted == "unknown") return lacks_outcome || entry.code == "outcome_unknown";
    return entry.code == wanted;
}

bool holds_text(const std::string& text, const StoredEntry& stored) {
    if (stored.text.find(text) != std::string::npos) return true;
    return std::any_of(stored.payloads.begin(), stored.payloads.end(), [&](const Payload& payload) {
        return payload.bytes.find(text) != std::string::npos;
    });
}

bool is_end(EntryKind kind) noexcept {
    return kind == EntryKind::outcome || kind == EntryKind::undo_outcome ||
           kind == EntryKind::timed_out;
}

/// Adds the subject and risk of a call to its end; its intent states them. False if the intent
/// cannot be read.
Result<bool> add_facts_of_intent(Store& store, Entry& end) {
    IAM_TRY(stored, store.entry(*end.of));
    auto intent = stored ? decode(stored->text) : fail(Errc::not_found, "there is no intent");
    if (!intent) return false;
    end.subject = std::move(intent->entry.subject);
    end.risk = intent->entry.risk;
    return true;
}

Result<bool> matches_in(Store& store, const Filter& filter, const StoredEntry& stored) {
    if (!filter.narrows()) return true;
    auto decoded = decode(stored.text);
    if (!decoded) return true;
    const bool asks_intent = !filter.subject.empty() || filter.risk;
    if (asks_intent && is_end(decoded->entry.kind) && decoded->entry.of) {
        IAM_TRY(known, add_facts_of_intent(store, decoded->entry));
        if (!known) return true;
    }
    bool lacks_outcome = false;
    if (filter.outcome == "unknown" && is_intent(decoded->entry.kind)) {
        IAM_TRY(outcome, store.outcome_of(stored.id));
        lacks_outcome = !outcome.has_value();
    }
    return matches(filter, *decoded, stored, lacks_outcome);
}

Result<bool> is_at_end(Store& store, Query query) {
    query.limit = 1;
    query.with_payloads = false;
    IAM_TRY(more, store.entries(query));
    return more.empty();
}

}  // namespace

bool Filter::narrows() const noexcept {
    return since || until || tool || !subject.empty() || !outcome.empty() || risk || !text.empty();
}

bool matches(const Filter& filter, const DecodedEntry& entry, const StoredEntry& stored,
             bool lacks_outcome) {
    const Entry& facts = entry.entry;
    if (!is_in_time(filter, facts)) return false;
    if (filter.tool && facts.tool != filter.tool) return false;
    if (!filter.subject.empty() && !is_of_subject(filter.subject, facts.subject)) return false;
    if (filter.risk && facts.risk != filter.risk) return false;
    if (!filter.outcome.empty() && !has_outcome(filter.outcome, facts, lacks_outcome)) return false;
    return filter.text.empty() || holds_text(filter.text, stored);
}

Result<Searched> search(Store& store, const Filter& filter, Query query,
                        const std::function<Result<bool>(const StoredEntry&)>& on_match,
                        std::uint64_t looked_at_max) {
    Searched done;
    const std::size_t wanted = query.limit;
    while (done.matched < wanted && done.looked_at < looked_at_max) {
        query.limit = std::min(k_search_page_entries,
                               filter.narrows() ? k_search_page_entries : wanted - done.matched);
        if (looked_at_max - done.looked_at < query.limit)
            query.limit = static_cast<std::size_t>(looked_at_max - done.looked_at);
        IAM_TRY(page, store.entries(query));
        for (const StoredEntry& stored : page) {
            ++done.looked_at;
            done.last = place_of(stored);
            if (!done.first) done.first = done.last;
            (query.oldest_first ? query.after : query.before) = done.last;
            IAM_TRY(fits, matches_in(store, filter, stored));
            if (!fits) continue;
            ++done.matched;
            IAM_TRY(goes_on, on_match(stored));
            if (!goes_on) return done;
            if (done.matched == wanted) break;
        }
        if (page.size() < query.limit && done.matched < wanted) {
            done.at_end = true;
            return done;
        }
    }
    IAM_TRY(at_end, is_at_end(store, query));
    done.at_end = at_end;
    return done;
}

}  // namespace iam::ledger
