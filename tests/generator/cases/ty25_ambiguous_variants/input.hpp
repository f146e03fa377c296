#pragma once

#include <iam/annotations.hpp>

#include <map>
#include <string>
#include <variant>
#include <vector>

namespace desk {

struct Item {
    std::string name;
    std::variant<std::string, char> letter;  // iam-error: each of them is a JSON string
};

struct Codes {
    int first;
};

}  // namespace desk

template <>
struct iam::codec<desk::Codes> {
    using wire = std::map<std::string, int>;
    static desk::Codes from_wire(wire);
    static wire to_wire(const desk::Codes&);
};

namespace desk {

/// Adds.
[[iam::tool({.read_only = true})]] std::vector<std::variant<Item, std::map<std::string, int>>> add(  // iam-error: each of them is a JSON object
    std::variant<int, double> number,           // iam-error: 'int' or 'double'
    std::variant<bool, int, bool> twice,        // iam-error: 'bool' in two ways
    std::variant<Item, Codes> codes,            // iam-error: take a struct that holds it
    [[iam::example("\"x\"")]] std::variant<int, bool> wrong);  // iam-error: none of the alternatives

}  // namespace desk
