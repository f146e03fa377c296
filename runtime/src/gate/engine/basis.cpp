// The clock and the randomness of the system serve where the host gives none.
#include "gate/engine/basis.hpp"

#include <iam/consent/rules.hpp>

#include <utility>

namespace iam::gate {

Basis::Basis(Parts runtime_parts, Settings runtime_settings)
    : parts(std::move(runtime_parts)),
      clock(parts.clock == nullptr ? system_clock_ : *parts.clock),
      entropy(parts.entropy == nullptr ? system_entropy_ : *parts.entropy),
      settings(std::move(runtime_settings)),
      instance(random_id(entropy)) {}

std::shared_ptr<const consent::RuleBook> rules_now(const Basis& basis) {
    return basis.parts.rules == nullptr ? nullptr : basis.parts.rules->current();
}

}  // namespace iam::gate
