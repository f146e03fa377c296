#include "mcp/client/health/breaker.hpp"

#include <algorithm>

namespace iam::mcp {

using std::chrono::milliseconds;

std::string_view to_string(BreakerState state) noexcept {
    switch (state) {
        case BreakerState::closed:
            return "closed";
        case BreakerState::open:
            return "open";
        case BreakerState::probing:
            break;
    }
    return "probing";
}

std::optional<Breaker::Pass> Breaker::let_in(milliseconds now) {
    if (!open_until_) return Pass{};
    if (is_probing_ || now < *open_until_) return std::nullopt;
    is_probing_ = true;
    return Pass{.is_probe = true};
}

void Breaker::answered(Pass pass) {
    if (pass.is_probe) is_probing_ = false;
    if (!open_until_) return;
    // Also the answer to a call from before shows that the server works.
    open_until_.reset();
    failures_.clear();
}

void Breaker::failed(Pass pass, milliseconds now) {
    if (pass.is_probe) is_probing_ = false;
    if (open_until_) {
        if (pass.is_probe) open(now);
        return;
    }
    failures_.push_back(now);
    while (failures_.front() <= now - k_window) failures_.pop_front();
    if (failures_.size() >= k_failures_max) open(now);
}

void Breaker::unjudged(Pass pass) {
    if (pass.is_probe) is_probing_ = false;
}

void Breaker::open(milliseconds now) {
    open_until_ = now + k_open;
    failures_.clear();
}

BreakerState Breaker::state() const noexcept {
    if (!open_until_) return BreakerState::closed;
    return is_probing_ ? BreakerState::probing : BreakerState::open;
}

std::optional<milliseconds> Breaker::open_for(milliseconds now) const {
    if (state() != BreakerState::open) return std::nullopt;
    return std::max(milliseconds{0}, *open_until_ - now);
}

}  // namespace iam::mcp
