#include "roles.hpp"

#include "fixture.hpp"

#include <spawn.h>
#include <sys/wait.h>

namespace iam::test {

int make_roles(const std::string& schema) {
    const char* programs = std::getenv("IAM_TEST_POSTGRES_PROGRAMS");
    REQUIRE(programs != nullptr);
    std::vector<std::string> words{std::string(programs) + "/psql",
                                   "-q",
                                   "-o",
                                   "/dev/null",
                                   "-h",
                                   server(),
                                   "-U",
                                   "iam",
                                   "-d",
                                   "postgres",
                                   "-v",
                                   "schema=" + schema,
                                   "-f",
                                   IAM_TEST_ROLES};
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    pid_t child = 0;
    REQUIRE(::posix_spawn(&child, arguments[0], nullptr, nullptr, arguments.data(), environ) == 0);
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace iam::test
