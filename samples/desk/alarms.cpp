#include "alarms.hpp"

#include "files.hpp"
#include "icalendar.hpp"

#include <date/date.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <utility>

namespace desk {
namespace {

constexpr Shelf k_alarm_shelf{"calendar", "alarm", ".ics"};

std::string clock_text(int hour, int minute) {
    std::array<char, 8> text{};
    std::snprintf(text.data(), text.size(), "%02d:%02d", hour % 100, minute % 100);
    return text.data();
}

date::year_month_day local_today() {
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    return date::year{local.tm_year + 1900} / (local.tm_mon + 1) / local.tm_mday;
}

/// The first weekday from tomorrow on: an alarm set in the evening must not begin in the past.
date::year_month_day first_day() {
    date::sys_days day = date::sys_days{local_today()} + date::days{1};
    while (date::weekday{day} == date::Saturday || date::weekday{day} == date::Sunday)
        day += date::days{1};
    return day;
}

std::string title_of(const std::optional<std::string>& label) {
    return label.value_or("Alarm");
}

/// The time of a local DTSTART, behind its date: "T060500". Local time without a zone: the alarm
/// follows the clock of its carrier.
std::string start_time(int hour, int minute) {
    std::string time = clock_text(hour, minute);
    time.erase(time.find(':'), 1);
    return "T" + time + "00";
}

/// Knows the same alarm by its time and title. The day of its first ring does not count.
IsWanted same_alarm(const std::string& time, const std::string& title) {
    return [time, title](std::string_view text) {
        constexpr std::size_t k_date_size = 8;
        const std::string start = line_value(text, "DTSTART");
        return start.size() > k_date_size && start.substr(k_date_size) == time &&
               line_value(text, "SUMMARY") == text_value(title);
    };
}

std::string alarm_text(int id, const std::string& time, const std::string& title) {
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    return calendar({{"BEGIN", "VEVENT"},
                     {"UID", "alarm-" + std::to_string(id) + "@desk.invalid"},
                     {"DTSTAMP", utc_stamp(now)},
                     {"DTSTART", date::format("%Y%m%d", first_day()) + time},
                     {"DURATION", "PT5M"},
                     {"RRULE", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"},
                     {"SUMMARY", text_value(title)},
                     {"BEGIN", "VALARM"},
                     {"ACTION", "DISPLAY"},
                     {"TRIGGER", "PT0S"},
                     {"DESCRIPTION", text_value(title)},
                     {"END", "VALARM"},
                     {"END", "VEVENT"}});
}

/// The name of an alarm in Context::touch() and Context::conflict().
std::string key_of_alarm(int id) {
    return "alarm/" + std::to_string(id);
}

}  // namespace

Alarm schedule_weekday_alarm(iam::Context& context, int hour, int minute,
                             const std::optional<std::string>& label) {
    const std::string time = start_time(hour, minute);
    const std::string title = title_of(label);
    const Kept kept = find_or_write(k_alarm_shelf, same_alarm(time, title),
                                    [&](int id) { return alarm_text(id, time, title); });
    // An equal call that made nothing states the file as well, since its result relies on it: the
    // file stays until that call is undone too.
    context.touch(key_of_alarm(kept.file.id), kept.file.text);
    return Alarm{.id = kept.file.id,
                 .time = clock_text(hour, minute),
                 .file = kept.file.path.string(),
                 .created = kept.is_new};
}

iam::Preview preview_weekday_alarm(int hour, int minute, const std::optional<std::string>& label) {
    iam::Preview preview;
    preview.summary = "An alarm at " + clock_text(hour, minute) + " every weekday.";
    preview.fields = {{"Time", clock_text(hour, minute)},
                      {"Days", "Monday to Friday"},
                      {"First", date::format("%A, %F", first_day())},
                      {"Label", title_of(label)}};
    if (hour < 5) preview.warnings.push_back({"night", "This rings in the middle of the night."});
    if (find_numbered(k_alarm_shelf, same_alarm(start_time(hour, minute), title_of(label))))
        preview.warnings.push_back(
            {"already_set", "This alarm is set already; the call changes nothing."});
    return preview;
}

void cancel_alarm(const Alarm& result, const iam::Context& context) {
    if (!result.created) return;  // the call made nothing
    const std::string now = read_numbered(k_alarm_shelf, result.id);
    if (auto conflict = context.conflict(key_of_alarm(result.id), now)) throw *std::move(conflict);
    remove_numbered(k_alarm_shelf, result.id);
}

}  // namespace desk
