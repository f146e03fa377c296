// Holds the keys of a store by their ids, so a new key can seal while older seals still count.
#pragma once

#include <iam/core/digest.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace iam::store {

/// A ring has at most this many keys.
inline constexpr std::size_t k_keys_max = 16;

/// The ids are 1, 2, … in the order in which the keys were added. The newest key seals records;
/// each key proves the seals that it made. The first key digests arguments, too, for the life of
/// the store: another first key would void each permission for one value. A ring is
/// a plain value.
class KeyRing {
 public:
    explicit KeyRing(const SecretKey& first) : keys_{first} {}

    /// Returns false, and adds nothing, if the ring has k_keys_max keys.
    bool add(const SecretKey& key);
    const SecretKey& first() const noexcept { return keys_.front(); }
    std::uint32_t newest_id() const noexcept { return static_cast<std::uint32_t>(keys_.size()); }
    const SecretKey& newest() const noexcept { return keys_.back(); }
    /// Returns nullptr if the ring has no key of this id.
    const SecretKey* find(std::int64_t id) const noexcept;
    const std::vector<SecretKey>& keys() const noexcept { return keys_; }  ///< oldest first

 private:
    std::vector<SecretKey> keys_;
};

}  // namespace iam::store
