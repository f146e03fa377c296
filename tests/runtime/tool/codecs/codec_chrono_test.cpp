// Moments and days at the ends of what their types hold.
// Tests of runtime/src/tool/codecs/chrono.cpp.
#include "codec_support.hpp"
#include <iam/tool/codecs/chrono.hpp>

#include <chrono>
#include <string>

namespace iam::test {
namespace {

template <class Duration>
std::string moment(Duration since_1970) {
    using Time = std::chrono::sys_time<Duration>;
    return write<Time, MomentCodec<Duration>>(Time(since_1970));
}

std::string date(std::chrono::days since_1970) {
    return write<std::chrono::sys_days, DateCodec<std::chrono::sys_days>>(
        std::chrono::sys_days(since_1970));
}

}  // namespace

TEMPLATE_TEST_CASE("the least and the greatest moment of a type have no text", "",
                   std::chrono::nanoseconds, std::chrono::microseconds, std::chrono::milliseconds,
                   std::chrono::seconds) {
    const std::string too_far = "unencodable: a moment of a year that is too far";
    CHECK(moment(TestType::min()) == too_far);
    CHECK(moment(TestType::max()) == too_far);
    CHECK(moment(TestType(-1)).find("\"1969-12-31T23:59:59") == 0);
}

TEST_CASE("a moment has a text from the first second of year 0 to the last of year 9999") {
    using std::chrono::seconds;
    const std::string too_far = "unencodable: a moment of a year that is too far";
    CHECK(moment(seconds(-62'167'219'200)) == R"("0000-01-01T00:00:00Z")");
    CHECK(moment(seconds(-62'167'219'201)) == too_far);
    CHECK(moment(seconds(253'402'300'799)) == R"("9999-12-31T23:59:59Z")");
    CHECK(moment(seconds(253'402'300'800)) == too_far);
    // 65536 years behind 2024: where a year of 16 bits is 2024 again.
    CHECK(moment(seconds(2'069'820'432'000)) == too_far);
}

TEST_CASE("a moment in nanoseconds has a text within the years 1678 to 2261") {
    using std::chrono::nanoseconds;
    const std::string too_far = "unencodable: a moment of a year that is too far";
    const nanoseconds begin = std::chrono::seconds(-9'214'560'000);
    const nanoseconds end = std::chrono::seconds(9'214'646'400);
    CHECK(moment(begin) == R"("1678-01-01T00:00:00Z")");
    CHECK(moment(begin - nanoseconds(1)) == too_far);
    CHECK(moment(end - nanoseconds(1)) == R"("2261-12-31T23:59:59.999999999Z")");
    CHECK(moment(end) == too_far);
}

TEST_CASE("a count of days has a text within the years 0 to 9999") {
    using std::chrono::days;
    const std::string too_far = "unencodable: a day of a year without four digits";
    CHECK(date(days(-719'528)) == R"("0000-01-01")");
    CHECK(date(days(-719'529)) == too_far);
    CHECK(date(days(2'932'896)) == R"("9999-12-31")");
    CHECK(date(days(2'932'897)) == too_far);
    CHECK(date(days(23'956'255)) == too_far);  // 65536 years behind 2024
    CHECK(date(days::min()) == too_far);
    CHECK(date(days::max()) == too_far);
}

}  // namespace iam::test
