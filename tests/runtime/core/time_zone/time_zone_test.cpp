// Tests of runtime/src/core/time_zone/{posix_zone,time_zone,tzif}.cpp.
#include <iam/core/time_zone.hpp>
#include <support/temp_dir.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

namespace {

using iam::Errc;
using iam::TimeZone;
using std::chrono::hours;
using std::chrono::local_seconds;
using std::chrono::minutes;
using std::chrono::seconds;
using std::chrono::sys_seconds;

std::string big(std::uint64_t value, int bytes) {
    std::string text;
    for (int i = bytes - 1; i >= 0; --i) text += static_cast<char>(value >> (8 * i) & 0xFFU);
    return text;
}

/// A file of version 2 with an empty old block.
struct ZoneFile {
    std::vector<std::pair<std::int64_t, int>> changes{};  // moment, type
    std::vector<std::int64_t> offsets{0};
    std::string footer{"UTC0"};
    std::uint64_t leaps = 0;
    char version = '2';

    std::string head(std::size_t times, std::size_t types, std::size_t letters) const {
        return std::string("TZif") + version + std::string(15, '\0') + big(0, 4) + big(0, 4) +
               big(leaps, 4) + big(times, 4) + big(types, 4) + big(letters, 4);
    }
    std::string bytes() const {
        std::string text = head(0, 1, 4) + std::string(6, '\0') + std::string("UTC\0", 4);
        text += head(changes.size(), offsets.size(), 4);
        for (const auto& change : changes) text += big(static_cast<std::uint64_t>(change.first), 8);
        for (const auto& change : changes) text += static_cast<char>(change.second);
        for (const std::int64_t offset : offsets)
            text += big(static_cast<std::uint32_t>(offset), 4) + std::string(2, '\0');
        return text + std::string("UTC\0", 4) + "\n" + footer + "\n";
    }
};

TimeZone zone_of_rule(const std::string& footer, std::int64_t offset) {
    ZoneFile file;
    file.footer = footer;
    file.offsets = {offset};
    auto zone = TimeZone::read(file.bytes());
    if (!zone) FAIL(zone.error().message);
    return *zone;
}

std::optional<TimeZone> zone_of_system(const std::string& name) {
    auto zone = iam::load_time_zone(name);
    if (!zone && zone.error().code == Errc::not_found) return std::nullopt;
    if (!zone) FAIL(zone.error().message);
    return *zone;
}

sys_seconds utc(int year, unsigned month, unsigned day, seconds time = {}) {
    return std::chrono::sys_days(std::chrono::year{year} / std::chrono::month{month} /
                                 std::chrono::day{day}) +
           time;
}

local_seconds local(int year, unsigned month, unsigned day, seconds time) {
    return local_seconds{utc(year, month, day, time).time_since_epoch()};
}

std::string error_of(const std::string& bytes) {
    const auto zone = TimeZone::read(bytes);
    if (zone) return "";
    CHECK(zone.error().code == Errc::corrupt);
    return zone.error().message;
}

}  // namespace

TEST_CASE("a zone has the offsets of its file, and behind them those of its rule (H30)") {
    ZoneFile file;
    file.changes = {{1000, 1}, {2000, 0}};
    file.offsets = {3600, 7200};
    file.footer = "CET-1CEST,M3.5.0,M10.5.0/3";
    const auto zone = TimeZone::read(file.bytes());
    REQUIRE(zone);
    CHECK(zone->offset_at(sys_seconds{seconds{999}}) == hours{1});
    CHECK(zone->offset_at(sys_seconds{seconds{1000}}) == hours{2});
    CHECK(zone->offset_at(sys_seconds{seconds{2000}}) == hours{1});
    CHECK(zone->offset_at(utc(2060, 7, 1)) == hours{2});
    CHECK(zone->offset_at(utc(2060, 12, 1)) == hours{1});
    const auto change = zone->next_change(utc(2060, 1, 1));
    REQUIRE(change);
    CHECK(change->at == utc(2060, 3, 28, hours{1}));
    CHECK(change->before == hours{1});
    CHECK(change->after == hours{2});
}

