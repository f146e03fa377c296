// Implements the common parts of all stores: names of undo states, undo states by entries, and
// visits.
#include <iam/ledger/store.hpp>

namespace iam::ledger {
namespace {

Result<Entry> read_whole(const StoredEntry& stored) {
    if (chain_hash(stored.previous, stored.text) != stored.hash) {
        return fail(Errc::corrupt, "entry " + to_string(stored.id) +
                                       " does not have the hash that was recorded; verify the "
                                       "ledger");
    }
    IAM_TRY(decoded, decode(stored.text));
    return std::move(decoded.entry);
}

}  // namespace

void Batch::expect(Expectation&& expectation) {
    expectations.push_back(std::move(expectation));
}

void Batch::change(Mutation&& mutation) {
    mutations.push_back(std::move(mutation));
}

std::string_view to_string(UndoState state) noexcept {
    switch (state) {
        case UndoState::none:
            return "none";
        case UndoState::pending:
            return "pending";
        case UndoState::undone:
            return "undone";
    }
    return "unknown";
}

Result<std::vector<Head>> Store::forgotten() {
    return std::vector<Head>{};
}

Result<UndoState> recorded_undo_state(Store& store, const EntryId& outcome) {
    IAM_TRY(undos, store.undos_of(outcome));
    for (const StoredEntry& undo : undos) {
        IAM_CHECK(read_whole(undo));
        IAM_TRY(stored, store.outcome_of(undo.id));
        if (!stored) return UndoState::pending;
        IAM_TRY(end, read_whole(*stored));
        if (end.success.value_or(false)) return UndoState::undone;
    }
    return UndoState::none;
}

Result<Place> place_of(Store& store, const EntryId& id) {
    IAM_TRY(entry, store.entry(id));
    if (entry) return place_of(*entry);
    IAM_TRY(forgotten, store.forgotten());
    for (const Head& head : forgotten) {
        if (head.entry.chain == id.chain && id.seq <= head.entry.seq) return Place{id, {}};
    }
    return fail(Errc::not_found, "There is no entry " + to_string(id) +
                                     " to go on from; take the cursor of an earlier page, or begin "
                                     "without one.");
}

Result<std::vector<StoredEntry>> Store::newest_entries() {
    Query newest;
    newest.limit = 1;
    newest.with_payloads = false;
    std::vector<StoredEntry> found;
    IAM_TRY(chains, this->chains());
    for (const std::uint32_t chain : chains) {
        newest.chain = chain;
        IAM_TRY(page, entries(newest));
        if (!page.empty()) found.push_back(std::move(page.front()));
    }
    return found;
}

Result<void> Store::visit(const Query& query, const std::function<bool(StoredEntry&)>& see) {
    IAM_TRY(page, entries(query));
    for (StoredEntry& entry : page)
        if (!see(entry)) break;
    return {};
}

}  // namespace iam::ledger
