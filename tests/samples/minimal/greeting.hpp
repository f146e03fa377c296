// One tool with a pattern, so that the library behind patterns is part of the measure.
#pragma once

#include <iam/annotations.hpp>

#include <string>

// The formatter breaks attributes that hold braces at odd places.
// clang-format off

/// Greets somebody.
/// @param name  who
[[iam::tool({.policy = iam::allow, .read_only = true, .open_world = false})]]
std::string greet([[iam::pattern("^[A-Z][a-z]+$"), iam::length(2, 20)]] const std::string& name);
