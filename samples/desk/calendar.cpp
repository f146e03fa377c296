#include "calendar.hpp"

#include "files.hpp"
#include "icalendar.hpp"

#include <date/date.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

namespace desk {
namespace {

constexpr Shelf k_event_shelf{"calendar", "event", ".ics"};
/// A person plans meetings within half a year; a later date is more often a wrong year than a plan.
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

/// The lines of an event that are the same in every writing of it.
std::vector<CalendarLine> lines_of(const std::string& title, const Span& span,
                                   const std::optional<std::string>& location) {
    return {{"DTSTART", utc_stamp(span.start)},
            {"DTEND", utc_stamp(span.end)},
            {"SUMMARY", text_value(title)},
            {"LOCATION", text_value(location.value_or(""))}};
}

IsWanted same_event(std::vector<CalendarLine> lines) {
    return [lines = std::move(lines)](std::string_view text) {
        return std::all_of(lines.begin(), lines.end(), [&](const CalendarLine& line) {
            return line_value(text, line.name) == line.value;
        });
    };
}

std::string event_text(const std::string& uid, const std::vector<CalendarLine>& lines) {
    std::vector<CalendarLine> all = {
        {"BEGIN", "VEVENT"}, {"UID", uid}, {"DTSTAMP", utc_stamp(now())}};
    std::copy_if(lines.begin(), lines.end(), std::back_inserter(all),
                 [](const CalendarLine& line) { return !line.value.empty(); });
    all.push_back({"END", "VEVENT"});
    return calendar(all);
}

/// The name of an event in Context::touch() and Context::conflict().
std::string key_of_event(int id) {
    return "event/" + std::to_string(id);
}

}  // namespace

Event create_calendar_event(iam::Context& context, const std::string& title,
                            const std::string& start, const std::string& end,
                            const std::optional<std::string>& location) {
    const std::vector<CalendarLine> lines = lines_of(title, span_of(start, end), location);
    const Kept kept = find_or_write(k_event_shelf, same_event(lines), [&](int id) {
        const auto seconds = now().time_since_epoch().count();
        const std::string uid =
            "event-" + std::to_string(id) + "-" + std::to_string(seconds) + "@desk.invalid";
        return event_text(uid, lines);
    });
    // An equal call that made nothing states the file as well, since its result relies on it: the
    // file stays until that call is undone too.
    context.touch(key_of_event(kept.file.id), kept.file.text);
    return Event{.id = kept.file.id,
                 .uid = line_value(kept.file.text, "UID"),
                 .file = kept.file.path.string(),
                 .created = kept.is_new};
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
    if (find_numbered(k_event_shelf, same_event(lines_of(title, span, location))))
        preview.warnings.push_back(
            {"already_there", "This event is on the calendar already; the call changes nothing."});
    return preview;
}

void remove_calendar_event(const Event& result, const iam::Context& context) {
    if (!result.created) return;  // the call made nothing
    const std::string now = read_numbered(k_event_shelf, result.id);
    if (auto conflict = context.conflict(key_of_event(result.id), now)) throw *std::move(conflict);
    remove_numbered(k_event_shelf, result.id);
}

}  // namespace desk
