// The five fields of cron, read.
#pragma once

#include <iam/core/result.hpp>

#include <bitset>
#include <chrono>
#include <optional>
#include <string_view>

namespace iam::chat {

struct CronSets {
    std::bitset<60> minutes{};
    std::bitset<24> hours{};
    std::bitset<32> days{};
    std::bitset<13> months{};
    std::bitset<7> weekdays{};  // 0 is Sunday
    // A field that begins with "*" restricts no other field.
    bool is_any_minute = false;
    bool is_any_hour = false;
    bool is_any_day = false;
    bool is_any_weekday = false;

    /// If both fields of days are restricted, one of them is enough, as crontab(5) has it.
    bool has_day(std::chrono::year_month_day date) const;
    /// True if the job runs by the minute or by the hour. Its due moments follow the clock as it
    /// goes, and those of other jobs are one a day and time (cron(8)).
    bool follows_clock() const { return is_any_minute || is_any_hour; }
};

/// Errors: invalid_argument with the name of the field and the way out.
Result<CronSets> read_cron(std::string_view text);

/// The first time of the sets that is not before `from`, on a day up to `last`. Without seconds.
std::optional<std::chrono::local_seconds> first_time(const CronSets& sets,
                                                     std::chrono::local_seconds from,
                                                     std::chrono::local_days last);

}  // namespace iam::chat
