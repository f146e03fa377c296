// Finds due moments. Jobs of one time a day follow the rule of cron(8) where clocks change.
#include "iam/chat/tasks/schedule.hpp"

#include "chat/tasks/cron_fields.hpp"
#include <iam/core/clock.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace iam::chat {
namespace {

namespace ch = std::chrono;
using ch::local_seconds;
using ch::sys_seconds;

/// 29 February may be eight years away, and on one weekday forty.
constexpr ch::days k_search_max{50 * 366};

local_seconds local_of(sys_seconds moment, ch::seconds offset) {
    return local_seconds{moment.time_since_epoch() + offset};
}

/// The change that leaves out this local time, which no clock shows.
sys_seconds end_of_gap(const TimeZone& zone, local_seconds time) {
    sys_seconds after{time.time_since_epoch() - ch::hours{52}};
    for (auto change = zone.next_change(after); change; change = zone.next_change(change->at))
        if (local_of(change->at, change->after) > time) return change->at;
    return sys_seconds{time.time_since_epoch()};
}

/// "1h30m"; whole seconds.
std::string period_text(ch::seconds period) {
    std::string text;
    constexpr std::array<std::pair<std::int64_t, char>, 4> k_units{
        {{86400, 'd'}, {3600, 'h'}, {60, 'm'}, {1, 's'}}};
    std::int64_t rest = period.count();
    for (const auto& [size, letter] : k_units) {
        if (rest >= size) text += std::to_string(rest / size) + letter;
        rest %= size;
    }
    return text;
}

}  // namespace

struct Timetable::Cron {
    CronSets sets{};
    TimeZone zone{};

    /// Each minute of the clock as it goes: none in a gap, and both passes of a time that clocks
    /// repeat.
    std::optional<sys_seconds> next_of_clock(sys_seconds after, sys_seconds last) const {
        sys_seconds from = after + ch::seconds{1};
        while (from <= last) {
            const ch::seconds offset = zone.offset_at(from);
            const auto change = zone.next_change(from);
            const sys_seconds end =
                change ? std::min(change->at, last + ch::seconds{1}) : last + ch::seconds{1};
            const auto time = first_time(sets, local_of(from, offset),
                                         ch::floor<ch::days>(local_of(end, offset)));
            if (time && sys_seconds{time->time_since_epoch() - offset} < end)
                return sys_seconds{time->time_since_epoch() - offset};
            from = end;
        }
        return std::nullopt;
    }

    /// One moment for each day and time: the end of the gap, or the first of two passes.
    std::optional<sys_seconds> next_of_day(sys_seconds after, sys_seconds last) const {
        // No time up to this one is due after `after`: moments rise with times of the clock.
        local_seconds time = local_of(after, zone.offset_at(after));
        const auto last_day =
            ch::floor<ch::days>(local_of(last, zone.offset_at(last))) + ch::days{1};
        for (;;) {
            const auto found = first_time(sets, time + ch::seconds{1}, last_day);
            if (!found) return std::nullopt;
            time = *found;
            const std::vector<sys_seconds> moments = zone.moments_of(time);
            const sys_seconds at = moments.empty() ? end_of_gap(zone, time) : moments.front();
            if (at > last) return std::nullopt;
            if (at > after) return at;
        }
    }

    std::optional<TaskTime> next(TaskTime after) const {
        const sys_seconds from = ch::floor<ch::seconds>(after);
        const sys_seconds last = std::min(from + k_search_max, k_calendar_end);
        const auto found =
            sets.follows_clock() ? next_of_clock(from, last) : next_of_day(from, last);
        if (!found) return std::nullopt;
        return TaskTime(*found);
    }
};

std::string schedule_text(const Schedule& schedule) {
    if (const auto* at = std::get_if<AtMoment>(&schedule)) return "at " + to_rfc3339(at->moment);
    if (const auto* every = std::get_if<EveryPeriod>(&schedule))
        return "every " + period_text(every->period);
    const auto& cron = std::get<CronFields>(schedule);
    return "cron " + cron.fields + " (" + cron.zone + ")";
}

Result<Timetable> Timetable::of(const Schedule& schedule, const ZoneLoader& load_zone) {
    Timetable table(schedule);
    if (const auto* every = std::get_if<EveryPeriod>(&schedule);
        every != nullptr && (every->period < k_period_min || every->period > k_period_max))
        return fail(Errc::invalid_argument, "a task runs every minute at most, and every " +
                                                period_text(k_period_max) +
                                                " at least; write a period such as 15m or 7d.");
    if (const auto* fields = std::get_if<CronFields>(&schedule)) {
        IAM_TRY(sets, read_cron(fields->fields));
        IAM_TRY(zone, load_zone(fields->zone));
        table.cron_ = std::make_shared<const Cron>(Cron{sets, std::move(zone)});
    }
    return table;
}

std::optional<TaskTime> Timetable::next(TaskTime after) const {
    if (after >= TaskTime(k_calendar_end)) return std::nullopt;
    if (cron_) return cron_->next(after);
    if (const auto* at = std::get_if<AtMoment>(&schedule_))
        return at->moment > after ? std::optional(at->moment) : std::nullopt;
    const auto& every = std::get<EveryPeriod>(schedule_);
    if (after < every.from) return every.from + every.period;
    return every.from + ((after - every.from) / ch::milliseconds(every.period) + 1) *
                            ch::milliseconds(every.period);
}

std::optional<TaskTime> Timetable::latest(TaskTime after, TaskTime until) const {
    auto found = next(after);
    if (!found || *found > until) return std::nullopt;
    if (!cron_) {
        const auto* every = std::get_if<EveryPeriod>(&schedule_);
        if (every == nullptr) return found;
        return *found +
               (until - *found) / ch::milliseconds(every->period) * ch::milliseconds(every->period);
    }
    // The last one stands in the shortest span before `until` that has one.
    for (const ch::milliseconds span :
         {ch::milliseconds{ch::hours{1}}, ch::milliseconds{ch::days{1}},
          ch::milliseconds{ch::days{31}}, ch::milliseconds{ch::days{366}}}) {
        const TaskTime begin = std::max(after, until - span);
        const auto first = next(begin);
        if (!first || *first > until) continue;
        found = first;
        break;
    }
    for (auto later = next(*found); later && *later <= until; later = next(*found)) found = later;
    return found;
}

}  // namespace iam::chat
