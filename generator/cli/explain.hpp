// The command iam-gen explain.
#pragma once

#include <string>
#include <vector>

namespace iam::gen::cli {

struct ExplainArguments {
    std::vector<std::string> ids;
    bool page = false;
    bool json = false;
};

/// Prints the explanations and returns the exit code.
int explain(const ExplainArguments& arguments);

}  // namespace iam::gen::cli
