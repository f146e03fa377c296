// The messages between a ledger and a witness (C2SP tlog-witness), without their transport. A
// witness cosigns a tree if it only grew since the last tree that the witness cosigned.
#pragma once

#include <iam/ledger/signed_note.hpp>
#include <iam/ledger/tree_head.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace iam::ledger {

/// A longer request is none: a note, 63 hashes and a size.
inline constexpr std::size_t k_add_checkpoint_bytes_max = k_note_bytes_max + std::size_t{4} * 1024;

/// The request of a ledger.
struct AddCheckpoint {
    std::uint64_t old_size = 0;   ///< of the tree that the witness cosigned last; 0: none
    std::vector<Digest> proof{};  ///< the consistency proof from there
    SignedNote note{};            ///< its text is a TreeHead
    friend bool operator==(const AddCheckpoint&, const AddCheckpoint&) = default;
};
std::string text_of(const AddCheckpoint& request);
/// Reads text_of() back; any other spelling is refused. Errors: invalid_argument.
Result<AddCheckpoint> parse_add_checkpoint(std::string_view text);

/// The verdict of a witness as its answer over HTTP.
struct WitnessVerdict {
    int status = 400;  ///< 200: the tree may be cosigned
    /// For 409: the size of the last cosigned tree. Otherwise a sentence for people.
    std::string body{};
};
/// Judges a request. `ledgers`: the keys of the ledgers that the witness knows; each name is an
/// origin. `last`: the last cosigned tree of this origin; nothing if there is none.
WitnessVerdict judge(const AddCheckpoint& request, std::span<const NoteKey> ledgers,
                     const std::optional<TreeState>& last);

/// The lines that a witness answers to a good request: its cosignature alone.
std::string cosignature_of(const SignedNote& note, const std::string& name, const SigningKey& key,
                           std::chrono::sys_seconds time);
/// Adds the cosignatures of known witnesses in an answer to the note. Others are ignored. Errors:
/// corrupt (the answer is no lines of signatures, or no known witness signed the note with it).
Result<void> add_cosignatures(SignedNote& note, std::string_view answer,
                              std::span<const NoteKey> witnesses);

}  // namespace iam::ledger
