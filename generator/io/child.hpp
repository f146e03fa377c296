// Runs other programs and collects their output.
#pragma once

#include <tl/expected.hpp>

#include <string>
#include <vector>

namespace iam::gen {

struct ChildResult {
    int exit_code = 0;   ///< 128 plus the signal, if one ended it
    std::string output;  ///< text of its standard output
};

/// The environment and streams of a program.
struct ChildSetting {
    std::vector<std::string> variables{};  ///< "NAME=value", in place of ours
    bool errors_too = false;               ///< its error output is part of the output
    std::string input{};                   ///< its standard input
};

/// Looks words[0] up in PATH, runs it with the words as its arguments, and waits for its end. No
/// shell reads the words. Without `errors_too`, its error output is dropped. The error says in a
/// sentence why it could not be started.
tl::expected<ChildResult, std::string> run_child(const std::vector<std::string>& words,
                                                 const ChildSetting& setting = {});

}  // namespace iam::gen
