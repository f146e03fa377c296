// Finds keys by their ids.
#include "iam/store/key_ring.hpp"

namespace iam::store {

bool KeyRing::add(const SecretKey& key) {
    if (keys_.size() >= k_keys_max) return false;
    keys_.push_back(key);
    return true;
}

const SecretKey* KeyRing::find(std::int64_t id) const noexcept {
    if (id < 1 || id > std::int64_t{newest_id()}) return nullptr;
    return &keys_[static_cast<std::size_t>(id - 1)];
}

}  // namespace iam::store
