// Writes the list of files that an output was made from, in the form that Make and Ninja read.
#pragma once

#include <string>
#include <vector>

namespace iam::gen {

/// "target: a.hpp \⏎ b.hpp": dependencies sorted, each once, with special characters escaped for
/// both programs. Paths are written as given. A path with a line break cannot be written in this
/// format and is left out.
std::string depfile_text(const std::string& target, std::vector<std::string> dependencies);

}  // namespace iam::gen
