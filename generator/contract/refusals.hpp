// Finds tools that a provider of models refuses now and did not refuse before.
#pragma once

#include <generator/lint/lint.hpp>
#include <iam/contract/tool_findings.hpp>

#include <vector>

namespace iam::gen::contract {

/// The refusals of `after` that the tool of the same name in `before` did not have (S09).
std::vector<iam::contract::ToolFinding> refusals(lint::LintProfile profile,
                                                 const std::vector<OrderedJson>& before,
                                                 const std::vector<OrderedJson>& after);

}  // namespace iam::gen::contract
