// iCalendar text. Labels come from a model: each must stay one value of one property.
#include "icalendar.hpp"

#include <iam/annotations.hpp>

#include <date/date.h>

#include <algorithm>
#include <sstream>

namespace desk {
namespace {

constexpr std::size_t k_line_bytes_max = 75;

bool is_continuation_byte(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

void append_folded(std::string& out, std::string_view line) {
    std::size_t room = k_line_bytes_max;
    while (line.size() > room) {
        std::size_t cut = room;
        while (cut > 0 && is_continuation_byte(line[cut])) --cut;
        out.append(line.substr(0, cut)).append("\r\n ");
        line.remove_prefix(cut);
        room = k_line_bytes_max - 1;  // the blank that marks a folded line counts
    }
    out.append(line).append("\r\n");
}

}  // namespace

std::string text_value(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\\' || c == ',' || c == ';') {
            out += '\\';
            out += c;
        } else if (c == '\n' || c == '\r') {
            if (c == '\r' && i + 1 < text.size() && text[i + 1] == '\n') ++i;
            out += "\\n";
        } else if (static_cast<unsigned char>(c) >= 0x20 || c == '\t') {
            if (c != '\x7f') out += c;
        }
    }
    return out;
}

std::string calendar(const std::vector<CalendarLine>& lines) {
    std::string out = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//iam//desk//EN\r\n";
    for (const CalendarLine& line : lines) append_folded(out, line.name + ":" + line.value);
    out += "END:VCALENDAR\r\n";
    return out;
}

std::string line_value(std::string_view calendar, std::string_view name) {
    std::size_t at = calendar.find("\r\n" + std::string(name) + ":");
    if (at == std::string_view::npos) return {};
    at += 3 + name.size();
    std::string value;
    while (true) {
        const std::size_t end = std::min(calendar.find("\r\n", at), calendar.size());
        value.append(calendar.substr(at, end - at));
        if (calendar.substr(end, 3) != "\r\n ") return value;
        at = end + 3;
    }
}

std::string utc_stamp(std::chrono::sys_seconds time) {
    return date::format("%Y%m%dT%H%M%SZ", time);
}

std::chrono::sys_seconds parse_moment(const std::string& text) {
    std::string cut = text;
    if (const std::size_t dot = cut.find('.'); dot != std::string::npos) {
        std::size_t end = dot + 1;
        while (end < cut.size() && cut[end] >= '0' && cut[end] <= '9') ++end;
        cut.erase(dot, end - dot);
    }
    if (!cut.empty() && (cut.back() == 'Z' || cut.back() == 'z'))
        cut.replace(cut.size() - 1, 1, "+00:00");
    if (cut.size() > 10 && (cut[10] == 't' || cut[10] == ' ')) cut[10] = 'T';
    std::istringstream in(cut);
    std::chrono::sys_seconds time;
    in >> date::parse("%FT%T%Ez", time);
    if (in.fail() || in.peek() != std::istringstream::traits_type::eof())
        throw iam::tool_error("bad_time",
                              "'" + text + "' is not a moment like 2026-12-01T10:00:00+01:00.");
    return time;
}

}  // namespace desk
