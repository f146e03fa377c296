#pragma once

#include <iam/annotations.hpp>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace desk {

enum class [[iam::flags]] Days { monday = 1, tuesday = 2 };
struct Id {
    std::string text;
    bool operator<(const Id&) const;
};

}  // namespace desk

template <>
struct iam::codec<desk::Id> {
    using wire = std::string;
    static desk::Id from_wire(std::string);
    static std::string to_wire(const desk::Id&);
};

namespace desk {

/// Sums.
[[iam::tool({.read_only = true})]] int sum(std::map<double, int> a,            // iam-error: std::string
                                           std::map<std::vector<int>, int> b,  // iam-error: enum keys
                                           std::map<Days, int> c,              // iam-error: enum keys
                                           std::map<Id, int> d);               // iam-error: a key is not converted

}  // namespace desk
