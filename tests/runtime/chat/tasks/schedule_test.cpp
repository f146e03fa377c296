// Tests of runtime/src/chat/tasks/{cron_fields,schedule}.cpp.
#include <iam/chat/tasks/schedule.hpp>
#include <iam/core/clock.hpp>

#include <catch2/catch.hpp>

#include <optional>
#include <string>
#include <vector>

namespace {

using Catch::Contains;
using iam::Errc;
using iam::TimeZone;
using namespace iam::chat;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

std::string big_endian_text(std::uint64_t value, int bytes) {
    std::string text;
    for (int i = bytes - 1; i >= 0; --i) text += static_cast<char>(value >> (8 * i) & 0xFFU);
    return text;
}

/// A zone that follows a rule from the beginning: tests depend on no file of the system.
TimeZone zone_by_rule(int standard, const std::string& rule) {
    const auto block = [&](int offset) {
        return "TZif2" + std::string(15, '\0') + std::string(16, '\0') + big_endian_text(1, 4) +
               big_endian_text(1, 4) + big_endian_text(static_cast<std::uint32_t>(offset), 4) +
               std::string(3, '\0');
    };
    auto zone = TimeZone::read(block(0) + block(standard) + "\n" + rule + "\n");
    if (!zone) FAIL(zone.error().message);
    return *zone;
}

iam::Result<TimeZone> load(const std::string& name) {
    if (name == "UTC") return TimeZone();
    if (name == "Europe/Berlin") return zone_by_rule(3600, "CET-1CEST,M3.5.0,M10.5.0/3");
    if (name == "America/New_York") return zone_by_rule(-18000, "EST5EDT,M3.2.0,M11.1.0");
    // Clocks change at midnight, so a day has no 00:30.
    if (name == "America/Santiago") return zone_by_rule(-14400, "<-04>4<-03>,M9.1.6/24,M4.1.6/24");
    // Half an hour.
    if (name == "Australia/Lord_Howe")
        return zone_by_rule(37800, "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0");
    return iam::fail(Errc::not_found, "there is no time zone '" + name + "'.");
}

TaskTime at(const std::string& text) {
    auto moment = iam::from_rfc3339(text);
    if (!moment) FAIL(moment.error().message);
    return *moment;
}

Timetable table(const Schedule& schedule) {
    auto made = Timetable::of(schedule, load);
    if (!made) FAIL(made.error().message);
    return *made;
}

/// The next moments after this one, until `count`.
std::vector<std::string> dues(const std::string& fields, const std::string& zone,
                              const std::string& after, int count) {
    const Timetable made = table(CronFields{fields, zone});
    std::vector<std::string> texts;
    std::optional<TaskTime> due = made.next(at(after));
    for (; count > 0 && due; --count, due = made.next(*due)) {
        std::string text = iam::to_rfc3339(*due);
        texts.push_back(text.substr(0, 16));
    }
    return texts;
}

std::string refusal(const Schedule& schedule) {
    const auto made = Timetable::of(schedule, load);
    if (made) return "";
    return made.error().message;
}

std::string refusal_of(const std::string& fields) {
    return refusal(CronFields{fields, "UTC"});
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("a moment is due once (H30)") {
    const Timetable once = table(AtMoment{at("2026-03-01T09:00:00Z")});
    CHECK(once.next(at("2026-03-01T08:59:59.999Z")) == at("2026-03-01T09:00:00Z"));
    CHECK_FALSE(once.next(at("2026-03-01T09:00:00Z")));
    CHECK(once.latest(at("2026-01-01T00:00:00Z"), at("2027-01-01T00:00:00Z")) ==
          at("2026-03-01T09:00:00Z"));
    CHECK_FALSE(once.latest(at("2026-01-01T00:00:00Z"), at("2026-02-01T00:00:00Z")));
}

TEST_CASE("a period counts from its beginning, and changes of clocks do not move it (H30)") {
    const TaskTime from = at("2026-03-29T00:10:00Z");
    const Timetable every = table(EveryPeriod{minutes{40}, from});
    CHECK(every.next(at("2000-01-01T00:00:00Z")) == from + minutes{40});
    CHECK(every.next(from) == from + minutes{40});
    CHECK(every.next(from + minutes{40}) == from + minutes{80});
    CHECK(every.next(from + minutes{41}) == from + minutes{80});
    CHECK(every.latest(from, from + hours{10000}) == from + minutes{40} * 15000);
    CHECK_FALSE(every.latest(from, from + minutes{39}));
    CHECK_THAT(refusal(EveryPeriod{seconds{59}, from}), Contains("every minute at most"));
    CHECK_THAT(refusal(EveryPeriod{hours{24 * 366 + 1}, from}), Contains("every 366d"));
    CHECK(refusal(EveryPeriod{hours{24 * 366}, from}).empty());
}

TEST_CASE("fields of cron have lists, ranges, steps and names (H30)") {
    CHECK(dues("*/20 9-10 * * *", "UTC", "2026-01-01T09:30:00Z", 4) ==
          Texts{"2026-01-01T09:40", "2026-01-01T10:00", "2026-01-01T10:20", "2026-01-01T10:40"});
    CHECK(dues("5,50-58/4 0 1 JAN,jul *", "UTC", "2026-01-01T00:00:00Z", 5) ==
          Texts{"2026-01-01T00:05", "2026-01-01T00:50", "2026-01-01T00:54", "2026-01-01T00:58",
                "2026-07-01T00:05"});
    CHECK(dues("0 9 * * Mon-Fri", "UTC", "2026-01-02T09:00:00Z", 2) ==
          Texts{"2026-01-05T09:00", "2026-01-06T09:00"});
    CHECK(dues("0 9 * * fri-sun", "UTC", "2026-01-02T09:00:00Z", 3) ==
          Texts{"2026-01-03T09:00", "2026-01-04T09:00", "2026-01-09T09:00"});
    const Texts sundays{"2026-01-04T09:00", "2026-01-11T09:00"};
    CHECK(dues("0 9 * * 0", "UTC", "2026-01-02T09:00:00Z", 2) == sundays);
    CHECK(dues("0 9 * * 7", "UTC", "2026-01-02T09:00:00Z", 2) == sundays);
    CHECK(dues("  0\t9 * *  sun ", "UTC", "2026-01-02T09:00:00Z", 2) == sundays);
}

TEST_CASE("two restricted fields of days are either, and a field with * restricts nothing") {
    CHECK(dues("0 0 13 * fri", "UTC", "2026-02-01T00:00:00Z", 3) ==
          Texts{"2026-02-06T00:00", "2026-02-13T00:00", "2026-02-20T00:00"});
    CHECK(dues("0 0 */10 * fri", "UTC", "2026-01-01T00:00:00Z", 2) ==
          Texts{"2026-05-01T00:00", "2026-07-31T00:00"});
}

TEST_CASE("29 February is due in leap years, also over a century without one") {
    CHECK(dues("0 0 29 2 *", "UTC", "2026-01-01T00:00:00Z", 2) ==
          Texts{"2028-02-29T00:00", "2032-02-29T00:00"});
    CHECK(dues("0 0 29 2 *", "UTC", "2097-01-01T00:00:00Z", 1) == Texts{"2104-02-29T00:00"});
    CHECK(dues("0 0 31 4,5 *", "UTC", "2026-01-01T00:00:00Z", 1) == Texts{"2026-05-31T00:00"});
}

TEST_CASE("a wrong field is refused with its name and a way out (H30)") {
    CHECK_THAT(refusal_of("*/0 * * * *"), Contains("the minute") && Contains("1 to 59"));
    CHECK_THAT(refusal_of("61 * * * *"), Contains("'61'") && Contains("0 to 59"));
    CHECK_THAT(refusal_of("60 * * * *"), Contains("0 to 59"));
    CHECK_THAT(refusal_of("0 24 * * *"), Contains("the hour") && Contains("0 to 23"));
    CHECK_THAT(refusal_of("0 0 0 * *"), Contains("day of the month") && Contains("1 to 31"));
    CHECK_THAT(refusal_of("0 0 * 13 *"), Contains("1 to 12 or jan to dec"));
    CHECK_THAT(refusal_of("0 0 * * 8"), Contains("0 to 7 or sun to sat"));
    CHECK_THAT(refusal_of("0 0 * mon *"), Contains("the month"));
    CHECK_THAT(refusal_of("5/10 * * * *"), Contains("5-59/10"));
    CHECK_THAT(refusal_of("0 22-6 * * *"), Contains("22-23,0-6"));
    for (const char* fields :
         {"1,,2 * * * *", "- * * * *", "1- * * * *", "*/ * * * *", "*/99 * * * *", "-1 * * * *",
          "* * ? * *", "* * L * *", "1.5 * * * *", "+1 * * * *", "0001 * * * *", "*5 * * * *"}) {
        INFO(fields);
        CHECK_THAT(refusal_of(fields), Contains("of the schedule has"));
    }
    CHECK_THAT(refusal_of("@daily"), Contains("five fields") && Contains("has 1"));
    CHECK_THAT(refusal_of("0 0 * * * *"), Contains("has 6"));
    CHECK_THAT(refusal_of(std::string(257, '*')), Contains("256 bytes"));
    CHECK_THAT(refusal_of("0 0 30 2 *"), Contains("never due"));
    CHECK_THAT(refusal_of("0 0 31 2,4,6,9,11 *"), Contains("never due"));
    CHECK(refusal_of("0 0 30 2 mon").empty());  // each Monday of February
    CHECK_THAT(refusal(CronFields{"0 0 * * *", "Mars/Phobos"}), Contains("Mars/Phobos"));
}

TEST_CASE("a time of the day that clocks skip is due when the gap ends, once (H30)") {
    const Texts once{"2026-03-28T01:30", "2026-03-29T01:00", "2026-03-30T00:30"};
    CHECK(dues("30 2 * * *", "Europe/Berlin", "2026-03-27T12:00:00Z", 3) == once);
    CHECK(dues("10,20,30 2 * * *", "Europe/Berlin", "2026-03-28T12:00:00Z", 2) ==
          Texts{"2026-03-29T01:00", "2026-03-30T00:10"});
    CHECK(dues("30 2,3 * * *", "Europe/Berlin", "2026-03-28T12:00:00Z", 3) ==
          Texts{"2026-03-29T01:00", "2026-03-29T01:30", "2026-03-30T00:30"});
    // A gap at midnight: 6 September has no 00:30.
    CHECK(dues("30 0 * * *", "America/Santiago", "2026-09-05T12:00:00Z", 2) ==
          Texts{"2026-09-06T04:00", "2026-09-07T03:30"});
    CHECK(dues("15 2 * * *", "Australia/Lord_Howe", "2026-10-03T00:00:00Z", 2) ==
          Texts{"2026-10-03T15:30", "2026-10-04T15:15"});
}

TEST_CASE("a time of the day that clocks show twice is due at the first pass only (H30)") {
    CHECK(dues("30 2 * * *", "Europe/Berlin", "2026-10-24T12:00:00Z", 2) ==
          Texts{"2026-10-25T00:30", "2026-10-26T01:30"});
    // After the first pass nothing is due in the second one.
    CHECK(dues("30 2 * * *", "Europe/Berlin", "2026-10-25T01:10:00Z", 1) ==
          Texts{"2026-10-26T01:30"});
    CHECK(dues("30 1 * * *", "America/New_York", "2026-10-31T12:00:00Z", 2) ==
          Texts{"2026-11-01T05:30", "2026-11-02T06:30"});
}

TEST_CASE("a job of each minute or hour follows the clock as it goes, through both passes (H30)") {
    CHECK(dues("30 * * * *", "Europe/Berlin", "2026-03-28T23:45:00Z", 3) ==
          Texts{"2026-03-29T00:30", "2026-03-29T01:30", "2026-03-29T02:30"});
    CHECK(dues("30 * * * *", "Europe/Berlin", "2026-10-24T23:45:00Z", 3) ==
          Texts{"2026-10-25T00:30", "2026-10-25T01:30", "2026-10-25T02:30"});
    CHECK(dues("*/30 2 * * *", "Europe/Berlin", "2026-10-24T12:00:00Z", 5) ==
          Texts{"2026-10-25T00:00", "2026-10-25T00:30", "2026-10-25T01:00", "2026-10-25T01:30",
                "2026-10-26T01:00"});
    CHECK(dues("*/30 2 * * *", "Europe/Berlin", "2026-03-28T12:00:00Z", 1) ==
          Texts{"2026-03-30T00:00"});
    CHECK(dues("* * * * *", "UTC", "2026-03-28T12:00:00.001Z", 1) == Texts{"2026-03-28T12:01"});
}

TEST_CASE("the latest due moment is the last one of the span, however long it is") {
    const auto latest = [](const std::string& fields, const std::string& after,
                           const std::string& until) {
        const auto found = table(CronFields{fields, "Europe/Berlin"}).latest(at(after), at(until));
        return found ? iam::to_rfc3339(*found).substr(0, 16) : std::string("none");
    };
    const std::string begin = "2026-01-01T00:00:00Z";
    CHECK(latest("* * * * *", begin, "2030-06-01T12:00:30Z") == "2030-06-01T12:00");
    CHECK(latest("0 9 * * *", begin, "2026-06-02T06:59:59Z") == "2026-06-01T07:00");
    CHECK(latest("0 9 1 * *", begin, "2026-06-30T12:00:00Z") == "2026-06-01T07:00");
    CHECK(latest("0 9 29 2 *", begin, "2031-06-30T12:00:00Z") == "2028-02-29T08:00");
    CHECK(latest("0 9 * * *", begin, "2026-01-01T07:59:59Z") == "none");
    CHECK(latest("0 9 * * *", "2026-01-01T08:00:00Z", "2026-01-01T09:00:00Z") == "none");
}

TEST_CASE("a due moment is after its beginning, and none lies between (H30)") {
    // Walks a year minute by minute, against the definition.
    for (const char* fields :
         {"*/7 */5 * * *", "13 * * 3,10 *", "0 1-3 * * sun", "30 2 25-31 * *"}) {
        const Timetable made = table(CronFields{fields, "Europe/Berlin"});
        TaskTime now = at("2026-03-20T00:00:00Z");
        std::optional<TaskTime> due = made.next(now);
        REQUIRE(due);
        for (; now < at("2026-11-02T00:00:00Z"); now += minutes{30}) {
            const auto next = made.next(now);
            REQUIRE(next);
            CHECK(*next > now);
            if (*due > now) CHECK(*next == *due);
            due = next;
        }
    }
}

TEST_CASE("a schedule has a text for people") {
    CHECK(schedule_text(AtMoment{at("2026-03-01T09:00:00+01:00")}) ==
          "at 2026-03-01T08:00:00.000Z");
    CHECK(schedule_text(EveryPeriod{minutes{90}, {}}) == "every 1h30m");
    CHECK(schedule_text(CronFields{"0 9 * * *", "UTC"}) == "cron 0 9 * * * (UTC)");
}

TEST_CASE("nothing is due after the last year of the calendar") {
    CHECK(dues("0 0 1 1 *", "UTC", "9998-06-01T00:00:00Z", 2) == Texts{"9999-01-01T00:00"});
    CHECK_FALSE(table(CronFields{"* * * * *", "UTC"}).next(at("9999-12-31T23:59:59Z")));
}
