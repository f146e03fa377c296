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

/// `words`: the command line without the program's name. `colours`: what the error output shows.
int run(const std::vector<std::string>& words, Colours colours);

/// Says on the error output what is wrong about the command line.
int usage_error(const std::string& message);
/// Says why nothing came of it; the result is k_refused.
int refused(const std::string& message);

}  // namespace iam::gen::cli
