// Reads, writes and checks signed notes (C2SP signed-note) and the cosignatures of witnesses (C2SP
// tlog-cosignature). A note is a text with lines of signatures under it.
#pragma once

#include <iam/core/result.hpp>
#include <iam/core/signature.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace iam::ledger {

/// A longer note is no note.
inline constexpr std::size_t k_note_bytes_max = std::size_t{64} << 10U;
inline constexpr std::size_t k_note_signatures_max = 64;
inline constexpr std::size_t k_note_name_bytes_max = 255;

/// The use of a key, as its byte in vkeys.
enum class NoteKeyKind : std::uint8_t {
    ledger = 0x01,   ///< signs the text
    witness = 0x04,  ///< signs the time and the text
};

/// A public key under a name. Its text is a vkey: name+id+key.
struct NoteKey {
    std::string name{};
    PublicKey key{};
    NoteKeyKind kind = NoteKeyKind::ledger;
    friend bool operator==(const NoteKey&, const NoteKey&) = default;
};
/// True if keys and ledgers may have this name: 1 to 255 bytes of UTF-8 without control characters,
/// spaces of Unicode and '+'.
bool is_note_name(std::string_view name);
/// The first four bytes of a hash of name, kind and key, in the order of their bytes.
std::uint32_t note_key_id(const NoteKey& key);
std::string text_of(const NoteKey& key);
/// Reads a vkey of one of the two kinds. Errors: invalid_argument.
Result<NoteKey> parse_note_key(std::string_view text);

struct NoteSignature {
    std::string name{};
    std::uint32_t id = 0;
    std::string bytes{};
    friend bool operator==(const NoteSignature&, const NoteSignature&) = default;
};
struct SignedNote {
    std::string text{};  ///< ends with a line feed
    std::vector<NoteSignature> signatures{};
    friend bool operator==(const SignedNote&, const SignedNote&) = default;
};
std::string text_of(const SignedNote& note);
/// Reads text_of() back without checking signatures. Any other spelling of a note is refused.
/// Errors: invalid_argument.
Result<SignedNote> parse_note(std::string_view text);

/// Adds the signature of a ledger. `name` is a note name.
void sign(SignedNote& note, const std::string& name, const SigningKey& key);
/// Adds the cosignature of a witness. `name` is a note name, `time` is after 1970.
void cosign(SignedNote& note, const std::string& name, const SigningKey& key,
            std::chrono::sys_seconds time);
/// The known keys that signed the note, in the order of `known`. Signatures by other keys are
/// ignored: a signature of an unknown key says nothing. Errors: corrupt (a signature that names a
/// known key is not its own).
Result<std::vector<NoteKey>> signers_of(const SignedNote& note, std::span<const NoteKey> known);

}  // namespace iam::ledger
