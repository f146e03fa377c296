// Errors as values, and the end of the program at a broken invariant.
// Tests of runtime/src/core/system/assert.cpp.
#include <iam/core/assert.hpp>
#include <iam/core/result.hpp>

#include <catch2/catch.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <string>

namespace {

iam::Result<int> half(int value) {
    if (value % 2 != 0)
        return iam::fail(iam::Errc::invalid_argument, "the value is odd; give an even one",
                         "/value");
    return value / 2;
}

iam::Result<void> check_even(int value) {
    IAM_TRY(unused, half(value));
    static_cast<void>(unused);
    return {};
}

iam::Result<std::string> describe(int value) {
    IAM_CHECK(check_even(value));
    IAM_TRY(result, half(value));
    return std::to_string(result);
}

}  // namespace

TEST_CASE("every error code has a spelling") {
    using iam::Errc;
    CHECK(iam::to_string(Errc::not_found) == "not_found");
    CHECK(iam::to_string(Errc::conflict) == "conflict");
    CHECK(iam::to_string(Errc::invalid_argument) == "invalid_argument");
    CHECK(iam::to_string(Errc::unavailable) == "unavailable");
    CHECK(iam::to_string(Errc::outcome_unknown) == "outcome_unknown");
    CHECK(iam::to_string(Errc::corrupt) == "corrupt");
    CHECK(iam::to_string(Errc::internal) == "internal");
}

TEST_CASE("only a conflict and an absent resource are worth another try") {
    using iam::Errc;
    STATIC_REQUIRE(iam::is_retryable(Errc::conflict));
    STATIC_REQUIRE(iam::is_retryable(Errc::unavailable));
    for (const Errc code : {Errc::not_found, Errc::invalid_argument, Errc::outcome_unknown,
                            Errc::corrupt, Errc::internal}) {
        CHECK_FALSE(iam::is_retryable(code));
    }
}

TEST_CASE("an error goes through the macros with code, sentence and pointer") {
    CHECK(describe(8).value() == "4");
    const auto failed = describe(7);
    REQUIRE_FALSE(failed.has_value());
    CHECK(failed.error().code == iam::Errc::invalid_argument);
    CHECK(failed.error().message == "the value is odd; give an even one");
    CHECK(failed.error().pointer == "/value");
}

TEST_CASE("a broken invariant ends the program") {
    IAM_ASSERT(1 + 1 == 2);
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        ::close(STDERR_FILENO);
        ::signal(SIGABRT, SIG_DFL);
        IAM_ASSERT(1 + 1 == 3);
        ::_exit(0);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == SIGABRT);
}
