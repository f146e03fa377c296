// Limits the cost of a comparison.
#pragma once

#include <cstdint>

namespace iam::contract {

/// Counts steps down. Once it is spent it stays spent, so every part of a search ends soon.
class Budget {
 public:
    explicit Budget(std::uint64_t steps) noexcept : left_(steps) {}

    /// False if the steps are spent.
    bool spend(std::uint64_t steps = 1) noexcept {
        if (left_ < steps) left_ = 0;
        if (left_ == 0) return false;
        left_ -= steps;
        return true;
    }
    /// Pays for work or memory in proportion to a size: four claims, names or values cost about one
    /// step.
    bool spend_for(std::uint64_t size) noexcept { return spend(1 + size / 4); }
    bool over() const noexcept { return left_ == 0; }
    std::uint64_t left() const noexcept { return left_; }

 private:
    std::uint64_t left_;
};

}  // namespace iam::contract
