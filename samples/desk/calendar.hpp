// The calendar of the desk: one iCalendar file for each event.
#pragma once

#include <iam/annotations.hpp>
#include <iam/tool/context.hpp>

#include <optional>
#include <string>

namespace desk {

struct Event {
    int id;            ///< its number on this desk
    std::string uid;   ///< unique in the world (RFC 5545)
    std::string file;  ///< the iCalendar file that holds it
    bool created;      ///< false if the same event was there already
};

// The formatter breaks attributes that hold braces at odd places.
// clang-format off

// Idempotent: an event with the same title, times and place stays the only one.

/// Puts an event on the calendar. Puts the same event there only once.
/// @param title     what the event is called
/// @param start     when it begins
/// @param end       when it is over, after start
/// @param location  where it takes place
[[iam::tool({.title = "Calendar event", .read_only = false, .destructive = false, .idempotent = true, .open_world = false})]]
Event create_calendar_event(iam::Context& context,
                            [[iam::length(1, 200)]] const std::string& title,
                            [[iam::format("date-time"), iam::example("2026-12-01T10:00:00+01:00")]] const std::string& start,
                            [[iam::format("date-time")]] const std::string& end,
                            [[iam::length(1, 200)]] const std::optional<std::string>& location = std::nullopt);

[[iam::preview(create_calendar_event)]]
iam::Preview preview_calendar_event(const std::string& title, const std::string& start, const std::string& end,
                                    const std::optional<std::string>& location);

// Later equal calls made nothing and rely on the event. Until they are undone, the undo of the call
// that made it is refused (undo_depends). If somebody changed the file, it stays (undo_conflict).

[[iam::undo(create_calendar_event)]]
void remove_calendar_event(const Event& result, const iam::Context& context);

// clang-format on

}  // namespace desk
