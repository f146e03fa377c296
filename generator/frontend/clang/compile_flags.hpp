// The command line for clang's parser, made from the flags of a target that another compiler may build.
#pragma once

#include <string>
#include <vector>

namespace iam::gen {

/// `main_file` comes last. Warnings are off: the compiler of the target has said them.
std::vector<std::string> clang_command_line(const std::vector<std::string>& compile_flags,
                                            const std::string& main_file);

/// The same flags for the target's own compiler, where it only preprocesses: without outputs and without warnings.
std::vector<std::string> preprocessor_flags(const std::vector<std::string>& compiler_flags);

/// The way out where clang's own headers are not where the flags, or else this program, say: without them no standard header can be
/// read. Empty where they are there.
std::string missing_resources(const std::vector<std::string>& compile_flags);

/// Those that are about C++ modules, which no header is read with.
std::vector<std::string> flags_of_modules(const std::vector<std::string>& compile_flags);

/// True if a flag brings in a file before the text of the first header.
bool includes_files_first(const std::vector<std::string>& compile_flags);

}  // namespace iam::gen
