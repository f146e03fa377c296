// Other programs: what they print, how they end, and that no shell reads their words.
#include <generator/io/child.hpp>

#include <catch2/catch.hpp>

using iam::gen::run_child;

TEST_CASE("a program's output and exit code come back") {
    const auto result = run_child({"sh", "-c", "printf 'a\\nb'; printf noise >&2; exit 7"});
    REQUIRE(result);
    CHECK(result->output == "a\nb");
    CHECK(result->exit_code == 7);
}

TEST_CASE("a program gets variables in place of ours, and its errors where they are asked for") {
    const auto result = run_child({"sh", "-c", "printf '%s,' \"$IAM_X\" \"$HOME\"; echo no >&2"},
                                  {.variables = {"IAM_X=1", "HOME=2"}, .errors_too = true});
    CHECK(result->output == "1,2,no\n");
}

TEST_CASE("words reach a program as they are, and its input is empty") {
    const auto result = run_child({"printf", "%s|", "$HOME", "a b", "*"});
    REQUIRE(result);
    CHECK(result->output == "$HOME|a b|*|");
    CHECK(run_child({"cat"})->output.empty());
}

TEST_CASE("B2 a program reads the input that it is given, more than a pipe holds too") {
    const std::string text(200000, 'x');
    const auto result = run_child({"cat"}, {.input = text});
    REQUIRE(result);
    CHECK(result->output == text);
}

TEST_CASE("more output than a pipe holds is read") {
    const auto result = run_child({"sh", "-c", "head -c 300000 /dev/zero"});
    REQUIRE(result);
    CHECK(result->output.size() == 300000);
}

TEST_CASE("a program that a signal ends is told from one that ends by itself") {
    CHECK(run_child({"sh", "-c", "kill -9 $$"})->exit_code == 128 + 9);
}

TEST_CASE("a program that is not there is named") {
    const auto result = run_child({"iam-no-such-program"});
    REQUIRE_FALSE(result);
    CHECK(result.error().find("'iam-no-such-program' cannot be started") == 0);
}
