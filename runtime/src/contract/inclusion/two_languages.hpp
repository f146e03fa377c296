// Two languages that are asked about in both directions, and made into terms once.
#pragma once

#include "terms.hpp"
#include <iam/contract/inclusion.hpp>

#include <optional>

namespace iam::contract {

enum class Direction : bool {
    forth,  ///< whether the second accepts all that the first does
    back,
};

class TwoLanguages {
 public:
    /// Both outlive it.
    TwoLanguages(const Language& first, const Language& second);

    /// A search leaves the terms that it made to the next one.
    Relation compare(Direction direction, const InclusionLimits& limits);

 private:
    struct Lowered {
        Terms terms;
        TermId first{};
        TermId second{};
    };

    const Language& first_;
    const Language& second_;
    std::optional<Lowered> lowered_;  // nothing where the two are the same
};

}  // namespace iam::contract
