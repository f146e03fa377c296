// A second target with tools: what it registers stands beside the notes.
#pragma once

#include <iam/annotations.hpp>

#include <string>

// The formatter breaks attributes that hold braces at odd places.
// clang-format off

/// Says what is to be done next.
/// @param area  where to look
[[iam::tool({.policy = iam::allow, .read_only = true, .open_world = false})]]
std::string next_task([[iam::length(1, 20)]] const std::string& area);
