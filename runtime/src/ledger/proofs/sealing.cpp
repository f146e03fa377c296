// Reads entries in pages: nothing may call the store during a visit.
#include "iam/ledger/sealing.hpp"

#include "ledger/proofs/forgotten_head.hpp"
#include "ledger/proofs/tree_check.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace iam::ledger {
namespace {

constexpr std::size_t k_seal_page = 1'024;

tl::unexpected<Error> not_as_sealed(const EntryId& entry, std::string_view why) {
    return fail(Errc::corrupt, "entry " + to_string(entry) + " is in the tree, and " +
                                   std::string(why) +
                                   "; verify the ledger, and restore the state from a backup");
}

/// Checks that the last entry of the run is still the one in the tree.
Result<void> check_end_of(Store& store, const SealedRun& run) {
    const EntryId last{run.first.chain, run.first.seq + run.count - 1};
    IAM_TRY(entry, store.entry(last));
    if (!entry) {
        IAM_TRY(forgotten, store.forgotten());
        if (last <= forgotten_in(forgotten, last.chain).entry) return {};
        return not_as_sealed(last, "the ledger has lost it");
    }
    TiledTree tree(tiles_of(store));
    IAM_TRY(leaf, tree.subtree({0, run.first_leaf + run.count - 1}));
    if (leaf == leaf_hash({last, entry->hash})) return {};
    return not_as_sealed(last, "the ledger has another one in its place");
}

/// The first entry of the chain that is to be sealed.
Result<std::uint64_t> first_to_seal(Store& store, const EntryId& newest) {
    constexpr std::uint64_t last_seq = std::numeric_limits<std::uint64_t>::max();
    IAM_TRY(forgotten, store.forgotten());
    const std::uint64_t kept = forgotten_in(forgotten, newest.chain).entry.seq + 1;
    IAM_TRY(run, store.run_before({newest.chain, last_seq}));
    if (!run) return kept;
    const std::uint64_t next = run->first.seq + run->count;
    if (next <= kept) return kept;
    IAM_CHECK(check_end_of(store, *run));
    return next;
}

/// Reads a page of entries from `first` on, up to `last`.
Result<std::vector<Head>> read_page(Store& store, const EntryId& first, const EntryId& last,
                                    std::size_t limit) {
    Query query;
    query.chain = first.chain;
    query.oldest_first = true;
    query.with_payloads = false;
    query.limit = limit;
    if (first.seq > 1) query.after = Place{EntryId{first.chain, first.seq - 1}};
    std::vector<Head> page;
    IAM_CHECK(store.visit(query, [&](const StoredEntry& entry) {
        if (entry.id > last) return false;
        page.push_back({entry.id, entry.hash});
        return true;
    }));
    for (std::size_t i = 0; i < page.size(); ++i) {
        const EntryId expected{first.chain, first.seq + i};
        if (page[i].entry == expected) continue;
        IAM_TRY(forgotten, store.forgotten());
        if (expected <= forgotten_in(forgotten, expected.chain).entry) {
            return fail(Errc::conflict, "entry " + to_string(expected) +
                                            " was forgotten before it was sealed; try again");
        }
        return fail(Errc::corrupt, "entry " + to_string(page[i].entry) + " stands where " +
                                       to_string(expected) + " must follow; verify the ledger");
    }
    return page;
}

/// Adds the entries of one chain up to `newest`.
Result<void> seal_chain(Store& store, const EntryId& newest, std::size_t entries_max,
                        TreeGrowth& growth, NextSeal& next) {
    IAM_TRY(seq, first_to_seal(store, newest));
    SealedRun run{growth.size(), {newest.chain, seq}, 0};
    while (seq <= newest.seq) {
        const std::size_t room = entries_max - (growth.size() - run.first_leaf);
        if (room == 0) {
            next.is_whole = false;
            break;
        }
        IAM_TRY(page, read_page(store, {newest.chain, seq}, newest, std::min(room, k_seal_page)));
        if (page.empty()) break;
        for (const Head& entry : page) IAM_CHECK(growth.add(leaf_hash(entry)));
        seq += page.size();
    }
    run.count = growth.size() - run.first_leaf;
    if (run.count > 0) next.seal.runs.push_back(run);
    return {};
}

/// The place of a sealed entry in the tree of `size` leaves.
Result<std::uint64_t> place_of(Store& store, const EntryId& entry, std::uint64_t size) {
    IAM_TRY(run, store.run_before(entry));
    if (run && entry.seq < run->first.seq + run->count) {
        const std::uint64_t place = run->first_leaf + (entry.seq - run->first.seq);
        if (place < size) return place;
    }
    return fail(Errc::not_found, "no checkpoint seals entry " + to_string(entry) +
                                     " yet; make one first: audit checkpoint");
}

/// True if the chain has an entry from `seq` on that is no checkpoint.
Result<bool> has_other_entry(Store& store, std::uint32_t chain, std::uint64_t seq) {
    Query query;
    query.chain = chain;
    query.oldest_first = true;
    query.with_payloads = false;
    query.limit = std::numeric_limits<std::size_t>::max();
    if (seq > 1) query.after = Place{EntryId{chain, seq - 1}};
    Result<bool> found = false;
    IAM_CHECK(store.visit(query, [&](const StoredEntry& entry) {
        found = decode(entry.text).map([](const DecodedEntry& decoded) {
            return decoded.entry.kind != EntryKind::checkpoint;
        });
        return found && !*found;
    }));
    return found;
}

}  // namespace

