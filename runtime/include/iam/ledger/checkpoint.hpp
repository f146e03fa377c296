// Signs checkpoints: statements of a ledger's content at a moment. Only the holder of a key can
// write them. Copies kept elsewhere, with a witness, later show whether the ledger is still the
// same.
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

struct Checkpoint {
    std::vector<Head> heads{};  ///< one per chain with entries, by chain
    PublicKey key{};            ///< signs this one
    /// Signs from the next checkpoint on; `key` then signs no more.
    std::optional<PublicKey> next_key{};
    std::chrono::sys_time<std::chrono::milliseconds> time{};
    Signature signature{};
    friend bool operator==(const Checkpoint&, const Checkpoint&) = default;
};

/// Name of the value with a checkpoint's text, in an entry of kind checkpoint.
inline constexpr std::string_view k_checkpoint_value = "checkpoint";
/// A longer text is no checkpoint.
inline constexpr std::size_t k_checkpoint_bytes_max = std::size_t{64} << 10;

/// The number of sealed entries. Of two checkpoints of one ledger the later one seals more.
std::uint64_t sealed_entries(const Checkpoint& checkpoint) noexcept;

/// Fills in `key` and `signature`.
void sign(Checkpoint& checkpoint, const SigningKey& key);
/// True if the signature is by the checkpoint's key.
bool is_signed(const Checkpoint& checkpoint);

/// Canonical JSON, one line without its end.
std::string text_of(const Checkpoint& checkpoint);
/// Reads text_of() back without checking the signature. Errors: invalid_argument.
Result<Checkpoint> parse_checkpoint(std::string_view text);
/// The checkpoint of an entry of kind checkpoint. It bears the signature of its key, and seals all
/// entries before its own one in the chain. Errors: corrupt, with the reason.
Result<Checkpoint> checkpoint_in(const StoredEntry& entry);

}  // namespace iam::ledger
