// Cases of a benchmark that are held against others of the same run.
#pragma once

#include <functional>
#include <vector>

namespace bench {

struct Case {
    const char* name;
    const char* floor;  // what it is held against; nullptr for a floor
    double bar;
    std::function<void()> once;
};

/// Times and ratios, by Google Benchmark; with the words CASE TIMES, that case so many times and
/// nothing else, for a counter of instructions.
int run(const char* program, const std::vector<Case>& all, int argc, char** argv);

}  // namespace bench
