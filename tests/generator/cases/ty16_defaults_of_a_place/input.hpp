#pragma once

#include <iam/annotations.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace desk {

constexpr const char* k_here = __FILE__;
constexpr int k_line = __LINE__;
constexpr int line_of(int line) { return line + 1; }
constexpr int here() { return __LINE__; }

struct Entry {
    std::string file = __FILE__;
    std::vector<std::string> built = {"at " __DATE__};
    int line = __builtin_LINE();
    int size = sizeof(__FILE__);
};

/// What depends on where and when it is compiled is no part of the contract.
[[iam::tool({.idempotent = true})]] void note(Entry entry, std::string file = k_here);

/// The same for numbers.
[[iam::tool({.idempotent = true})]] void count(int line = line_of(k_line));
/// And for what a function holds.
[[iam::tool({.idempotent = true})]] void mark(int line = here());
/// And for all of an aggregate.
[[iam::tool({.idempotent = true})]] void enter(Entry entry = {});

}  // namespace desk
