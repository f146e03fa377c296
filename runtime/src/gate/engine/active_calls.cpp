// A claim knows its place in the set, so giving it back cannot fail.
#include "gate/engine/active_calls.hpp"

namespace iam::gate {

std::optional<ActiveCalls::Claim> ActiveCalls::claim(const std::string& id) {
    const std::lock_guard lock(mutex_);
    const auto inserted = ids_.insert(id);
    if (!inserted.second) return std::nullopt;
    return std::optional<Claim>(std::in_place, *this, inserted.first);
}

void ActiveCalls::remove(std::set<std::string>::iterator id) noexcept {
    const std::lock_guard lock(mutex_);
    ids_.erase(id);
}

}  // namespace iam::gate
