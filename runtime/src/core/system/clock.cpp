// Reads the system's clocks, and reads and writes RFC 3339 text strictly.
#include "iam/core/clock.hpp"

#include <iam/core/assert.hpp>
#include <iam/core/digest.hpp>

#include <algorithm>
#include <array>
#include <ctime>
#include <fstream>
#include <limits>

namespace iam {
namespace {

using std::chrono::milliseconds;
using Time = std::chrono::sys_time<milliseconds>;

template <class Unit = milliseconds>
Unit read_clock(clockid_t clock) {
    timespec now{};
    IAM_ASSERT(::clock_gettime(clock, &now) == 0);
    return std::chrono::floor<Unit>(std::chrono::seconds(now.tv_sec) +
                                    std::chrono::nanoseconds(now.tv_nsec));
}

constexpr Time first_moment() {
    using namespace std::chrono;
    return Time(sys_days(year(0) / January / 1).time_since_epoch());
}

constexpr Time last_moment() {
    using namespace std::chrono;
    return Time(sys_days(year(9999) / December / 31).time_since_epoch()) + days(1) -
           milliseconds(1);
}

void append_padded(std::string& out, long value, std::size_t width) {
    const std::string digits = std::to_string(value);
    if (digits.size() < width) out.append(width - digits.size(), '0');
    out += digits;
}

/// Takes pieces off the front of an RFC 3339 text. If a piece does not fit, `why_` is set and
/// nothing more is taken.
class Pieces {
 public:
    explicit Pieces(std::string_view text) : rest_(text) {}

    /// Takes a number of exactly `width` digits between `low` and `high`.
    int number(std::size_t width, int low, int high, std::string_view name) {
        if (!why_.empty()) return low;
        int value = 0;
        for (std::size_t i = 0; i < width; ++i) {
            if (i >= rest_.size() || rest_[i] < '0' || rest_[i] > '9') {
                return complain(std::string(name) + " needs " + std::to_string(width) + " digits",
                                low);
            }
            value = value * 10 + (rest_[i] - '0');
        }
        if (value < low || value > high) {
            return complain(std::string(name) + " must be between " + std::to_string(low) +
                                " and " + std::to_string(high),
                            low);
        }
        rest_.remove_prefix(width);
        return value;
    }

    /// Takes the next character if it is one of `any`; true if it did.
    bool take(std::string_view any) {
        if (!why_.empty() || rest_.empty() || any.find(rest_.front()) == std::string_view::npos)
            return false;
        rest_.remove_prefix(1);
        return true;
    }

    void expect(std::string_view any, std::string_view what) {
        if (why_.empty() && !take(any)) complain(std::string(what), 0);
    }

    /// Takes the digits of a fraction and returns milliseconds; finer digits are cut off.
    int fraction() {
        if (!why_.empty()) return 0;
        int value = 0;
        std::size_t count = 0;
        for (; count < rest_.size() && rest_[count] >= '0' && rest_[count] <= '9'; ++count) {
            if (count < 3) value = value * 10 + (rest_[count] - '0');
        }
        if (count == 0) return complain("a digit must follow the point of the seconds", 0);
        for (std::size_t i = count; i < 3; ++i) value *= 10;
        rest_.remove_prefix(count);
        return value;
    }

    char front() const { return rest_.empty() ? '\0' : rest_.front(); }
    bool over() const { return rest_.empty(); }
    const std::string& why() const { return why_; }
    int complain(std::string why, int value) {
        if (why_.empty()) why_ = std::move(why);
        return value;
    }

