#pragma once

#include <iam/annotations.hpp>

#include <string>
#include <vector>

namespace desk {

struct Box {
    [[iam::range(0, 5)]] std::string label;  // iam-error: range goes on a number
};

/// Packs.
[[iam::tool({.idempotent = true})]] void pack(Box box,
                                              [[iam::range(0, 5)]] std::vector<int> sizes,      // iam-error: range goes on a number
                                              [[iam::length(0, 5)]] int count,                  // iam-error: length goes on
                                              [[iam::multiple_of(5)]] bool fast,                // iam-error: multiple_of goes on
                                              [[iam::pattern("^a$")]] int code,                 // iam-error: pattern goes on
                                              [[iam::format("date")]] std::vector<std::string> days);  // iam-error: format goes on

}  // namespace desk