TileReader tiles_of(Store& store) {
    return [&store](const TileId& id) { return store.tile(id); };
}

Result<bool> waits_for_seal(Store& store) {
    IAM_TRY(newest, store.newest_entries());
    for (const StoredEntry& entry : newest) {
        IAM_TRY(seq, first_to_seal(store, entry.id));
        IAM_TRY(found, has_other_entry(store, entry.id.chain, seq));
        if (found) return true;
    }
    return false;
}

Result<NextSeal> next_seal(Store& store, std::size_t entries_max) {
    NextSeal next;
    IAM_TRY(last, store.last_tree());
    next.last = std::move(last);
    IAM_TRY(newest, store.newest_entries());
    TreeGrowth growth(next.last ? next.last->size : 0, tiles_of(store));
    for (const StoredEntry& entry : newest) {
        const std::size_t sealed = growth.size() - (next.last ? next.last->size : 0);
        IAM_CHECK(seal_chain(store, entry.id, entries_max - sealed, growth, next));
    }
    IAM_TRY(root, growth.root());
    next.root = root;
    next.seal.tiles = growth.tiles();
    next.seal.size = growth.size();
    return next;
}

Result<std::vector<EntryId>> sealed_by(Store& store, const Checkpoint& checkpoint) {
    std::vector<EntryId> sealed;
    for (const Head& head : checkpoint.heads) sealed.push_back(head.entry);
    IAM_TRY(newest, newest_in_tree(store, checkpoint.head.tree.size));
    for (const auto& [chain, entry] : newest) sealed.push_back(entry);
    return sealed;
}

Result<AddCheckpoint> cosignature_request(Store& store, std::uint64_t old_size) {
    IAM_TRY(last, store.last_tree());
    if (!last)
        return fail(Errc::not_found, "there is no tree to cosign; make one: audit checkpoint");
    AddCheckpoint request{.old_size = old_size};
    IAM_TRY(note, parse_note(last->note));
    request.note = std::move(note);
    if (old_size > last->size) return request;
    TiledTree tree(tiles_of(store));
    IAM_TRY(proof, prove_consistency(old_size, last->size, tree.reader()));
    request.proof = std::move(proof);
    return request;
}

Result<EntryProof> prove_entry(Store& store, const EntryId& entry) {
    IAM_TRY(found, store.entry(entry));
    if (!found) return fail(Errc::not_found, "there is no entry " + to_string(entry));
    IAM_TRY(last, store.last_tree());
    IAM_TRY(place, place_of(store, entry, last ? last->size : 0));
    EntryProof proof{.entry = entry,
                     .previous = found->previous,
                     .text = std::move(found->text),
                     .index = place};
    IAM_TRY(note, parse_note(last->note));
    IAM_TRY(head, parse_tree_head(note.text));
    TiledTree tree(tiles_of(store));
    IAM_TRY(hashes, prove_inclusion(place, last->size, tree.reader()));
    const Digest leaf = leaf_hash({entry, chain_hash(proof.previous, proof.text)});
    if (root_from_inclusion(leaf, place, last->size, hashes) != head.tree.root)
        return not_as_sealed(entry, "the ledger has another one in its place");
    proof.hashes = std::move(hashes);
    proof.note = std::move(note);
    return proof;
}

}  // namespace iam::ledger
