// iam-gen: reads annotated headers, judges them, writes the code and the manifest of their tools; explains what it says.
#include <generator/cli/command_line.hpp>

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string_view>

namespace {

using iam::gen::Colours;

/// Colours are for people at a terminal that shows them, unless they said no (no-color.org).
Colours colours_of_error_output() {
    if (isatty(STDERR_FILENO) == 0) return Colours::never;
    const char* const no_color = std::getenv("NO_COLOR");
    if (no_color != nullptr && *no_color != '\0') return Colours::never;
    const char* const terminal = std::getenv("TERM");
    if (terminal == nullptr || std::string_view(terminal) == "dumb") return Colours::never;
    return Colours::always;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return iam::gen::cli::run({argv + 1, argv + argc}, colours_of_error_output());
    } catch (const std::exception& error) {
        std::fprintf(stderr, "iam-gen: %s\n", error.what());
        return iam::gen::cli::k_refused;
    }
}
