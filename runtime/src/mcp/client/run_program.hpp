// Runs a short program to its end and takes its output.
#pragma once

#include <iam/core/result.hpp>

#include <chrono>
#include <cstddef>
#include <stop_token>
#include <string>
#include <vector>

namespace iam::mcp {

struct ProgramRun {
    std::vector<std::string> arguments{};    ///< the first one is the program: a path, or a name
    std::vector<std::string> environment{};  ///< "NAME=value"; nothing else is passed on
    std::chrono::milliseconds time{std::chrono::seconds{10}};  ///< then it is killed
    std::size_t bytes_max = std::size_t{64} << 10U;  ///< of each output; then it is killed
    std::stop_token stop{};                          ///< kills it
};

struct ProgramOutput {
    int exit_code = 0;  ///< 128 and the number of the signal, if one ended it
    std::string output{};
    std::string errors{};  ///< its standard error
};

/// Waits for the end. Standard input is empty. A name without a slash is looked for in this
/// program's PATH. Errors: not_found (there is no such program), unavailable (it did not start, was
/// too slow, or wrote too much).
Result<ProgramOutput> run_program(const ProgramRun& run);

}  // namespace iam::mcp