TEST_CASE("a time that clocks skip has no moment, and one that they repeat has two") {
    const TimeZone zone = zone_of_rule("CET-1CEST,M3.5.0,M10.5.0/3", 3600);
    CHECK(zone.moments_of(local(2026, 3, 29, hours{2} + minutes{30})).empty());
    CHECK(zone.moments_of(local(2026, 3, 29, hours{3})) == std::vector{utc(2026, 3, 29, hours{1})});
    CHECK(zone.moments_of(local(2026, 10, 25, hours{2} + minutes{30})) ==
          std::vector{utc(2026, 10, 25, minutes{30}), utc(2026, 10, 25, minutes{90})});
    CHECK(zone.moments_of(local(2026, 7, 1, hours{12})) == std::vector{utc(2026, 7, 1, hours{10})});
}

TEST_CASE("rules count days by Julian day, by week, and with times beyond a day") {
    const TimeZone nuuk = zone_of_rule("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", -7200);
    CHECK(nuuk.next_change(utc(2026, 1, 1))->at == utc(2026, 3, 29, hours{1}));
    const TimeZone julian = zone_of_rule("AAA0BBB,J60,300/24", 0);
    CHECK(julian.next_change(utc(2024, 1, 1))->at == utc(2024, 3, 1, hours{2}));
    CHECK(julian.next_change(utc(2025, 1, 1))->at == utc(2025, 3, 1, hours{2}));
    CHECK(julian.next_change(utc(2024, 6, 1))->at == utc(2024, 10, 27, hours{23}));
    const TimeZone south = zone_of_rule("NZST-12NZDT,M9.5.0,M4.1.0/3", 43200);
    CHECK(south.offset_at(utc(2050, 1, 1)) == hours{13});
    CHECK(south.offset_at(utc(2050, 7, 1)) == hours{12});
}

TEST_CASE("summer time all year is an offset without changes") {
    const TimeZone zone = zone_of_rule("EST5EDT,0/0,J365/25", -18000);
    const auto first = zone.next_change(utc(2000, 5, 1));
    CHECK_FALSE(first);
    CHECK(zone.offset_at(utc(2000, 12, 31, hours{23})) == -hours{4});
    CHECK(zone.offset_at(utc(2001, 1, 1, hours{5})) == -hours{4});
}

TEST_CASE("offsets are those of the C library in every zone, until the year 2100 (H30)") {
    const std::vector<std::string> names = {
        "Europe/Berlin",    "America/New_York", "America/Sao_Paulo",   "Asia/Kolkata",
        "Asia/Tehran",      "Asia/Gaza",        "Australia/Lord_Howe", "Africa/Casablanca",
        "Africa/Cairo",     "Pacific/Apia",     "Pacific/Chatham",     "America/Nuuk",
        "Antarctica/Troll", "Europe/Dublin",    "America/St_Johns",    "Asia/Tokyo",
        "America/Havana",   "Asia/Jerusalem",   "America/Santiago",    "Africa/Monrovia"};
    const char* const before = std::getenv("TZ");
    const std::optional<std::string> kept =
        before != nullptr ? std::optional<std::string>(before) : std::nullopt;
    for (const std::string& name : names) {
        const auto zone = zone_of_system(name);
        if (!zone) continue;
        ::setenv("TZ", (":" + name).c_str(), 1);
        ::tzset();
        for (sys_seconds at = utc(1900, 1, 1); at < utc(2100, 1, 1);
             at += hours{61} + minutes{7} + seconds{1}) {
            const std::time_t moment = at.time_since_epoch().count();
            std::tm parts{};
            ::localtime_r(&moment, &parts);
            if (zone->offset_at(at) == seconds{parts.tm_gmtoff}) continue;
            FAIL(name << " at " << moment << ": " << zone->offset_at(at).count()
                      << ", the C library has " << parts.tm_gmtoff);
        }
    }
    kept ? ::setenv("TZ", kept->c_str(), 1) : ::unsetenv("TZ");
    ::tzset();
}

