// Alarms of the desk: iCalendar files that any calendar program opens.
#pragma once

#include <iam/annotations.hpp>
#include <iam/tool/context.hpp>

#include <optional>
#include <string>

namespace desk {

struct Alarm {
    int id;            ///< number of the alarm, for taking it back
    std::string time;  ///< "HH:MM", local time
    std::string file;  ///< the iCalendar file that holds it
    bool created;      ///< false if the same alarm was set already
};

// The formatter breaks attributes that hold braces at odd places.
// clang-format off

// Idempotent: an alarm with the same time and label stays the only one.

/// Schedules an alarm for every weekday, Monday to Friday. Sets the same alarm only once.
/// @param hour    hour of the day, local time
/// @param minute  minute of the hour
/// @param label   text shown when the alarm rings
[[iam::tool({.title = "Weekday alarm", .read_only = false, .destructive = false, .idempotent = true, .open_world = false})]]
Alarm schedule_weekday_alarm(iam::Context& context,
                             [[iam::range(0, 23)]] int hour,
                             [[iam::range(0, 59)]] int minute = 0,
                             [[iam::length(1, 200)]] const std::optional<std::string>& label = std::nullopt);

[[iam::preview(schedule_weekday_alarm)]]
iam::Preview preview_weekday_alarm(int hour, int minute, const std::optional<std::string>& label);

// Later equal calls made nothing and rely on the alarm. Until they are undone, the undo of the call
// that made it is refused (undo_depends). If somebody changed the file, it stays (undo_conflict).

[[iam::undo(schedule_weekday_alarm)]]
void cancel_alarm(const Alarm& result, const iam::Context& context);

// clang-format on

}  // namespace desk
