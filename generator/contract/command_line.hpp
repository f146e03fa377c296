// From words to a command of iam-schema.
#pragma once

#include <generator/model/source.hpp>

#include <string>
#include <vector>

namespace iam::gen::contract {

/// `words`: the command line without the program's name. `colours`: what the standard output shows. The result is the exit code.
int run(const std::vector<std::string>& words, Colours colours);

/// Says on the error output what is wrong about the command line.
int usage_error(const std::string& message);

}  // namespace iam::gen::contract