TEST_CASE("each change of a zone leads to the offset behind it") {
    for (const char* name : {"Europe/Berlin", "Africa/Casablanca", "Pacific/Apia"}) {
        const auto zone = zone_of_system(name);
        if (!zone) continue;
        int count = 0;
        for (auto change = zone->next_change(utc(1890, 1, 1));
             change && change->at < utc(2150, 1, 1);
             change = zone->next_change(change->at), ++count) {
            CHECK(zone->offset_at(change->at - seconds{1}) == change->before);
            CHECK(zone->offset_at(change->at) == change->after);
        }
        CHECK(count > 3);
    }
}

TEST_CASE("a damaged file of a zone is refused with what it lacks") {
    using Catch::Contains;
    CHECK_THAT(error_of(""), Contains("not of the form"));
    CHECK_THAT(error_of(std::string(100, 'x')), Contains("not of the form"));
    ZoneFile file;
    file.version = '\0';
    CHECK_THAT(error_of(file.bytes()), Contains("64 bits"));
    file = {};
    file.leaps = 1;
    CHECK_THAT(error_of(file.bytes()), Contains("leap seconds"));
    file = {};
    file.changes = {{10, 0}, {10, 0}};
    CHECK_THAT(error_of(file.bytes()), Contains("not in order"));
    file.changes = {{10, 1}};
    CHECK_THAT(error_of(file.bytes()), Contains("does not have"));
    file = {};
    file.offsets = {100000};
    CHECK_THAT(error_of(file.bytes()), Contains("more than a day"));
    file.offsets = std::vector<std::int64_t>(257, 0);
    CHECK_THAT(error_of(file.bytes()), Contains("more changes"));
    file = {};
    for (const char* footer : {"U", "UTC", "UTC0x", "AAA0BBB", "AAA0BBB,M13.1.0,M3.1.0",
                               "AAA0BBB,M3.1.0", "AAA0BBB,M3.6.0,M4.1.0", "AAA25", "\nUTC0"}) {
        INFO(footer);
        file.footer = footer;
        CHECK_THAT(error_of(file.bytes()), Contains("footer"));
    }
}

TEST_CASE("a file of a zone that is cut anywhere is refused") {
    ZoneFile file;
    file.changes = {{1000, 1}, {2000, 0}};
    file.offsets = {3600, 7200};
    const std::string whole = file.bytes();
    REQUIRE(TimeZone::read(whole));
    for (std::size_t size = 0; size < whole.size(); ++size) {
        INFO(size);
        CHECK_FALSE(error_of(whole.substr(0, size)).empty());
    }
    CHECK_FALSE(error_of(whole + "x").empty());
}

TEST_CASE("a zone is loaded by its name, and by no other path") {
    const iam::test::TempDir folder;
    std::filesystem::create_directory(folder / "Here");
    std::ofstream(folder / "Here/There", std::ios::binary) << ZoneFile{}.bytes();
    std::ofstream(folder / "bad", std::ios::binary) << "TZif";
    const std::string place = folder.path().string();
    CHECK(iam::load_time_zone("Here/There", place));
    CHECK(iam::load_time_zone("UTC", "/nowhere"));
    const auto code_of = [&](const std::string& name) {
        const auto zone = iam::load_time_zone(name, place);
        REQUIRE_FALSE(zone);
        return zone.error().code;
    };
    CHECK(code_of("Here/Nowhere") == Errc::not_found);
    CHECK(code_of("bad") == Errc::corrupt);
    CHECK(code_of("Here") == Errc::invalid_argument);
    for (const char* name : {"", "../Here", "/Here", "Here/", "a.b"}) {
        INFO(name);
        CHECK(code_of(name) == Errc::invalid_argument);
    }
    CHECK(code_of(std::string(65, 'a')) == Errc::invalid_argument);
}
