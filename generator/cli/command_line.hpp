// The commands of iam-gen. Each has a file of its own beside this one.
#pragma once

#include <generator/model/source.hpp>

#include <string>
#include <vector>

namespace iam::gen::cli {

// Exit codes of every command; --help prints them.
inline constexpr int k_done = 0;
inline constexpr int k_refused = 1;
inline constexpr int k_usage = 2;

/// `words`: the command line without the program's name. `colours`: whether the error output shows
/// colours.
int run(const std::vector<std::string>& words, Colours colours);

/// Prints the mistake in the command line to the error output.
int usage_error(const std::string& message);
/// Prints the reason for a refusal. Returns k_refused.
int refused(const std::string& message);

}  // namespace iam::gen::cli
