#include "alarms.hpp"

#include "files.hpp"
#include "icalendar.hpp"

#include <date/date.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>

namespace desk {
namespace {

constexpr std::string_view k_prefix = "alarm";
constexpr std::string_view k_extension = ".ics";

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

}  // namespace

Alarm schedule_weekday_alarm(int hour, int minute, const std::optional<std::string>& label) {
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    // Local time without a zone: the alarm follows the clock of whoever carries it.
    std::string start = date::format("%Y%m%d", first_day()) + "T" + clock_text(hour, minute) + "00";
    start.erase(start.find(':'), 1);
    const NumberedFile file =
        write_numbered(folder("calendar"), k_prefix, k_extension, [&](int id) {
            return calendar({{"BEGIN", "VEVENT"},
                             {"UID", "alarm-" + std::to_string(id) + "@desk.invalid"},
                             {"DTSTAMP", utc_stamp(now)},
                             {"DTSTART", start},
                             {"DURATION", "PT5M"},
                             {"RRULE", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"},
                             {"SUMMARY", text_value(title_of(label))},
                             {"BEGIN", "VALARM"},
                             {"ACTION", "DISPLAY"},
                             {"TRIGGER", "PT0S"},
                             {"DESCRIPTION", text_value(title_of(label))},
                             {"END", "VALARM"},
                             {"END", "VEVENT"}});
        });
    return Alarm{file.id, clock_text(hour, minute), file.path.string()};
}

iam::Preview preview_weekday_alarm(int hour, int minute, const std::optional<std::string>& label) {
    iam::Preview preview;
    preview.summary = "An alarm at " + clock_text(hour, minute) + " every weekday.";
    preview.fields = {{"Time", clock_text(hour, minute)},
                      {"Days", "Monday to Friday"},
                      {"First", date::format("%A, %F", first_day())},
                      {"Label", title_of(label)}};
    if (hour < 5) preview.warnings = {{"night", "This rings in the middle of the night."}};
    return preview;
}

void cancel_alarm(const Alarm& result) {
    remove_numbered(folder("calendar"), k_prefix, k_extension, result.id);
}

}  // namespace desk
