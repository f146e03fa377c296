#include "console/api/showings.hpp"

#include <algorithm>
#include <utility>

namespace iam::console {
namespace {

// Enough for all questions that a person looks at.
constexpr std::size_t k_showings_max = 256;

}  // namespace

void Showings::add(Showing showing) {
    const std::lock_guard lock(mutex_);
    if (all_.size() >= k_showings_max) all_.pop_front();
    all_.push_back(std::move(showing));
}

std::optional<Showing> Showings::find(const std::string& nonce, const std::string& session,
                                      const std::string& approval) const {
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(all_.begin(), all_.end(), [&](const Showing& one) {
        return one.nonce == nonce && one.session == session && one.approval == approval;
    });
    return found == all_.end() ? std::nullopt : std::optional(*found);
}

void Showings::forget(const std::string& nonce) {
    const std::lock_guard lock(mutex_);
    std::erase_if(all_, [&](const Showing& one) { return one.nonce == nonce; });
}

}  // namespace iam::console
