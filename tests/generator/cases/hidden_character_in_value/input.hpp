#pragma once

#include <iam/annotations.hpp>

#include <string>

namespace desk {

/// Splits a text. Values of the program are published as escapes, so that whoever reads the file sees them.
[[iam::tool({.read_only = true})]] void split(std::string text, std::string separator = "\x1f\u202e\U000e0041",
                                              [[iam::example("\u200bx\x7f")]] std::string mark = "");

}  // namespace desk
