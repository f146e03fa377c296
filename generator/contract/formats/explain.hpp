// Explains rules. iam-schema explain, docs/contract-rules.md and SARIF use the same words.
#pragma once

#include <iam/contract/findings.hpp>

#include <string>

namespace iam::gen::contract {

using iam::contract::Rule;

/// The title, meaning and example of a rule, and a value to show it, for a terminal; below, without
/// the title, as Markdown.
std::string explanation_text(const Rule& rule);
std::string explanation_markdown(const Rule& rule);
/// A line for each rule: id, class, effect on standing permissions, name.
std::string list_of_rules();
/// {"iam": 1, "rules": [{id, name, side, class, grants, level, witness, explanation, example}]}
std::string rules_json();
/// docs/contract-rules.md
std::string page_of_rules();

}  // namespace iam::gen::contract
