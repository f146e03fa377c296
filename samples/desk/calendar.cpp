#include "calendar.hpp"

#include "files.hpp"
#include "icalendar.hpp"

#include <date/date.h>

#include <chrono>

namespace desk {
namespace {

constexpr std::string_view k_prefix = "event";
constexpr std::string_view k_extension = ".ics";
/// A person plans meetings within half a year; what lies beyond is more often a wrong year than a
/// plan.
constexpr std::chrono::days k_far_away{183};

struct Span {
    std::chrono::sys_seconds start;
    std::chrono::sys_seconds end;
};

Span span_of(const std::string& start, const std::string& end) {
    const Span span{parse_moment(start), parse_moment(end)};
    if (span.end <= span.start)
        throw iam::tool_error("end_before_start",
                              "The end " + end + " is not after the start " + start + ".");
    return span;
}

std::chrono::sys_seconds now() {
    return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
}

std::vector<iam::PreviewWarning> warnings_for(const Span& span) {
    std::vector<iam::PreviewWarning> warnings;
    const auto ahead = std::chrono::floor<std::chrono::days>(span.start - now());
    if (span.start < now()) warnings.push_back({"in_the_past", "This begins in the past."});
    if (ahead > k_far_away)
        warnings.push_back({"far_away", "This begins in " + std::to_string(ahead.count()) +
                                            " days: is the year right?"});
    if (span.end - span.start > std::chrono::days{1})
        warnings.push_back({"long", "This takes more than a day."});
    return warnings;
}

}  // namespace

Event create_calendar_event(const std::string& title, const std::string& start,
                            const std::string& end, const std::optional<std::string>& location) {
    const Span span = span_of(start, end);
    const auto uid = [&](int id) {
        return "event-" + std::to_string(id) + "-" +
               std::to_string(now().time_since_epoch().count()) + "@desk.invalid";
    };
    std::string chosen_uid;
    const NumberedFile file =
        write_numbered(folder("calendar"), k_prefix, k_extension, [&](int id) {
            chosen_uid = uid(id);
            std::vector<CalendarLine> lines = {{"BEGIN", "VEVENT"},
                                               {"UID", chosen_uid},
                                               {"DTSTAMP", utc_stamp(now())},
                                               {"DTSTART", utc_stamp(span.start)},
                                               {"DTEND", utc_stamp(span.end)},
                                               {"SUMMARY", text_value(title)}};
            if (location) lines.push_back({"LOCATION", text_value(*location)});
            lines.push_back({"END", "VEVENT"});
            return calendar(lines);
        });
    return Event{file.id, chosen_uid, file.path.string()};
}

iam::Preview preview_calendar_event(const std::string& title, const std::string& start,
                                    const std::string& end,
                                    const std::optional<std::string>& location) {
    const Span span = span_of(start, end);
    iam::Preview preview;
    preview.summary = "'" + title + "' on " + date::format("%A, %F at %H:%M", span.start) + " UTC.";
    preview.fields = {{"Title", title},
                      {"Start", date::format("%A, %F %H:%M UTC", span.start)},
                      {"End", date::format("%A, %F %H:%M UTC", span.end)},
                      {"Location", location.value_or("(none)")}};
    preview.warnings = warnings_for(span);
    return preview;
}

void remove_calendar_event(const Event& result) {
    remove_numbered(folder("calendar"), k_prefix, k_extension, result.id);
}

}  // namespace desk
