// The footer of a file of a time zone: a rule in the form of POSIX TZ, e.g.
// "CET-1CEST,M3.5.0,M10.5.0/3", with the hours beyond a day of RFC 9636.
#pragma once

#include <iam/core/result.hpp>

#include <chrono>
#include <optional>
#include <string_view>
#include <utility>

namespace iam {

/// A day of each year, and the time of its clocks.
struct YearlyDay {
    enum class Form {
        month_week,    ///< Mm.w.d: the w-th such weekday of the month; the 5th is the last
        day_no_leap,   ///< Jn: 1 to 365, 29 February is never counted
        day_with_leap  ///< n: 0 to 365
    };
    Form form = Form::month_week;
    unsigned month = 1;
    unsigned week = 1;
    unsigned weekday = 0;  ///< 0 is Sunday
    unsigned day = 0;
    std::chrono::seconds time{std::chrono::hours{2}};
};

struct PosixZone {
    std::chrono::seconds standard{};
    struct Summer {
        std::chrono::seconds offset{};
        YearlyDay begin{};
        YearlyDay end{};
    };
    std::optional<Summer> summer{};
};

/// Errors: corrupt.
Result<PosixZone> read_posix_zone(std::string_view text);

/// The moments at which summer time begins and ends in the year.
std::pair<std::chrono::sys_seconds, std::chrono::sys_seconds> summer_of(const PosixZone& zone,
                                                                        std::chrono::year year);

}  // namespace iam
