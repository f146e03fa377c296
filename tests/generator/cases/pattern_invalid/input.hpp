#pragma once

#include <iam/annotations.hpp>

#include <string>

namespace desk {

/// Finds.
[[iam::tool({.read_only = true})]] int find([[iam::pattern("a(?=b)")]] std::string a,       // iam-error: at byte 1 of the pattern: '(?=' looks around
                                            [[iam::pattern("[a-")]] std::string b,          // iam-error: at byte 0 of the pattern: a '[' has no ']'
                                            [[iam::pattern("(?i)abc")]] std::string c,      // iam-error: '(?i' is no group of ECMA-262
                                            [[iam::pattern("[[:alpha:]]")]] std::string d,  // iam-error: at byte 10 of the pattern: ']' stands alone
                                            [[iam::pattern("\\Aabc")]] std::string e);      // iam-error: write '^'

}  // namespace desk
