// The program iam-schema: reports changes in the contracts of tools, and keeps the committed lock.
#include <generator/contract/cli/command_line.hpp>
#include <generator/contract/report.hpp>

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>

int main(int argc, char** argv) {
    try {
        const auto colours = iam::gen::colours_for(isatty(STDOUT_FILENO) != 0,
                                                   std::getenv("NO_COLOR"), std::getenv("TERM"));
        return iam::gen::contract::run({argv + 1, argv + argc}, colours, iam::SystemClock());
    } catch (const std::exception& error) {
        std::fprintf(stderr, "iam-schema: %s\n", error.what());
        return iam::gen::contract::k_internal;
    }
}
