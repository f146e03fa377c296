// B7 messages that say why, and a way out that fits.
#pragma once

#include <iam/annotations.hpp>

#include <chrono>
#include <istream>
#include <limits>
#include <string>
#include <variant>
#include <vector>

namespace desk {

struct Either {
    union {
        int a;
        float b;
    };
};

/// Takes them.
[[iam::tool({.read_only = true})]] int take(
    Either either,                         // iam-error: hold a std::variant
    std::istream& in,                      // iam-error: take the text as std::string
    int (*apply)(int),                     // iam-error: take an enum that names the choices
    int Either::* member);                 // iam-error: take an enum that names the choices

/// Chooses.
[[iam::tool({.read_only = true})]] int choose(
    std::variant<int, int> either,                      // iam-error: may be 'int' in two ways
    [[iam::pattern("^(?!x)")]] std::string code,        // iam-error: let the function judge the rest
    [[iam::as_string]] std::vector<std::string> names,  // iam-error: is of type 'std::vector<std::string>'
    double most = std::numeric_limits<double>::infinity(),  // iam-error: cannot write the default of 'most' as JSON
    int last = 0);

[[iam::tool]] extern int count;  // iam-error: stands on the variable 'count', which is not a function
struct [[iam::tool]] Door {};    // iam-error: stands on the type 'Door', which is not a function

}  // namespace desk
