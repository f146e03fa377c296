// What each rule means: iam-schema explain, docs/contract-rules.md and SARIF say it with these words.
#pragma once

#include <iam/contract/findings.hpp>

#include <string>

namespace iam::gen::contract {

using iam::contract::Rule;

/// Title, meaning, example, what shows it: for a terminal, and as a section of a page.
std::string explanation_text(const Rule& rule);
std::string explanation_markdown(const Rule& rule);
/// A line for each rule: id, class, what happens to standing permissions, name.
std::string list_of_rules();
/// {"iam": 1, "rules": [{id, name, side, class, grants, level, witness, explanation, example}]}
std::string rules_json();
/// docs/contract-rules.md
std::string page_of_rules();

}  // namespace iam::gen::contract
