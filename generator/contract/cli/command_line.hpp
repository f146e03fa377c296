// Runs iam-schema from the words of its command line.
#pragma once

#include <generator/model/source.hpp>
#include <iam/core/clock.hpp>

#include <string>
#include <vector>

namespace iam::gen::contract {

/// Runs a command and returns the exit code (report.hpp). `words`: the command line without the
/// program's name. `colours`: whether the standard output shows colours. `clock`: tells the current
/// day.
int run(const std::vector<std::string>& words, Colours colours, const Clock& clock);

/// Prints the mistake in the command line to the error output. Returns k_usage.
int usage_error(const std::string& message);

}  // namespace iam::gen::contract
