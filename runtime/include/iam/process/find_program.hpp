// Finds a program by its name.
#pragma once

#include <iam/core/result.hpp>

#include <string>

namespace iam::process {

/// The path of a program: as it is written, or the first program of this name in the folders of
/// `path`, which is a value of the variable PATH. Error: invalid_argument.
Result<std::string> find_program(const std::string& name, const std::string& path);

}  // namespace iam::process
