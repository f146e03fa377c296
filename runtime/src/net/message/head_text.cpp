#include "net/message/head_text.hpp"

#include "net/message/ascii.hpp"

#include <boost/beast/http/status.hpp>

#include <algorithm>
#include <array>
#include <cstdio>

namespace iam::net {
namespace {

constexpr bool is_token_char(char c) noexcept {
    if ((c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'z')) return true;
    return std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}

constexpr bool is_value_char(char c) noexcept {
    const auto byte = static_cast<unsigned char>(c);
    return (byte >= 0x20 || c == '\t') && byte != 0x7f;
}

constexpr std::array<std::string_view, 4> k_framing{"Content-Length", "Transfer-Encoding",
                                                    "Connection", "Date"};

}  // namespace

bool is_field(std::string_view name, std::string_view value) noexcept {
    return !name.empty() && std::all_of(name.begin(), name.end(), is_token_char) &&
           std::all_of(value.begin(), value.end(), is_value_char);
}

bool can_be_sent(const Fields& fields) noexcept {
    return std::all_of(fields.all().begin(), fields.all().end(), [](const Field& field) {
        return is_field(field.name, field.value) &&
               std::none_of(k_framing.begin(), k_framing.end(), [&](std::string_view name) {
                   return same_ignoring_case(field.name, name);
               });
    });
}

void append_status_line(std::string& to, unsigned status) {
    const auto reason =
        boost::beast::http::obsolete_reason(boost::beast::http::int_to_status(status));
    to.append("HTTP/1.1 ").append(std::to_string(status)).append(" ");
    to.append(reason.data(), reason.size()).append("\r\n");
}

void append_field(std::string& to, std::string_view name, std::string_view value) {
    to.append(name).append(": ").append(value).append("\r\n");
}

void append_fields(std::string& to, const Fields& fields) {
    for (const Field& field : fields.all()) append_field(to, field.name, field.value);
}

std::string http_date(std::chrono::sys_seconds time) {
    static constexpr std::array<const char*, 7> k_days{"Sun", "Mon", "Tue", "Wed",
                                                       "Thu", "Fri", "Sat"};
    static constexpr std::array<const char*, 12> k_months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                          "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const auto day = std::chrono::floor<std::chrono::days>(time);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss clock(time - day);
    std::array<char, 64> text{};
    const int size = std::snprintf(
        text.data(), text.size(), "%s, %02u %s %04d %02d:%02d:%02d GMT",
        k_days.at(std::chrono::weekday(day).c_encoding()), static_cast<unsigned>(date.day()),
        k_months.at(static_cast<unsigned>(date.month()) - 1), static_cast<int>(date.year()),
        static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
        static_cast<int>(clock.seconds().count()));
    return {text.data(), static_cast<std::size_t>(size)};
}

}  // namespace iam::net
