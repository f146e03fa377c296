// iam-gen: reads annotated headers, judges them, writes the code and the manifest of their tools;
// explains its diagnostics.
#include <generator/cli/command_line.hpp>

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>

int main(int argc, char** argv) {
    try {
        const auto colours = iam::gen::colours_for(isatty(STDERR_FILENO) != 0,
                                                   std::getenv("NO_COLOR"), std::getenv("TERM"));
        return iam::gen::cli::run({argv + 1, argv + argc}, colours);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "iam-gen: %s\n", error.what());
        return iam::gen::cli::k_refused;
    }
}
