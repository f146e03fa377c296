// Seals the values of entries: AES-256-GCM under a key of its own for each entry. That key is
// wrapped under a key of values.
#pragma once

#include "store_postgres/values/value_keys.hpp"
#include <iam/core/entropy.hpp>
#include <iam/ledger/entry.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace iam::store_postgres {

/// The key of an entry under a key of values.
struct WrappedKey {
    std::string bytes{};
    std::int64_t kek = 0;  ///< the number of that key
};
struct SealedValues {
    std::string sealed{};  ///< the packed values
    WrappedKey key{};
};

/// Thread-safe. Once the wrapped key is gone, nobody can open the values. One key
/// wraps; every key unwraps.
class ValueSeal {
 public:
    /// `keys` has the required one, which wraps.
    explicit ValueSeal(ValueKeys keys) : keys_(std::move(keys)) {}
    /// The newest key wraps from now on. False: it does already. Not at the same time as seal().
    bool use_newest() noexcept;

    /// Errors: unavailable (libcrypto has no memory).
    Result<SealedValues> seal(std::string_view packed, const ledger::EntryId& id);
    /// Nothing: other bytes than seal() made for this entry, or another store's key.
    std::optional<std::string> open(std::string_view sealed, const WrappedKey& key,
                                    const ledger::EntryId& id) const;
    /// Wraps the entry's key with the wrapping key instead. Nothing: as open().
    Result<std::optional<WrappedKey>> rewrap(const WrappedKey& key, const ledger::EntryId& id);
    std::int64_t wrapping_key() const noexcept { return keys_.required; }

 private:
    Result<WrappedKey> wrap(std::string_view key, const ledger::EntryId& id);
    std::optional<std::string> unwrap(const WrappedKey& key, const ledger::EntryId& id) const;

    ValueKeys keys_;
    SystemEntropy entropy_{};
};

/// The number of the entry's key in the table value_keys.
std::int64_t key_id_of(const ledger::EntryId& id) noexcept;
/// The entry of such a number.
ledger::EntryId entry_of_key(std::int64_t key_id) noexcept;

}  // namespace iam::store_postgres
