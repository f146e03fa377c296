// Declares one function for each format, and their common cursor.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace iam::schema::format {

constexpr bool is_digit(char c) noexcept {
    return c >= '0' && c <= '9';
}
constexpr bool is_letter(char c) noexcept {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
constexpr bool is_hex(char c) noexcept {
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

constexpr bool is_ascii(char c) noexcept {
    return static_cast<unsigned char>(c) < 0x80;
}
inline bool is_ascii(std::string_view text) noexcept {
    return std::all_of(text.begin(), text.end(), [](char c) { return is_ascii(c); });
}

/// Reads a text from its front.
class Cursor {
 public:
    explicit Cursor(std::string_view text) noexcept : rest_(text) {}
    bool over() const noexcept { return rest_.empty(); }
    char front() const noexcept { return rest_.empty() ? '\0' : rest_.front(); }
    bool take(char c) noexcept {
        if (rest_.empty() || rest_.front() != c) return false;
        rest_.remove_prefix(1);
        return true;
    }
    /// Takes exactly `count` digits as a number.
    bool take_digits(std::size_t count, int& value) noexcept {
        if (rest_.size() < count) return false;
        value = 0;
        for (std::size_t i = 0; i < count; ++i) {
            if (!is_digit(rest_[i])) return false;
            value = value * 10 + (rest_[i] - '0');
        }
        rest_.remove_prefix(count);
        return true;
    }
    /// Skips digits and returns their number.
    std::size_t skip_digits() noexcept {
        std::size_t count = 0;
        while (count < rest_.size() && is_digit(rest_[count])) ++count;
        rest_.remove_prefix(count);
        return count;
    }

 private:
    std::string_view rest_;
};

bool is_date(std::string_view text);
bool is_time(std::string_view text);
bool is_date_time(std::string_view text);
bool is_duration(std::string_view text);

bool is_email(std::string_view text);
bool is_idn_email(std::string_view text);
bool is_hostname(std::string_view text);
bool is_idn_hostname(std::string_view text);
bool is_ipv4(std::string_view text);
bool is_ipv6(std::string_view text);

bool is_uri(std::string_view text);
bool is_uri_reference(std::string_view text);
bool is_iri(std::string_view text);
bool is_iri_reference(std::string_view text);
bool is_uri_template(std::string_view text);

bool is_json_pointer(std::string_view text);
bool is_relative_json_pointer(std::string_view text);
bool is_regex(std::string_view text);
bool is_uuid(std::string_view text);

}  // namespace iam::schema::format
