// The commands iam-gen lint and iam-gen tokens.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace iam::gen::cli {

struct LintArguments {
    std::vector<std::string> profiles;
    std::vector<std::string> manifests;
    bool json = false;
};

struct TokenArguments {
    std::vector<std::string> manifests;
    std::size_t budget = 0;  // 0: none
};

/// Print their findings and return the exit code. It is k_refused if a tool would be refused, or if
/// the tools cost more than the budget.
int lint(const LintArguments& arguments);
int tokens(const TokenArguments& arguments);

}  // namespace iam::gen::cli
