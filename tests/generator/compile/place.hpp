// A parameter that says where its call stands. Compilers without std::source_location leave the
// header out.
#pragma once

#include <iam/annotations.hpp>

#include <source_location>
#include <string>

namespace place {

int next_number();

/// Says whether its caller is known, and what else it was given.
/// @param text  before
/// @param day   behind
[[iam::tool({.name = "place_told", .read_only = true})]] inline std::string told(
    std::string text, const std::source_location& where = std::source_location::current(),
    int day = 3) {
    return text + (where.line() > 0 ? " line " : " nowhere ") + std::to_string(day);
}

/// The same behind a default that only the program knows.
/// @param number  counts calls
[[iam::tool({.name = "place_counted", .read_only = true})]] inline int counted(
    int number = next_number(), std::source_location where = std::source_location::current()) {
    return where.line() > 0 ? number : -1;
}

}  // namespace place
