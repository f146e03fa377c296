// When a task is due: once, every so often, or by the fields of cron in a time zone.
#pragma once

#include <iam/core/result.hpp>
#include <iam/core/time_zone.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>

namespace iam::chat {

using TaskTime = std::chrono::sys_time<std::chrono::milliseconds>;

/// Due at one moment.
struct AtMoment {
    TaskTime moment{};
    friend bool operator==(const AtMoment&, const AtMoment&) = default;
};

/// Due at `from` + n × `period`, for n from 1. Clocks that are put forward or back change nothing.
struct EveryPeriod {
    std::chrono::seconds period{};
    TaskTime from{};
    friend bool operator==(const EveryPeriod&, const EveryPeriod&) = default;
};
inline constexpr std::chrono::seconds k_period_min{std::chrono::minutes{1}};
inline constexpr std::chrono::seconds k_period_max{std::chrono::days{366}};

/// Due by the clocks of a zone: minute, hour, day of the month, month and weekday, as crontab(5)
/// has them, without its names beginning with "@". docs/tasks.md has the grammar.
struct CronFields {
    std::string fields{};
    std::string zone{};  ///< of the IANA database
    friend bool operator==(const CronFields&, const CronFields&) = default;
};
inline constexpr std::size_t k_cron_bytes_max = 256;

using Schedule = std::variant<AtMoment, EveryPeriod, CronFields>;

/// "at 2026-03-01T09:00:00.000Z", "every 15m", "cron 0 9 * * 1-5 (Europe/Berlin)".
std::string schedule_text(const Schedule& schedule);

/// Loads a zone, as load_time_zone() does.
using ZoneLoader = std::function<Result<TimeZone>(const std::string& name)>;

/// A schedule that was checked, with its zone. A value. All functions are pure.
class Timetable {
 public:
    /// Errors: invalid_argument (a field with the place and the way out; days that no month has; a
    /// period beyond its bounds), and those of the loader.
    static Result<Timetable> of(const Schedule& schedule, const ZoneLoader& load_zone);

    /// The first due moment after this one. Nothing: there is none within 50 years.
    std::optional<TaskTime> next(TaskTime after) const;
    /// The last due moment after `after` and not after `until`.
    std::optional<TaskTime> latest(TaskTime after, TaskTime until) const;

 private:
    struct Cron;
    explicit Timetable(const Schedule& schedule) : schedule_(schedule) {}
    Schedule schedule_;
    std::shared_ptr<const Cron> cron_{};
};

}  // namespace iam::chat
