// Members of objects that came or went: what is said inside of them is said by their finding.
#pragma once

#include <iam/contract/findings.hpp>

#include <string>
#include <vector>

namespace iam::contract {

/// Whether a pointer leads to `place` or below it.
bool is_within(const std::string& pointer, const std::string& place);

/// The schemas of the members that came or went with this finding, as pointers into the tool; none for a finding about something else.
std::vector<std::string> moved_members(const Finding& finding);

}  // namespace iam::contract