 private:
    std::string_view rest_;
    std::string why_;
};

Time read_date(Pieces& text) {
    using namespace std::chrono;
    const int y = text.number(4, 0, 9999, "the year");
    text.expect("-", "a '-' must follow the year");
    const int m = text.number(2, 1, 12, "the month");
    text.expect("-", "a '-' must follow the month");
    const int d = text.number(2, 1, 31, "the day");
    const year_month_day date =
        year(y) / month(static_cast<unsigned>(m)) / day(static_cast<unsigned>(d));
    if (!date.ok()) {
        text.complain("the month has no such day", 0);
        return Time{};
    }
    return Time(sys_days(date).time_since_epoch());
}

milliseconds read_time_of_day(Pieces& text) {
    const int hour = text.number(2, 0, 23, "the hour");
    text.expect(":", "a ':' must follow the hour");
    const int minute = text.number(2, 0, 59, "the minute");
    text.expect(":", "a ':' must follow the minute");
    if (text.front() == '6')
        text.complain("leap seconds are not accepted: the second must be between 0 and 59", 0);
    const int second = text.number(2, 0, 59, "the second");
    const int fraction = text.take(".") ? text.fraction() : 0;
    return std::chrono::hours(hour) + std::chrono::minutes(minute) + std::chrono::seconds(second) +
           milliseconds(fraction);
}

/// Reads an offset. The caller subtracts it to arrive at UTC.
std::chrono::minutes read_offset(Pieces& text) {
    if (text.take("Zz")) return std::chrono::minutes(0);
    const bool behind = text.front() == '-';
    text.expect("+-", "Z or an offset such as +02:00 must follow the time");
    const int hours = text.number(2, 0, 23, "the hours of the offset");
    text.expect(":", "a ':' must follow the hours of the offset");
    const int minutes = text.number(2, 0, 59, "the minutes of the offset");
    const std::chrono::minutes offset = std::chrono::hours(hours) + std::chrono::minutes(minutes);
    return behind ? -offset : offset;
}

}  // namespace

BootId& BootId::operator=(std::string_view text) {
    std::string shortened;
    if (text.size() > text_.size()) {
        shortened = sha256(domain_tag("iam/boot/1"), text).hex();
        text = std::string_view(shortened).substr(0, text_.size());
    }
    std::copy(text.begin(), text.end(), text_.begin());
    size_ = static_cast<std::uint8_t>(text.size());
    return *this;
}

SystemClock::SystemClock() {
    std::ifstream file("/proc/sys/kernel/random/boot_id");
    std::string line;
    std::getline(file, line);
    boot_id_ = line;
}

Moment SystemClock::now() const {
    return Moment{Time(read_clock(CLOCK_REALTIME)), read_clock(CLOCK_BOOTTIME), boot_id_};
}

milliseconds SystemClock::boot() const {
    return read_clock(CLOCK_BOOTTIME);
}

std::chrono::microseconds SystemClock::fine_boot() const {
    return read_clock<std::chrono::microseconds>(CLOCK_BOOTTIME);
}

std::string to_rfc3339(Time time) {
    using namespace std::chrono;
    time = std::clamp(time, first_moment(), last_moment());
    const sys_days midnight = floor<days>(time);
    const year_month_day date(midnight);
    const milliseconds since = time - midnight;
    std::string text;
    text.reserve(24);
    append_padded(text, static_cast<int>(date.year()), 4);
    text += '-';
    append_padded(text, static_cast<long>(static_cast<unsigned>(date.month())), 2);
    text += '-';
    append_padded(text, static_cast<long>(static_cast<unsigned>(date.day())), 2);
    text += 'T';
    append_padded(text, floor<hours>(since).count(), 2);
    text += ':';
    append_padded(text, floor<minutes>(since).count() % 60, 2);
    text += ':';
    append_padded(text, floor<seconds>(since).count() % 60, 2);
    text += '.';
    append_padded(text, since.count() % 1000, 3);
    text += 'Z';
    return text;
}

Result<Time> from_rfc3339(std::string_view text) {
    Pieces pieces(text);
    Time time = read_date(pieces);
    pieces.expect("Tt", "a 'T' must stand between date and time");
    time += read_time_of_day(pieces);
    time -= read_offset(pieces);
    if (!pieces.over()) pieces.complain("nothing may follow the offset", 0);
    if (time < first_moment() || time > last_moment()) {
        pieces.complain("in UTC the year must be between 0000 and 9999", 0);
    }
    if (!pieces.why().empty()) {
        return fail(Errc::invalid_argument, "not an RFC 3339 time: " + pieces.why() +
                                                "; write it like 2026-01-02T03:04:05.678Z");
    }
    return time;
}

Time saturating_add(Time time, milliseconds duration) noexcept {
    const milliseconds start = time.time_since_epoch();
    if (duration > milliseconds(0) && start > milliseconds::max() - duration) return Time::max();
    if (duration < milliseconds(0) && start < milliseconds::min() - duration) return Time::min();
    return time + duration;
}

}  // namespace iam
