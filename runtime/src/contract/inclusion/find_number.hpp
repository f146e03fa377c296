// Finds a number between bounds. It is a multiple of some numbers and not of others.
#pragma once

#include "contract/inclusion/budget.hpp"
#include <iam/core/exact_number.hpp>
#include <iam/core/json.hpp>

#include <optional>
#include <vector>

namespace iam::contract {

struct NumberGoal {
    struct Bound {
        JsonNumber value{};
        bool exclusive = false;
    };
    std::optional<Bound> low{};
    std::optional<Bound> high{};
    std::vector<JsonNumber> steps{};     ///< it is a multiple of each
    std::vector<JsonNumber> no_steps{};  ///< it is a multiple of none
    std::vector<JsonNumber> excluded{};  ///< in order

    /// Narrows a bound if `value` is narrower.
    void at_least(const JsonNumber& value, bool exclusive);
    void at_most(const JsonNumber& value, bool exclusive);
    void exclude(const JsonNumber& value);
    bool fits(const JsonNumber& value) const;
};

enum class Found : std::uint8_t {
    none,     ///< proven: there is none
    one,      ///< there is one
    unknown,  ///< neither is known
};

/// Candidates are the reader's numbers: the integers in [-2^63, 2^64-1] and the doubles. It
/// always decides if at most one step is used and the bounds are within ±10^18; otherwise as far
/// as 128 bits reach.
Found find_number(const NumberGoal& goal, Budget& budget, Json& found);

}  // namespace iam::contract
