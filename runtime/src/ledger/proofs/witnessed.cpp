// Compares a ledger with copies of its checkpoints that were kept elsewhere.
#include "ledger/proofs/witnessed.hpp"

#include "ledger/proofs/forgotten_head.hpp"
#include "ledger/proofs/tree_check.hpp"
#include <iam/ledger/sealing.hpp>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace iam::ledger {
namespace {

/// The newest entry of a chain, in words for people.
Result<std::string> end_of(Store& store, std::uint32_t chain) {
    Query newest;
    newest.chain = chain;
    newest.limit = 1;
    newest.with_payloads = false;
    IAM_TRY(page, store.entries(newest));
    return page.empty() ? std::string("nothing") : to_string(page.front().id);
}

/// Adds the newest entries that the checkpoint seals.
Result<void> add_sealed(Store& store, const Checkpoint& checkpoint, NewestSealed& newest) {
    IAM_TRY(sealed, sealed_by(store, checkpoint));
    for (const EntryId& each : sealed) {
        EntryId& entry = newest[each.chain];
        entry = std::max(entry, each);
    }
    return {};
}

/// The first entry behind the end of the ledger's first chain.
Result<EntryId> behind_the_end(Store& store) {
    IAM_TRY(newest, store.newest_entries());
    if (!newest.empty()) return EntryId{newest.front().id.chain, newest.front().id.seq + 1};
    IAM_TRY(chains, store.chains());
    return EntryId{chains.empty() ? 0 : chains.front(), 1};
}

/// Compares the ledger with a tree that a witness saw.
Result<BadEntry> compare_tree(Store& store, const TreeState& seen) {
    IAM_TRY(last, store.last_tree());
    const std::uint64_t size = last ? last->size : 0;
    if (seen.size > size) {
        IAM_TRY(end, behind_the_end(store));
        return std::pair(end, "the witness saw a tree of " + std::to_string(seen.size) +
                                  " entries, and the ledger has one of " + std::to_string(size) +
                                  ": entries were removed from the end");
    }
    IAM_TRY(root, kept_root_of(store, seen.size));
    if (!root || *root == seen.root) return BadEntry{};
    IAM_TRY(newest, newest_in_tree(store, seen.size));
    const EntryId entry = newest.empty() ? EntryId{0, 1} : newest.begin()->second;
    return std::pair(entry, "the tree of " + std::to_string(seen.size) +
                                " entries is not the one that the witness saw");
}

/// Compares the ledger with all trees that witnesses saw.
Result<BadEntry> compare_trees(Store& store, const std::vector<Checkpoint>& witnessed) {
    std::map<std::uint64_t, Digest> seen;
    for (const Checkpoint& checkpoint : witnessed) {
        if (!checkpoint.has_tree()) continue;
        const TreeState& tree = checkpoint.head.tree;
        const auto [place, is_new] = seen.emplace(tree.size, tree.root);
        if (is_new || place->second == tree.root) continue;
        IAM_TRY(newest, newest_in_tree(store, tree.size));
        return std::pair(newest.empty() ? EntryId{0, 1} : newest.begin()->second,
                         "the witness saw two different ledgers: two trees of " +
                             std::to_string(tree.size) + " entries");
    }
    for (const auto& [size, root] : seen) {
        IAM_TRY(bad, compare_tree(store, {size, root}));
        if (bad) return bad;
    }
    return BadEntry{};
}

}  // namespace

Result<std::vector<EntryId>> anchored_by(Store& store, const Anchors& anchors,
                                         const Checkpoint* last,
                                         const std::vector<Head>& forgotten) {
    NewestSealed newest;
    if (anchors.key && last != nullptr) IAM_CHECK(add_sealed(store, *last, newest));
    // Of all trees, the largest one has the entries of the others.
    const Checkpoint* largest = nullptr;
    for (const Checkpoint& checkpoint : anchors.witnessed) {
        if (!checkpoint.has_tree()) IAM_CHECK(add_sealed(store, checkpoint, newest));
        if (checkpoint.has_tree() &&
            (largest == nullptr || largest->head.tree.size < checkpoint.head.tree.size))
            largest = &checkpoint;
    }
    if (largest != nullptr) IAM_CHECK(add_sealed(store, *largest, newest));
    std::vector<EntryId> entries;
    for (const auto& [chain, entry] : newest) {
        if (!is_forgotten(forgotten, entry)) entries.push_back(entry);
    }
    return entries;
}

Result<std::optional<std::pair<EntryId, std::string>>> compare(
    Store& store, const std::vector<Checkpoint>& witnessed) {
    std::map<EntryId, Digest> heads;
    NewestSealed newest;
    for (const Checkpoint& checkpoint : witnessed) {
        for (const Head& head : checkpoint.heads) {
            EntryId& last = newest[head.entry.chain];
            last = std::max(last, head.entry);
            const auto [place, is_new] = heads.emplace(head.entry, head.hash);
            if (!is_new && place->second != head.hash)
                return std::pair(head.entry, std::string("the witness saw two different ledgers"));
        }
    }
    for (const auto& [id, hash] : heads) {
        IAM_TRY(entry, store.entry(id));
        IAM_TRY(forgotten, store.forgotten());
        if (is_forgotten(forgotten, id)) continue;
        if (!entry) {
            IAM_TRY(end, end_of(store, id.chain));
            return std::pair(id, "the witness is anchored to " + to_string(newest[id.chain]) +
                                     ", found " + end + ": entries were removed from the end");
        }
        if (entry->hash != hash)
            return std::pair(id, std::string("it is not the entry that the witness saw"));
    }
    return compare_trees(store, witnessed);
}

}  // namespace iam::ledger
