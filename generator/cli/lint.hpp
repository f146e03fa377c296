// iam-gen lint, iam-gen tokens
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

/// Print what they find; the result is the exit code, k_refused where a tool would be refused or costs more than the budget.
int lint(const LintArguments& arguments);
int tokens(const TokenArguments& arguments);

}  // namespace iam::gen::cli
