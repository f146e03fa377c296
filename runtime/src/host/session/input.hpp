// Texts that come from files and standard input.
#pragma once

#include <iam/core/result.hpp>

#include <iosfwd>
#include <string>

namespace iam::host {

/// `argument` itself, or all of `in` where it is "-".
Result<std::string> text_or_input(const std::string& argument, std::istream& in);
/// The bytes of a file, or all of `in` where the name is "-".
Result<std::string> read_file(const std::string& name, std::istream& in);

}  // namespace iam::host
