// Finds tools newly refused by a provider of models.
#pragma once

#include <generator/lint/lint.hpp>
#include <iam/contract/tool_findings.hpp>

#include <vector>

namespace iam::gen::contract {

/// The refusals of `after` without an equal one for the same tool name in `before` (S09).
std::vector<iam::contract::ToolFinding> refusals(lint::LintProfile profile,
                                                 const std::vector<OrderedJson>& before,
                                                 const std::vector<OrderedJson>& after);

}  // namespace iam::gen::contract
