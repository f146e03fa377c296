#include "core/time_zone/posix_zone.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

namespace iam {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr std::size_t k_posix_zone_bytes_max = 128;
constexpr unsigned k_zone_hours_max = 24;      // of an offset
constexpr unsigned k_change_hours_max = 167;   // of the time of a change, as RFC 9636 has it
constexpr std::size_t k_zone_letters_min = 3;  // of a name

/// Reads from the front. After a mistake, `is_bad` stays true.
class ZoneText {
 public:
    explicit ZoneText(std::string_view text) : rest_(text) {}

    bool is_bad() const { return is_bad_; }
    bool is_over() const { return rest_.empty(); }
    bool starts_with(char c) const { return !rest_.empty() && rest_.front() == c; }
    bool take(char c) {
        if (!starts_with(c)) return false;
        rest_.remove_prefix(1);
        return true;
    }
    void want(char c) {
        if (!take(c)) is_bad_ = true;
    }
    unsigned number(unsigned least, unsigned most) {
        unsigned value = 0;
        std::size_t digits = 0;
        for (; digits < 3 && !rest_.empty() && is_digit(rest_.front()); ++digits) {
            value = value * 10 + static_cast<unsigned>(rest_.front() - '0');
            rest_.remove_prefix(1);
        }
        if (digits == 0 || value < least || value > most) is_bad_ = true;
        return value;
    }
    /// A name of letters, or any in angle brackets. Its text is of no use here.
    void name() {
        std::size_t size = 0;
        if (take('<')) {
            while (!rest_.empty() && rest_.front() != '>') rest_.remove_prefix(1), ++size;
            want('>');
        } else {
            while (!rest_.empty() && is_letter(rest_.front())) rest_.remove_prefix(1), ++size;
        }
        if (size < k_zone_letters_min) is_bad_ = true;
    }
    /// [+-]hh[:mm[:ss]]
    seconds time(unsigned hours_max) {
        const bool is_negative = take('-');
        if (!is_negative) take('+');
        seconds value = hours{number(0, hours_max)};
        if (take(':')) value += minutes{number(0, 59)};
        if (take(':')) value += seconds{number(0, 59)};
        return is_negative ? -value : value;
    }

 private:
    static bool is_digit(char c) { return c >= '0' && c <= '9'; }
    static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
    std::string_view rest_;
    bool is_bad_ = false;
};

YearlyDay read_yearly_day(ZoneText& text) {
    YearlyDay day;
    if (text.take('M')) {
        day.month = text.number(1, 12);
        text.want('.');
        day.week = text.number(1, 5);
        text.want('.');
        day.weekday = text.number(0, 6);
    } else if (text.take('J')) {
        day.form = YearlyDay::Form::day_no_leap;
        day.day = text.number(1, 365);
    } else {
        day.form = YearlyDay::Form::day_with_leap;
        day.day = text.number(0, 365);
    }
    if (text.take('/')) day.time = text.time(k_change_hours_max);
    return day;
}

std::chrono::sys_days date_of(const YearlyDay& day, std::chrono::year year) {
    namespace ch = std::chrono;
    const ch::sys_days first = year / ch::January / 1;
    switch (day.form) {
        case YearlyDay::Form::month_week: {
            const ch::month month{day.month};
            const ch::weekday weekday{day.weekday};
            if (day.week == 5) return ch::sys_days(year / month / weekday[ch::last]);
            return ch::sys_days(year / month / weekday[day.week]);
        }
        case YearlyDay::Form::day_no_leap: {
            constexpr unsigned k_last_of_february = 59;
            const bool is_later = year.is_leap() && day.day > k_last_of_february;
            return first + days{static_cast<int>(day.day) - 1 + (is_later ? 1 : 0)};
        }
        case YearlyDay::Form::day_with_leap:
            break;
    }
    return first + days{static_cast<int>(day.day)};
}

}  // namespace

Result<PosixZone> read_posix_zone(std::string_view bytes) {
    const auto refused = fail(Errc::corrupt,
                              "the footer of the time zone's file is no rule of POSIX TZ; install "
                              "the package tzdata anew.");
    if (bytes.size() > k_posix_zone_bytes_max) return refused;
    ZoneText text(bytes);
    PosixZone zone;
    text.name();
    zone.standard = -text.time(k_zone_hours_max);  // POSIX counts hours west of Greenwich
    if (!text.is_over() && !text.is_bad()) {
        PosixZone::Summer summer;
        text.name();
        summer.offset = zone.standard + hours{1};
        if (!text.starts_with(',')) summer.offset = -text.time(k_zone_hours_max);
        text.want(',');
        summer.begin = read_yearly_day(text);
        text.want(',');
        summer.end = read_yearly_day(text);
        zone.summer = summer;
    }
    if (text.is_bad() || !text.is_over()) return refused;
    return zone;
}

std::pair<std::chrono::sys_seconds, std::chrono::sys_seconds> summer_of(const PosixZone& zone,
                                                                        std::chrono::year year) {
    const PosixZone::Summer& summer = *zone.summer;
    return {date_of(summer.begin, year) + summer.begin.time - zone.standard,
            date_of(summer.end, year) + summer.end.time - summer.offset};
}

}  // namespace iam
