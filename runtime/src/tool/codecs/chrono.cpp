// Reads and writes texts of RFC 3339, and counts their days.
#include "iam/tool/codecs/chrono.hpp"

#include <array>

namespace iam {
namespace {

constexpr std::int64_t k_day = 86'400;
constexpr const char* k_far_day = "a day of a year without four digits";

int number_at(std::string_view text, std::size_t at, std::size_t count) {
    int number = 0;
    for (const char c : text.substr(at, count)) number = number * 10 + (c - '0');
    return number;
}

std::string padded(std::int64_t number, std::size_t width) {
    std::string text = std::to_string(number);
    if (text.size() < width) text.insert(0, width - text.size(), '0');
    return text;
}

std::chrono::year_month_day date_at(std::string_view text) {
    return std::chrono::year(number_at(text, 0, 4)) /
           std::chrono::month(static_cast<unsigned>(number_at(text, 5, 2))) /
           std::chrono::day(static_cast<unsigned>(number_at(text, 8, 2)));
}

std::string date_text(const std::chrono::year_month_day& date) {
    return padded(int{date.year()}, 4) + "-" + padded(unsigned{date.month()}, 2) + "-" +
           padded(unsigned{date.day()}, 2);
}

std::int64_t seconds_at(std::string_view time) {
    return number_at(time, 0, 2) * 3600 + number_at(time, 3, 2) * 60 + number_at(time, 6, 2);
}

std::string time_text(std::int64_t seconds) {
    return padded(seconds / 3600, 2) + ":" + padded(seconds / 60 % 60, 2) + ":" +
           padded(seconds % 60, 2);
}

// The digits after the point of "12:00:00.25…"; none without a point.
std::string_view fraction_at(std::string_view time) {
    if (time.size() <= 8 || time[8] != '.') return {};
    const std::string_view rest = time.substr(9);
    return rest.substr(0, rest.find_first_not_of("0123456789"));
}

std::int64_t fraction_units(std::string_view fraction, int digits) {
    std::string text(fraction);
    text.resize(static_cast<std::size_t>(digits), '0');
    return text.empty() ? 0 : std::stoll(text);
}

std::string fraction_text(std::int64_t units, int digits) {
    if (units == 0) return {};
    std::string text = padded(units, static_cast<std::size_t>(digits));
    text.erase(text.find_last_not_of('0') + 1);
    return "." + text;
}

std::int64_t units_per_second(int digits) {
    std::int64_t units = 1;
    for (int i = 0; i < digits; ++i) units *= 10;
    return units;
}

// The seconds to subtract from a local time for UTC: "…+01:30" is 5400.
std::int64_t offset_at(std::string_view text) {
    if (text.back() == 'Z' || text.back() == 'z') return 0;
    const std::string_view offset = text.substr(text.size() - 6);
    const std::int64_t seconds = number_at(offset, 1, 2) * 3600 + number_at(offset, 4, 2) * 60;
    return offset.front() == '-' ? -seconds : seconds;
}

bool has_too_many_digits(std::string_view time, int digits) {
    return fraction_at(time).size() > static_cast<std::size_t>(digits);
}

bool is_time_of_day(std::string_view text) {
    const std::string_view whole = text.substr(0, 8);
    const std::string with_zone = std::string(text) + "Z";
    return has_format(Format::time, with_zone) && whole.substr(6) != "60";
}

std::string digits_text(int digits) {
    return digits == 0 ? " without a fraction of a second"
                       : " with at most " + std::to_string(digits) + " digits of a second";
}

/// The allowed years in a text: years of four digits, or years within 64 bits of nanoseconds.
struct Years {
    int first = 0;
    int last = 9999;
};

constexpr Years years_of(bool is_bounded) {
    return is_bounded ? Years{1678, 2261} : Years{};
}

constexpr std::int64_t days_before(int year) {
    const std::chrono::sys_days first = std::chrono::year(year) / 1 / 1;
    return first.time_since_epoch().count();
}

constexpr bool has_year(const Years& years, int year) {
    return year >= years.first && year <= years.last;
}

// Compares counts, not calendar dates: a calendar's years and days wrap around far from here.
constexpr bool has_day(const Years& years, std::int64_t days) {
    return days >= days_before(years.first) && days < days_before(years.last + 1);
}
constexpr bool has_second(const Years& years, std::int64_t seconds) {
    return seconds >= days_before(years.first) * k_day &&
           seconds < days_before(years.last + 1) * k_day;
}

}  // namespace

std::string describe_moment(int digits) {
    return "string in the format date-time, like '2024-05-17T12:30:00Z'," + digits_text(digits);
}

bool read_moment(Decoder& in, int digits, bool is_bounded, DateTime& moment) {
    std::size_t start = 0;
    std::string text;
    if (!in.read_text(describe_moment(digits), start, text)) return false;
    if (!has_format(Format::date_time, text))
        return in.refuse(start, "does not have the format date-time", describe_moment(digits));
    const std::string_view time = std::string_view(text).substr(11);
    if (has_too_many_digits(time, digits))
        return in.refuse(start, "is more exact than a value can be", describe_moment(digits));
    const std::chrono::sys_days day = date_at(text);
    moment.seconds = day.time_since_epoch().count() * k_day + seconds_at(time) - offset_at(text);
    // The year counts in UTC, as the moment is written: a local time may be in another year.
    const Years years = years_of(is_bounded);
    if (!has_year(years, number_at(text, 0, 4)) || !has_second(years, moment.seconds))
        return in.refuse(start,
                         is_bounded ? "is not within the years 1678 to 2261"
                                    : "is not within the years 0 to 9999",
                         describe_moment(digits));
    moment.fraction = fraction_units(fraction_at(time), digits);
    return true;
}

void write_moment(JsonWriter& out, const DateTime& moment, int digits, bool is_bounded) {
    if (!has_second(years_of(is_bounded), moment.seconds)) {
        out.fail("a moment of a year that is too far");
        return out.null();
    }
    const std::chrono::sys_seconds seconds{std::chrono::seconds(moment.seconds)};
    const auto day = std::chrono::floor<std::chrono::days>(seconds);
    out.string(date_text(day) + "T" + time_text((seconds - day).count()) +
               fraction_text(moment.fraction, digits) + "Z");
}

bool read_date(Decoder& in, std::chrono::year_month_day& date) {
    const std::string expected = DateCodec<std::chrono::year_month_day>::expected({});
    std::size_t start = 0;
    std::string text;
    if (!in.read_text(expected, start, text)) return false;
    if (!has_format(Format::date, text))
        return in.refuse(start, "does not have the format date", expected);
    date = date_at(text);
    return true;
}

void write_date(JsonWriter& out, const std::chrono::year_month_day& date) {
    if (!date.ok()) out.fail("a day that does not exist");
    if (!has_year(years_of(false), int{date.year()})) out.fail(k_far_day);
    out.string(date_text(date));
}

void write_date(JsonWriter& out, std::chrono::sys_days day) {
    if (has_day(years_of(false), day.time_since_epoch().count()))
        return write_date(out, std::chrono::year_month_day(day));
    out.fail(k_far_day);
    out.null();
}

std::string describe_time_of_day(int digits) {
    return "string like '12:30:00'," + digits_text(digits);
}

bool read_time_of_day(Decoder& in, int digits, std::int64_t& units) {
    std::size_t start = 0;
    std::string text;
    if (!in.read_text(describe_time_of_day(digits), start, text)) return false;
    if (!is_time_of_day(text))
        return in.refuse(start, "is no time of a day", describe_time_of_day(digits));
    if (has_too_many_digits(text, digits))
        return in.refuse(start, "is more exact than a value can be", describe_time_of_day(digits));
    units = seconds_at(text) * units_per_second(digits) + fraction_units(fraction_at(text), digits);
    return true;
}

void write_time_of_day(JsonWriter& out, std::int64_t units, int digits) {
    const std::int64_t per_second = units_per_second(digits);
    if (units < 0 || units >= k_day * per_second) out.fail("a time that no day has");
    out.string(time_text(units / per_second) + fraction_text(units % per_second, digits));
}

}  // namespace iam
