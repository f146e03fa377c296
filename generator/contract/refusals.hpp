// What providers of models take: a tool that one refuses now and did not before is a finding.
#pragma once

#include <generator/lint/lint.hpp>
#include <iam/contract/tool_findings.hpp>

#include <vector>

namespace iam::gen::contract {

/// What the provider refuses of `after` and did not refuse of the tool of the same name in `before` (S09).
std::vector<iam::contract::ToolFinding> refusals(lint::LintProfile profile,
                                                 const std::vector<OrderedJson>& before,
                                                 const std::vector<OrderedJson>& after);

}  // namespace iam::gen::contract
