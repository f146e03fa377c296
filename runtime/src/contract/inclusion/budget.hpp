// How much a comparison may still cost.
#pragma once

#include <cstdint>

namespace iam::contract {

/// Counts steps down. Once it is over it stays over, so that every part of a search ends soon.
class Budget {
 public:
    explicit Budget(std::uint64_t steps) noexcept : left_(steps) {}

    /// False where the steps are not there any more.
    bool spend(std::uint64_t steps = 1) noexcept {
        if (left_ < steps) left_ = 0;
        if (left_ == 0) return false;
        left_ -= steps;
        return true;
    }
    /// For work or memory that grows with a size: few claims, names or values are as much as one step.
    bool spend_for(std::uint64_t size) noexcept { return spend(1 + size / 4); }
    bool over() const noexcept { return left_ == 0; }
    std::uint64_t left() const noexcept { return left_; }

 private:
    std::uint64_t left_;
};

}  // namespace iam::contract
