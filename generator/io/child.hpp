// Other programs, for what they print.
#pragma once

#include <tl/expected.hpp>

#include <string>
#include <vector>

namespace iam::gen {

struct ChildResult {
    int exit_code = 0;   ///< 128 and the signal where one ended it
    std::string output;  ///< what it wrote to its standard output
};

/// What a program gets beside its words.
struct ChildSetting {
    std::vector<std::string> variables{};  ///< "NAME=value", in place of ours
    bool errors_too = false;               ///< its error output is part of the output
    std::string input{};                   ///< its standard input
};

/// Runs words[0], looked up in PATH, with the words as its arguments (no shell reads them), and our error output closed to it, and waits for its end. Error: it could not be started, as a sentence.
tl::expected<ChildResult, std::string> run_child(const std::vector<std::string>& words,
                                                 const ChildSetting& setting = {});

}  // namespace iam::gen
