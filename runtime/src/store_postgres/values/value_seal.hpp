// Seals the values of entries: AES-256-GCM under a key of its own for each entry. That key is
// wrapped under a key of the store.
#pragma once

#include <iam/core/digest.hpp>
#include <iam/core/entropy.hpp>
#include <iam/ledger/entry.hpp>
#include <iam/store/key_ring.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace iam::store_postgres {

/// The key of an entry under a key of the store.
struct WrappedKey {
    std::string bytes{};
    std::int64_t kek = 0;  ///< the id of the store's key in its ring
};
struct SealedValues {
    std::string sealed{};  ///< the packed values
    WrappedKey key{};
};

/// Thread-safe. Once the wrapped key is gone, nobody can open the values. The newest key of the
/// ring wraps; every key of it unwraps.
class ValueSeal {
 public:
    explicit ValueSeal(const store::KeyRing& store_keys);

    /// Errors: unavailable (libcrypto has no memory).
    Result<SealedValues> seal(std::string_view packed, const ledger::EntryId& id);
    /// Nothing: other bytes than seal() made for this entry, or another store's key.
    std::optional<std::string> open(std::string_view sealed, const WrappedKey& key,
                                    const ledger::EntryId& id) const;
    /// Wraps the entry's key with the newest key of the ring instead. Nothing: as open().
    Result<std::optional<WrappedKey>> rewrap(const WrappedKey& key, const ledger::EntryId& id);
    std::int64_t newest_kek() const noexcept { return keys_.newest_id(); }

 private:
    Result<WrappedKey> wrap(std::string_view key, const ledger::EntryId& id);
    std::optional<std::string> unwrap(const WrappedKey& key, const ledger::EntryId& id) const;

    store::KeyRing keys_;  ///< derived from those of the store
    SystemEntropy entropy_{};
};

/// The number of the entry's key in the table value_keys.
std::int64_t key_id_of(const ledger::EntryId& id) noexcept;

}  // namespace iam::store_postgres
