// Finds added and removed members of objects. Their finding covers every change inside them.
#pragma once

#include <iam/contract/findings.hpp>

#include <string>
#include <vector>

namespace iam::contract {

/// True if the pointer leads to `place` or below it.
bool is_within(const std::string& pointer, const std::string& place);

/// Pointers into the tool to the schemas of the members added or removed in this finding. None for
/// a finding about another change.
std::vector<std::string> moved_members(const Finding& finding);

}  // namespace iam::contract
