// A finding as its rule has it.
#pragma once

#include <iam/contract/findings.hpp>

#include <string>
#include <string_view>

namespace iam::contract {

/// `id` is of a rule. Null stands for nothing there.
Finding made_finding(std::string_view id, std::string pointer, const Json& before,
                     const Json& after);
/// The same; a null pointer stands for nothing there, a null for itself.
Finding made_finding(std::string_view id, std::string pointer, const Json* before,
                     const Json* after);

}  // namespace iam::contract
