// The command line for clang's parser, made from the flags of a target that another compiler may build.
#pragma once

#include <string>
#include <vector>

namespace iam::gen {

/// `main_file` comes last. Warnings are off: the compiler of the target has said them.
std::vector<std::string> clang_command_line(const std::vector<std::string>& compile_flags,
                                            const std::string& main_file);

}  // namespace iam::gen
