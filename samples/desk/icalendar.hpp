// Writing iCalendar (RFC 5545).
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace desk {

/// One content line; `value` is written as it is (see text_value for text).
struct CalendarLine {
    std::string name;  ///< with its parameters, e.g. "TRIGGER;RELATED=START"
    std::string value;
};

/// TEXT (RFC 5545 §3.3.11): backslash, comma, semicolon and line breaks escaped; other control
/// characters dropped, since the format has no way to carry them.
std::string text_value(std::string_view text);

/// A calendar with these lines between its head and END:VCALENDAR: CRLF, folded after 75 bytes,
/// never inside a UTF-8 character.
std::string calendar(const std::vector<CalendarLine>& lines);

/// The value of the first content line of that name, unfolded, as calendar() was given it; empty if
/// there is none.
std::string line_value(std::string_view calendar, std::string_view name);

/// "20260102T030405Z"
std::string utc_stamp(std::chrono::sys_seconds time);

/// A moment as RFC 3339 spells it, without its fraction of a second; tool_error "bad_time" if the
/// text is no moment.
std::chrono::sys_seconds parse_moment(const std::string& text);

}  // namespace desk
