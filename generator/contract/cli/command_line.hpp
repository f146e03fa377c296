// From words to a command of iam-schema.
#pragma once

#include <generator/model/source.hpp>
#include <iam/core/clock.hpp>

#include <string>
#include <vector>

namespace iam::gen::contract {

/// `words`: the command line without the program's name. `colours`: what the standard output shows. `clock`: says which day it is. The result
/// is the exit code.
int run(const std::vector<std::string>& words, Colours colours, const Clock& clock);

/// Says on the error output what is wrong about the command line.
int usage_error(const std::string& message);

}  // namespace iam::gen::contract
