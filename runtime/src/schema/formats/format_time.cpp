// Judges dates, times and durations of RFC 3339.
#include "schema/formats/format_parts.hpp"

namespace iam::schema::format {
namespace {

int days_in(int year, int month) noexcept {
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    if (month == 2) return leap ? 29 : 28;
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

bool take_date(Cursor& at) noexcept {
    int year = 0;
    int month = 0;
    int day = 0;
    return at.take_digits(4, year) && at.take('-') && at.take_digits(2, month) && at.take('-') &&
           at.take_digits(2, day) && month >= 1 && month <= 12 && day >= 1 &&
           day <= days_in(year, month);
}

// A leap second is inserted at 23:59:60 UTC, regardless of the local time.
bool may_be_leap_second(int hour, int minute, int offset_minutes) noexcept {
    constexpr int k_day = 24 * 60;
    return ((hour * 60 + minute - offset_minutes) % k_day + k_day) % k_day == k_day - 1;
}

bool take_time(Cursor& at) noexcept {
    int hour = 0;
    int minute = 0;
    int second = 0;
    if (!at.take_digits(2, hour) || !at.take(':') || !at.take_digits(2, minute) || !at.take(':') ||
        !at.take_digits(2, second))
        return false;
    if (hour > 23 || minute > 59 || second > 60) return false;
    if (at.take('.') && at.skip_digits() == 0) return false;
    int offset = 0;
    if (!at.take('Z') && !at.take('z')) {
        const bool west = at.front() == '-';
        int offset_hour = 0;
        int offset_minute = 0;
        if (!at.take('+') && !at.take('-')) return false;
        if (!at.take_digits(2, offset_hour) || !at.take(':') || !at.take_digits(2, offset_minute))
            return false;
        if (offset_hour > 23 || offset_minute > 59) return false;
        offset = (offset_hour * 60 + offset_minute) * (west ? -1 : 1);
    }
    return second < 60 || may_be_leap_second(hour, minute, offset);
}

// Takes at least one unit. Units come in the order of `units`, and none between two may be skipped
// (grammar of RFC 3339).
bool take_units(Cursor& at, std::string_view units) noexcept {
    std::size_t next = units.size();
    while (is_digit(at.front())) {
        at.skip_digits();
        const std::size_t found = at.over() ? units.npos : units.find(at.front());
        if (found == units.npos || (next != units.size() && found != next)) return false;
        at.take(units[found]);
        next = found + 1;
        if (next == units.size()) return true;
    }
    return next != units.size();
}

}  // namespace

bool is_date(std::string_view text) {
    Cursor at(text);
    return take_date(at) && at.over();
}

bool is_time(std::string_view text) {
    Cursor at(text);
    return take_time(at) && at.over();
}

bool is_date_time(std::string_view text) {
    Cursor at(text);
    return take_date(at) && (at.take('T') || at.take('t')) && take_time(at) && at.over();
}

bool is_duration(std::string_view text) {
    Cursor at(text);
    if (!at.take('P')) return false;
    if (text.back() == 'W') return at.skip_digits() > 0 && at.take('W') && at.over();
    const bool has_date = is_digit(at.front());
    if (has_date && !take_units(at, "YMD")) return false;
    if (at.over()) return has_date;
    return at.take('T') && take_units(at, "HMS") && at.over();
}

}  // namespace iam::schema::format
