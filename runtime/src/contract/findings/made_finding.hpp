// Makes a finding with the class, effect and level of its rule.
#pragma once

#include <iam/contract/findings.hpp>

#include <string>
#include <string_view>

namespace iam::contract {

/// `id` must name a rule. A null value stands for an absent part.
Finding made_finding(std::string_view id, std::string pointer, const Json& before,
                     const Json& after);
/// A null pointer stands for an absent part, a null value for itself.
Finding made_finding(std::string_view id, std::string pointer, const Json* before,
                     const Json* after);

}  // namespace iam::contract
