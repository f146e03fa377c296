// Compares two languages in both directions, and makes their terms only once.
#pragma once

#include "contract/inclusion/terms.hpp"
#include <iam/contract/inclusion.hpp>

#include <optional>

namespace iam::contract {

enum class Direction : bool {
    forth,  ///< does the second accept every value of the first?
    back,
};

class TwoLanguages {
 public:
    /// Both must outlive it.
    TwoLanguages(const Language& first, const Language& second);

    /// A search keeps its terms for the next one.
    Relation compare(Direction direction, const InclusionLimits& limits);

 private:
    struct Lowered {
        Terms terms;
        TermId first{};
        TermId second{};
    };

    const Language& first_;
    const Language& second_;
    std::optional<Lowered> lowered_;  // nothing if the two are the same
};

}  // namespace iam::contract
