// The records and the decision about a call: made by steps 2 and 4.
#pragma once

#include "gate/consent/standing_cache.hpp"
#include <iam/consent/decision.hpp>
#include <iam/core/boxed.hpp>
#include <iam/core/clock.hpp>
#include <iam/words/sentences.hpp>

#include <memory>
#include <vector>

namespace iam::gate {

struct Standing {
    Moment now{};  ///< of the decision
    std::shared_ptr<const KnownStanding> known{};
    bool is_fresh = false;  ///< `known` was read from the store for this step
    consent::Risk risk = consent::Risk::high;
    /// The value under the contracts of KnownStanding::earlier.
    std::vector<consent::EarlierArguments> earlier_arguments{};
    /// Sentences for people: why consent from before a change of the tool does not count.
    std::vector<words::Sentences> changes{};
    Boxed<consent::Decision> outright{};  ///< a deny; an interceptor may still lift it
    /// By policies, grants and hooks; later by the consent that lifted it. Points into
    /// KnownStanding if that has a fixed decision.
    std::shared_ptr<const consent::Decision> decided{};
    Policy floor = Policy::deny;               ///< hooks loosen no further
    bool wants_person = true;                  ///< a host's word is not enough
    Boxed<consent::Decision> seen_by_hooks{};  ///< the decision seen by before_execute

    const consent::Decision& decision() const noexcept { return decided ? *decided : undecided(); }
    static const consent::Decision& undecided() noexcept;
};

}  // namespace iam::gate
