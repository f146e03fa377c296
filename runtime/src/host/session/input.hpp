// Reads texts from files and standard input.
#pragma once

#include <iam/core/result.hpp>

#include <iosfwd>
#include <string>

namespace iam::host {

/// `argument` itself; if it is "-", all of `in`.
Result<std::string> text_or_input(const std::string& argument, std::istream& in);
/// The bytes of a file; if the name is "-", all of `in`.
Result<std::string> read_file(const std::string& name, std::istream& in);

}  // namespace iam::host
