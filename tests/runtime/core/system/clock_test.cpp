// RFC 3339 in both directions, and arithmetic that does not overflow.
#include <iam/core/clock.hpp>

#include <catch2/catch.hpp>

#include <chrono>
#include <string>

namespace {

using std::chrono::milliseconds;
using Time = std::chrono::sys_time<milliseconds>;

Time at(long long value) {
    return Time(milliseconds(value));
}

std::string refused_time(const std::string& text) {
    const auto time = iam::from_rfc3339(text);
    INFO(text);
    REQUIRE_FALSE(time.has_value());
    CHECK(time.error().code == iam::Errc::invalid_argument);
    return time.error().message;
}

}  // namespace

TEST_CASE("a moment is written in UTC with milliseconds") {
    CHECK(iam::to_rfc3339(at(0)) == "1970-01-01T00:00:00.000Z");
    CHECK(iam::to_rfc3339(at(1767323045678)) == "2026-01-02T03:04:05.678Z");
    CHECK(iam::to_rfc3339(at(-1)) == "1969-12-31T23:59:59.999Z");
    CHECK(iam::to_rfc3339(at(951782400000)) == "2000-02-29T00:00:00.000Z");
    CHECK(iam::to_rfc3339(at(253402300799999)) == "9999-12-31T23:59:59.999Z");
    CHECK(iam::to_rfc3339(at(-62167219200000)) == "0000-01-01T00:00:00.000Z");
}

TEST_CASE("a moment that RFC 3339 cannot hold is written as the nearest that it can") {
    CHECK(iam::to_rfc3339(at(253402300800000)) == "9999-12-31T23:59:59.999Z");
    CHECK(iam::to_rfc3339(Time::max()) == "9999-12-31T23:59:59.999Z");
    CHECK(iam::to_rfc3339(Time::min()) == "0000-01-01T00:00:00.000Z");
}

TEST_CASE("a moment reads back from its text") {
    for (const long long value :
         {0LL, -1LL, 1767323045678LL, 951782400001LL, 253402300799999LL, -62167219200000LL}) {
        CHECK(iam::from_rfc3339(iam::to_rfc3339(at(value))).value() == at(value));
    }
}

TEST_CASE("an offset is turned to UTC and a fraction to milliseconds") {
    const auto [text, value] = GENERATE(table<std::string, long long>({
        {"1970-01-01T00:00:00Z", 0},
        {"1970-01-01t00:00:00z", 0},
        {"1970-01-01T00:00:00-00:00", 0},
        {"1970-01-01T02:30:00+02:30", 0},
        {"1969-12-31T19:00:00-05:00", 0},
        {"1970-01-02T00:59:00+23:59", 3600000},
        {"1970-01-01T00:00:00.1Z", 100},
        {"1970-01-01T00:00:00.12Z", 120},
        {"1970-01-01T00:00:00.123456789123456789Z", 123},
        {"1970-01-01T00:00:00.9999Z", 999},
        {"2024-02-29T12:00:00Z", 1709208000000},
    }));
    INFO(text);
    CHECK(iam::from_rfc3339(text).value() == at(value));
}

TEST_CASE("what is almost RFC 3339 is refused, saying what is wrong and how to write it") {
    const auto [text, why] = GENERATE(table<std::string, std::string>({
        {"", "the year"},
        {"2026", "'-' must follow the year"},
        {"26-01-02T03:04:05Z", "the year"},
        {"+2026-01-02T03:04:05Z", "the year"},
        {"2026-13-02T03:04:05Z", "the month"},
        {"2026-00-02T03:04:05Z", "the month"},
        {"2026-1-02T03:04:05Z", "the month"},
        {"2026-02-29T03:04:05Z", "no such day"},
        {"1900-02-29T03:04:05Z", "no such day"},
        {"2026-04-31T03:04:05Z", "no such day"},
        {"2026-01-32T03:04:05Z", "the day"},
        {"2026-01-00T03:04:05Z", "the day"},
        {"2026-01-02 03:04:05Z", "a 'T' must stand"},
        {"2026-01-02", "a 'T' must stand"},
        {"2026-01-02T24:00:00Z", "the hour"},
        {"2026-01-02T03:60:00Z", "the minute"},
        {"2026-01-02T03:04Z", "a ':' must follow the minute"},
        {"2016-12-31T23:59:60Z", "leap seconds"},
        {"2026-01-02T03:04:05", "Z or an offset"},
        {"2026-01-02T03:04:05.Z", "a digit must follow"},
        {"2026-01-02T03:04:05,5Z", "Z or an offset"},
        {"2026-01-02T03:04:05+24:00", "the hours of the offset"},
        {"2026-01-02T03:04:05+02:60", "the minutes of the offset"},
        {"2026-01-02T03:04:05+0200", "a ':' must follow the hours of the offset"},
        {"2026-01-02T03:04:05+02", "a ':' must follow the hours of the offset"},
        {"2026-01-02T03:04:05Z ", "nothing may follow"},
        {" 2026-01-02T03:04:05Z", "the year"},
        {"2026-01-02T03:04:05ZZ", "nothing may follow"},
        {"0000-01-01T00:00:00+00:01", "between 0000 and 9999"},
        {"9999-12-31T23:59:59-00:01", "between 0000 and 9999"},
    }));
    const std::string message = refused_time(text);
    INFO(text << ": " << message);
    CHECK(message.find(why) != std::string::npos);
    CHECK(message.find("2026-01-02T03:04:05.678Z") != std::string::npos);
}

TEST_CASE("adding a duration stops at the ends of time") {
    CHECK(iam::saturating_add(at(5), milliseconds(7)) == at(12));
    CHECK(iam::saturating_add(at(5), milliseconds(-7)) == at(-2));
    CHECK(iam::saturating_add(Time::max(), milliseconds(1)) == Time::max());
    CHECK(iam::saturating_add(at(5), milliseconds::max()) == Time::max());
    CHECK(iam::saturating_add(at(0), milliseconds::max()) == Time::max());
    CHECK(iam::saturating_add(Time::min(), milliseconds(-1)) == Time::min());
    CHECK(iam::saturating_add(at(-5), milliseconds::min()) == Time::min());
    CHECK(iam::saturating_add(Time::max(), milliseconds(-1)) == Time::max() - milliseconds(1));
}

TEST_CASE("the system's clock knows its boot and does not run backwards on it") {
    const iam::SystemClock clock;
    const iam::Moment first = clock.now();
    const iam::Moment second = clock.now();
    CHECK(first.boot_id == second.boot_id);
    CHECK(first.boot > milliseconds(0));
    CHECK(first.boot <= second.boot);
    CHECK(first.wall > at(0));
}

TEST_CASE("an id of a boot that is longer than a UUID is told apart from others of its length") {
    const std::string long_id(64, 'a');
    const iam::BootId id(long_id);
    CHECK(id.text().size() == 36);
    CHECK(id == iam::BootId(long_id));
    CHECK_FALSE(id == iam::BootId(long_id + "b"));
    CHECK_FALSE(id == iam::BootId(std::string(63, 'a') + "b"));
    const std::string uuid = "01234567-89ab-cdef-0123-456789abcdef";
    CHECK(iam::BootId(uuid).text() == uuid);
}
