// Reads texts from files and standard input.
#pragma once

#include <iam/core/result.hpp>
#include <iam/core/trusted_text.hpp>

#include <iosfwd>
#include <string>

namespace iam::host {

/// `argument` itself; if it is "-", all of `in`.
Result<std::string> text_or_input(const std::string& argument, std::istream& in);
/// The bytes of a file; if the name is "-", all of `in`.
Result<std::string> read_file(const std::string& name, std::istream& in);
/// The same as read_trusted_text(), with sentences as messages.
Result<std::string> read_own_file(const std::string& path, ReadBy by);

}  // namespace iam::host
