// Proves to an outsider that an entry is in a ledger. The proof is a text (C2SP tlog-proof), and
// its check needs no state of the ledger: only the public keys of its signers.
#pragma once

#include <iam/ledger/signed_note.hpp>
#include <iam/ledger/tree_head.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace iam::ledger {

/// A longer text is no proof.
inline constexpr std::size_t k_entry_proof_bytes_max = std::size_t{1} << 20U;

struct EntryProof {
    EntryId entry{};
    Digest previous{};             ///< hash of the entry before it in its chain
    std::string text{};            ///< of the entry; it has no line feed
    std::uint64_t index = 0;       ///< place in the tree
    std::vector<Digest> hashes{};  ///< the inclusion proof
    SignedNote note{};             ///< its text is a TreeHead
    friend bool operator==(const EntryProof&, const EntryProof&) = default;
};

/// Lines: "c2sp.org/tlog-proof@v1"; "extra " and the entry in base64; "index " and its place; the
/// hashes in base64; an empty line; the note. The entry is three lines: "iam/entry-proof/1 " and
/// its id, the previous hash in hexadecimal digits, its text.
std::string text_of(const EntryProof& proof);
/// Reads text_of() back without checking it. Any other spelling is refused. Errors:
/// invalid_argument.
Result<EntryProof> parse_entry_proof(std::string_view text);

/// The facts of a proof that holds.
struct ProvedEntry {
    Digest hash{};
    TreeHead head{};
    std::vector<NoteKey> signers{};  ///< of the keys that the caller knows
};
/// Checks that the entry is in a tree that a known ledger signed. The tree's origin must be the
/// name of that ledger's key. If witnesses are among `known`, each of them must have cosigned.
/// Errors: corrupt, with the part that does not hold.
Result<ProvedEntry> check_proof(const EntryProof& proof, std::span<const NoteKey> known);

}  // namespace iam::ledger
