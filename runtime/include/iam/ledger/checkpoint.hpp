// Signs checkpoints: statements of a ledger's content at a moment. Only the holder of a key can
// write them. Copies kept elsewhere, with a witness, later show whether the ledger is still the
// same.
#pragma once

#include <iam/core/signature.hpp>
#include <iam/ledger/entry.hpp>
#include <iam/ledger/signed_note.hpp>
#include <iam/ledger/tree_head.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::ledger {

struct Checkpoint {
    /// The tree of the sealed entries, with the signatures of `key` and of the next key for people
    /// who have nothing but the note. Its text is text_of(head).
    SignedNote note{};
    TreeHead head{};
    /// Of a checkpoint without a tree, as older versions made them: the newest entry of each chain
    /// with entries, by chain. Such a checkpoint has no note.
    std::vector<Head> heads{};
    PublicKey key{};  ///< signs this one
    /// Signs from the next checkpoint on; `key` then signs no more.
    std::optional<PublicKey> next_key{};
    std::chrono::sys_time<std::chrono::milliseconds> time{};
    Signature signature{};
    bool has_tree() const noexcept { return !head.origin.empty(); }
    friend bool operator==(const Checkpoint&, const Checkpoint&) = default;
};

/// Name of the value with a checkpoint's text, in an entry of kind checkpoint.
inline constexpr std::string_view k_checkpoint_value = "checkpoint";
/// A longer text is no checkpoint.
inline constexpr std::size_t k_checkpoint_bytes_max = std::size_t{64} << 10;

/// The number of sealed entries. Of two checkpoints of one ledger the later one seals more.
std::uint64_t sealed_entries(const Checkpoint& checkpoint) noexcept;

/// Fills in `key`, `next_key`, `signature` and the note. The note is made from `head`, unless the
/// checkpoint has no tree. `next`: the key that signs from the next checkpoint on; nullptr: `key`.
void sign(Checkpoint& checkpoint, const SigningKey& key, const SigningKey* next = nullptr);
/// The keys of the ledger that signed the note, under its origin: the key, then the next key.
std::vector<NoteKey> note_keys(const Checkpoint& checkpoint);
/// True if the signature is by the checkpoint's key, and all note_keys() signed the note.
bool is_signed(const Checkpoint& checkpoint);

/// Canonical JSON, one line without its end.
std::string text_of(const Checkpoint& checkpoint);
/// Reads text_of() back without checking the signature. Errors: invalid_argument.
Result<Checkpoint> parse_checkpoint(std::string_view text);
/// The checkpoint of an entry of kind checkpoint. It bears the signature of its key. If it has no
/// tree, it seals all entries before its own one in the chain. Errors: corrupt, with the reason.
Result<Checkpoint> checkpoint_in(const StoredEntry& entry);

}  // namespace iam::ledger
