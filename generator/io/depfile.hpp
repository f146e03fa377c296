// Writes the list of an output's source files, in the form for Make and Ninja.
#pragma once

#include <string>
#include <vector>

namespace iam::gen {

/// "target: a.hpp \⏎ b.hpp": dependencies sorted, each once, with special characters escaped for
/// both programs. Paths are written as given. A path with a line break cannot be written in this
/// format and is left out.
std::string depfile_text(const std::string& target, std::vector<std::string> dependencies);

}  // namespace iam::gen
