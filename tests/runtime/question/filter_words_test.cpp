#include <iam/question/filter_words.hpp>
#include <support/fake_clock.hpp>

#include <catch2/catch.hpp>

using namespace iam;
using question::FilterWords;
using question::read_filter;
using question::read_moment;

namespace {

const question::FilterTime k_now = test::FakeClock().now().wall;

}  // namespace

TEST_CASE("a moment is a time, a day in UTC, or a time ago") {
    CHECK(to_rfc3339(*read_moment("2026-01-02T03:04:05Z", k_now)) == "2026-01-02T03:04:05.000Z");
    CHECK(to_rfc3339(*read_moment("2026-01-02", k_now)) == "2026-01-02T00:00:00.000Z");
    CHECK(*read_moment("2h", k_now) == k_now - std::chrono::hours(2));
    for (const char* text : {"", "yesterday", "2026-13-01", "-2h"}) {
        const auto moment = read_moment(text, k_now);
        REQUIRE_FALSE(moment);
        CHECK(moment.error().code == Errc::invalid_argument);
    }
}

TEST_CASE("a filter takes each of its words, and refuses those that it does not know") {
    const Registry registry;
    CHECK_FALSE(read_filter({}, k_now, registry)->narrows());
    const auto filter = read_filter({.since = "2h",
                                     .until = "1h",
                                     .tool = "files/read",
                                     .subject = "ann",
                                     .outcome = "done",
                                     .risk = "high",
                                     .text = "x"},
                                    k_now, registry);
    REQUIRE(filter);
    CHECK(filter->since == k_now - std::chrono::hours(2));
    CHECK(filter->until == k_now - std::chrono::hours(1));
    CHECK(filter->tool == ToolId{"files", "read"});
    CHECK(filter->subject == "ann");
    CHECK(filter->outcome == "done");
    CHECK(filter->risk == consent::Risk::high);
    CHECK(filter->text == "x");
    CHECK_FALSE(read_filter({.since = "x"}, k_now, registry));
    CHECK_FALSE(read_filter({.until = "x"}, k_now, registry));
    CHECK_FALSE(read_filter({.risk = "huge"}, k_now, registry));
}
