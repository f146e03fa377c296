// What a change of a tool does to what was allowed of it: Parts::judge_change.
#pragma once

#include <iam/consent/changes.hpp>

namespace iam::gate {

/// By the rules of iam-schema, with every limit of theirs; the worst finding decides. It suspends where one of the documents is not of the contract
/// with its digest, and where nothing was found. Of itself it is more than half of a small program, so only who names it links it.
consent::ContractChange judge_change(const Digest& before, const std::string& document,
                                     const Contract& today);

}  // namespace iam::gate
