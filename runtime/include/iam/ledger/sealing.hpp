// Grows the tree of a store over the entries behind it, and proves entries from it.
#pragma once

#include <iam/ledger/checkpoint.hpp>
#include <iam/ledger/entry_proof.hpp>
#include <iam/ledger/store.hpp>
#include <iam/ledger/witness_protocol.hpp>

#include <cstddef>
#include <optional>

namespace iam::ledger {

/// A checkpoint seals at most so many entries, for which it needs 32 bytes of memory each.
inline constexpr std::size_t k_sealed_at_once_max = std::size_t{1} << 20U;

/// Reads the tiles of the store. The store must outlive it.
TileReader tiles_of(Store& store);

/// The next checkpoint of a store, without its note.
struct NextSeal {
    std::optional<SealedTree> last{};  ///< the checkpoint before; expect it in the commit
    PutSeal seal{};                    ///< all but its note
    Digest root{};
    bool is_whole = true;  ///< false: entries remain for another checkpoint
};
/// Takes the entries behind the runs of each chain, chain by chain in ascending order, at most
/// `entries_max`. Changes nothing. Errors: corrupt (an entry of the tree is missing or changed, or
/// a chain has a gap), those of the store.
Result<NextSeal> next_seal(Store& store, std::size_t entries_max = k_sealed_at_once_max);

/// True if there is an entry behind the runs of its chain that is no checkpoint. A checkpoint of
/// checkpoints alone is of no use to a sealer that runs all the time.
Result<bool> waits_for_seal(Store& store);

/// The newest entry of each chain that the checkpoint seals, by chain. The store must have the tree
/// of the checkpoint.
Result<std::vector<EntryId>> sealed_by(Store& store, const Checkpoint& checkpoint);

/// The request for a cosignature of the last tree, by a witness that knows the tree of `old_size`
/// entries. If it knows a larger one than the last, the proof is empty. Errors: not_found (there is
/// no tree), corrupt, those of the store.
Result<AddCheckpoint> cosignature_request(Store& store, std::uint64_t old_size);

/// The proof of an entry in the tree of the last checkpoint. Errors: not_found (no such entry, or
/// no checkpoint seals it yet), corrupt (the entry is not the one in the tree), those of the store.
Result<EntryProof> prove_entry(Store& store, const EntryId& entry);

}  // namespace iam::ledger
