// A program of iam::host for tests that need a process of its own. Effects are lines of the file that TESTDESK_EFFECTS names.
#include "tools.hpp"
#include <iam/host/host.hpp>

#include <cstdlib>
#include <fstream>

int main(int argc, char** argv) {
    const char* file = std::getenv("TESTDESK_EFFECTS");
    const std::string name = file == nullptr ? "/dev/null" : file;
    const auto effects = [name](const std::string& effect) {
        std::ofstream(name, std::ios::app) << effect << '\n';
    };
    return iam::host::run(argc, argv, [&](iam::Registry& registry) {
        return iam::test::register_test_tools(registry, effects);
    });
}
