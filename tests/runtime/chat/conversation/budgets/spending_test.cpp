// Tests of runtime/src/chat/conversation/budgets/spending.cpp.
#include "chat/conversation/budgets/spending.hpp"

#include <support/fake_clock.hpp>

#include <catch2/catch.hpp>

#include <limits>

using namespace iam::chat;

TEST_CASE("a day begins at midnight in UTC (H25)") {
    iam::test::FakeClock clock;  // 2026-01-02
    CHECK(day_of(&clock) == 20'455);
    clock.advance(std::chrono::hours(20) + std::chrono::minutes(55));
    CHECK(day_of(&clock) == 20'455);
    clock.advance(std::chrono::minutes(1));
    CHECK(day_of(&clock) == 20'456);
    CHECK(day_of(nullptr) == 0);
}

TEST_CASE("three bytes are a token, and a part of a token is one (H25)") {
    CHECK(estimated_tokens(std::size_t{0}) == 0);
    CHECK(estimated_tokens(std::size_t{1}) == 1);
    CHECK(estimated_tokens(std::size_t{3}) == 1);
    CHECK(estimated_tokens(std::size_t{4}) == 2);
}

TEST_CASE("a cost is rounded up once, and cached input has its own price (H25)") {
    const Prices prices{.input = 1, .cached = 0, .output = 1};
    CHECK(counted({.usage = {.input = 1, .output = 1}}, prices, 7) == Counted{7, 2, 1});
    CHECK(counted({.usage = {.input = 9, .cached = 9, .output = 0}}, prices, 7) ==
          Counted{7, 9, 0});
    // More cached than read is a provider's fault.
    CHECK(counted({.usage = {.input = 9, .cached = 90, .output = 0}}, prices, 7).cost == 0);
    CHECK(counted({.request_tokens = 5, .answer_bytes = 9}, prices, 7).tokens == 8);
}

TEST_CASE("the greatest counts and prices pass no limit of 64 bits (H25)") {
    const std::uint64_t most = (std::numeric_limits<std::uint64_t>::max)();
    const Counted all = counted({.usage = {.input = most, .cached = most / 2, .output = most}},
                                {.input = most, .cached = most, .output = most}, 1);
    CHECK(all.tokens == 2'000'000'000'000);
    CHECK(all.cost == 1'000'000'000'000'000);
    Counted sum{.tokens = (std::numeric_limits<std::int64_t>::max)() - 1};
    add(sum, all);
    CHECK(sum.tokens == (std::numeric_limits<std::int64_t>::max)());
}

TEST_CASE("a difference and its first part add up to the whole (H25)") {
    const Counted first{5, 100, 30};
    Counted sum = first;
    add(sum, difference({6, 40, 90}, first));
    CHECK(sum == Counted{5, 40, 90});
}

TEST_CASE("a budget is used up at its number, and less than nothing is nothing (H25)") {
    const Budget budget{.tokens = 10, .cost = 500'000};
    CHECK(spent_words("It", {0, 9, 499'999}, budget, "USD").empty());
    CHECK_THAT(spent_words("It", {0, 10, 0}, budget, "USD"), Catch::Contains("10 of 10 tokens"));
    CHECK_THAT(spent_words("It", {0, 0, 500'000}, budget, "USD"),
               Catch::Contains("0.5 of 0.5 USD"));
    CHECK(spent_words("It", {0, -5, -5}, budget, "USD").empty());
    CHECK(spent_words("It", {0, 1'000, 1'000}, {}, "USD").empty());
}
