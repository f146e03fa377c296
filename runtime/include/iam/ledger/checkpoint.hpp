// Signed checkpoints: what a ledger was at a moment, in words that only who holds a key can write. Copies kept elsewhere, with a witness,
// show later whether a ledger is still the same.
#pragma once

#include <iam/core/signature.hpp>
#include <iam/ledger/entry.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::ledger {

/// The newest entry of a chain.
struct Head {
    EntryId entry{};
    Digest hash{};
    friend bool operator==(const Head&, const Head&) = default;
};

struct Checkpoint {
    std::vector<Head> heads{};  ///< one per chain that has entries, by chain
    PublicKey key{};            ///< signs this one
    /// Signs from the next one on, and `key` no more.
    std::optional<PublicKey> next_key{};
    std::chrono::sys_time<std::chrono::milliseconds> time{};
    Signature signature{};
    friend bool operator==(const Checkpoint&, const Checkpoint&) = default;
};

/// The value of an entry of kind checkpoint that holds its text.
inline constexpr std::string_view k_checkpoint_value = "checkpoint";
/// A text that is longer is no checkpoint.
inline constexpr std::size_t k_checkpoint_bytes_max = std::size_t{64} << 10;

/// Of two checkpoints of one ledger the later one seals more.
std::uint64_t sealed_entries(const Checkpoint& checkpoint) noexcept;

/// Fills in `key` and `signature`.
void sign(Checkpoint& checkpoint, const SigningKey& key);
/// By the key that it names.
bool is_signed(const Checkpoint& checkpoint);

/// Canonical JSON, one line without its end.
std::string text_of(const Checkpoint& checkpoint);
/// The inverse; says nothing about the signature. Errors: invalid_argument.
Result<Checkpoint> parse_checkpoint(std::string_view text);

}  // namespace iam::ledger
