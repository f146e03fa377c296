// Compares the facts of a tool that iam-gen does not write. Tools registered by hand and other
// servers may state them in _meta["iam/contract"].
#pragma once

#include <iam/contract/findings.hpp>

#include <string>
#include <vector>

namespace iam::contract {

/// True if `name` is such a fact.
bool is_declared_fact(const std::string& name);

/// The changes of such facts. A value that is not of its fact's kind is S07.
std::vector<Finding> declared_findings(const Json& before, const Json& after);

}  // namespace iam::contract
