// Makes the command line for clang's parser from a target's flags. The target's compiler may be
// another one.
#pragma once

#include <string>
#include <vector>

namespace iam::gen {

/// `main_file` comes last. Warnings are off, since the target's compiler reports them.
std::vector<std::string> clang_command_line(const std::vector<std::string>& compile_flags,
                                            const std::string& main_file);

/// The same flags for the target's own compiler when it only preprocesses: without outputs,
/// modules, plug-ins and -Werror.
std::vector<std::string> preprocessor_flags(const std::vector<std::string>& compiler_flags);

/// A message with the way out if clang's own headers are missing; empty if they are there. Without
/// them no standard header can be read. They lie in the -resource-dir of the flags, or else in the
/// folder given when this program was built.
std::string missing_resources(const std::vector<std::string>& compile_flags);

/// The flags about C++ modules. Headers are read without modules.
std::vector<std::string> flags_of_modules(const std::vector<std::string>& compile_flags);

/// True if a flag brings in a file before the text of the first header.
bool includes_files_first(const std::vector<std::string>& compile_flags);

}  // namespace iam::gen
