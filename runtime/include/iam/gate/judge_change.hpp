// Judges the effect of a tool's change on earlier consent: Parts::judge_change.
#pragma once

#include <iam/consent/changes.hpp>

namespace iam::gate {

/// Judges by the rules and limits of iam-schema; the worst finding decides. It suspends if a
/// document is not of the contract with its digest, or if nothing was found. A tool with an origin
/// is a stranger's (contract::Trust::untrusted), and its digest is computed from the document. The
/// function is more than half of a small program's size, so a program links it only by naming it.
consent::ContractChange judge_change(const Digest& before, const std::string& document,
                                     const Contract& today);

}  // namespace iam::gate
