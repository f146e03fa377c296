// Codecs of durations, moments, dates and times of day.
#pragma once

#include <iam/core/json_writer.hpp>
#include <iam/tool/codecs/decoder.hpp>
#include <iam/tool/codecs/scalar.hpp>
#include <iam/tool/format.hpp>
#include <iam/tool/rules.hpp>

#include <chrono>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace iam {

/// Codec of a duration: the number of its units.
template <class Duration>
struct DurationCodec {
    using Number = typename Duration::rep;
    using Codec = codec<Number>;

    static bool decode(Decoder& in, Duration& value, const Rules& rules = {}) {
        Number number{};
        if (!Codec::decode(in, number, rules)) return false;
        value = Duration(number);
        return true;
    }
    static void encode(JsonWriter& out, const Duration& value) {
        Codec::encode(out, value.count());
    }
    static std::string expected(const Rules& rules) { return Codec::expected(rules); }
};

/// A moment apart from its C++ type: whole seconds since 1970 and a fraction in units of 10^-digits
/// seconds.
struct DateTime {
    std::int64_t seconds = 0;
    std::int64_t fraction = 0;  ///< 0 or more
};

/// Reads an RFC 3339 date-time with at most `digits` digits of fraction. If `is_bounded`, the year
/// must be from 1678 to 2261.
bool read_moment(Decoder& in, int digits, bool is_bounded, DateTime& moment);
/// Writes a moment in UTC with the shortest fraction. Marks `out` as bad outside the years 0 to
/// 9999, or 1678 to 2261 if `is_bounded`.
void write_moment(JsonWriter& out, const DateTime& moment, int digits, bool is_bounded);
std::string describe_moment(int digits);

/// The most digits of a fraction: nanoseconds.
inline constexpr int k_digits_max = 9;

/// A duration in whole units of 64 bits.
template <class Duration>
concept ExactDuration = std::signed_integral<typename Duration::rep> &&
                        sizeof(typename Duration::rep) == 8;

/// Codec of std::chrono::sys_time<Duration> with a unit of a second or a power of ten of it.
template <class Duration>
struct MomentCodec {
    using Time = std::chrono::sys_time<Duration>;
    static constexpr std::int64_t k_per_second = Duration::period::den;
    static constexpr int k_digits = [] {
        int digits = 0;
        for (std::int64_t unit = k_per_second; unit > 1; unit /= 10) ++digits;
        return digits;
    }();
    static_assert(Duration::period::num == 1 && ExactDuration<Duration>);
    static_assert(k_digits <= k_digits_max, "nothing finer than nanoseconds fits into 64 bits");
    static constexpr bool k_is_bounded = k_digits > 6;  // 64 bits of nanoseconds

    static bool decode(Decoder& in, Time& value, const Rules& = {}) {
        DateTime moment;
        if (!read_moment(in, k_digits, k_is_bounded, moment)) return false;
        value = Time(Duration(
            static_cast<typename Duration::rep>(moment.seconds * k_per_second + moment.fraction)));
        return true;
    }
    static void encode(JsonWriter& out, const Time& value) {
        // Not floor(): the least second may begin below the least value, and could then not be
        // converted back.
        const auto units = static_cast<std::int64_t>(value.time_since_epoch().count());
        DateTime moment{units / k_per_second, units % k_per_second};
        if (moment.fraction < 0) {
            --moment.seconds;
            moment.fraction += k_per_second;
        }
        write_moment(out, moment, k_digits, k_is_bounded);
    }
    static std::string expected(const Rules&) { return describe_moment(k_digits); }
};

/// Reads an RFC 3339 full-date.
bool read_date(Decoder& in, std::chrono::year_month_day& date);
/// Marks `out` as bad if there is no such day, or if its year does not have four digits.
void write_date(JsonWriter& out, const std::chrono::year_month_day& date);
void write_date(JsonWriter& out, std::chrono::sys_days day);

/// Codec of a date: std::chrono::year_month_day or std::chrono::sys_days.
template <class Date>
struct DateCodec {
    static bool decode(Decoder& in, Date& value, const Rules& = {}) {
        std::chrono::year_month_day date{};
        if (!read_date(in, date)) return false;
        value = Date(date);
        return true;
    }
    static void encode(JsonWriter& out, const Date& value) { write_date(out, value); }
    static std::string expected(const Rules&) {
        return "string in the format date, like '2024-05-17'";
    }
};

/// Reads HH:MM:SS with at most `digits` digits of a fraction. `units` counts 10^-digits seconds
/// since midnight.
bool read_time_of_day(Decoder& in, int digits, std::int64_t& units);
/// Marks `out` as bad below midnight, and from the next midnight on.
void write_time_of_day(JsonWriter& out, std::int64_t units, int digits);
std::string describe_time_of_day(int digits);

/// Codec of std::chrono::hh_mm_ss of a duration with a unit of a second or a power of ten of it.
template <class Time>
struct TimeOfDayCodec {
    using Unit = typename Time::precision;
    static constexpr int k_digits = static_cast<int>(Time::fractional_width);
    // A coarser or narrower duration would be cast to without a check.
    static_assert(ExactDuration<Unit> && std::same_as<Time, std::chrono::hh_mm_ss<Unit>>);
    static_assert(k_digits <= k_digits_max, "nothing finer than nanoseconds fits into 64 bits");

    static bool decode(Decoder& in, Time& value, const Rules& = {}) {
        std::int64_t units = 0;
        if (!read_time_of_day(in, k_digits, units)) return false;
        value = Time(Unit(static_cast<typename Unit::rep>(units)));
        return true;
    }
    static void encode(JsonWriter& out, const Time& value) {
        write_time_of_day(out, static_cast<std::int64_t>(value.to_duration().count()), k_digits);
    }
    static std::string expected(const Rules&) { return describe_time_of_day(k_digits); }
};

}  // namespace iam
