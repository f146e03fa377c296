// Splits JSON text into tokens: white space, literals, numbers, strings. It knows nothing of
// containers, their limits or pointers.
#pragma once

#include "core/text/utf.hpp"
#include <iam/core/json_reader.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace iam {

/// A fault of the text. The lexer then stands on the offending byte.
enum class JsonFault : std::uint8_t {
    none,
    no_value,
    bad_value,
    plus_sign,
    bare_point,
    not_finite,
    single_quote,
    comment,
    bad_literal,
    leading_zero,
    missing_digit,
    number_too_large,
    number_too_small,
    integer_not_exact,
    open_string,
    control_character,
    bad_utf8,
    bad_escape,
    bad_hex,
    lone_surrogate,
    nul,
    too_long,  // the caller knows which limit it passed
};

/// One sentence: the fault and the way out.
std::string_view sentence(JsonFault fault) noexcept;

constexpr JsonKind kind_beginning_with(char c) noexcept {
    switch (c) {
        case '{':
            return JsonKind::object;
        case '[':
            return JsonKind::array;
        case '"':
            return JsonKind::string;
        case 'n':
            return JsonKind::null;
        case 't':
        case 'f':
            return JsonKind::boolean;
        default:
            return c == '-' || (c >= '0' && c <= '9') ? JsonKind::number : JsonKind::none;
    }
}

/// The kind of the value that begins with this byte; none if no value does.
inline constexpr auto k_kinds_by_first_byte = [] {
    std::array<JsonKind, 256> kinds{};
    for (std::size_t byte = 0; byte < kinds.size(); ++byte)
        kinds[byte] = kind_beginning_with(static_cast<char>(byte));
    return kinds;
}();

class JsonLexer {
 public:
    explicit JsonLexer(std::string_view text) noexcept
        : begin_(text.data()), at_(text.data()), end_(text.data() + text.size()) {}

    std::size_t offset() const noexcept { return static_cast<std::size_t>(at_ - begin_); }
    bool over() const noexcept { return at_ == end_; }
    /// The next byte. Call only when not over().
    char front() const noexcept { return *at_; }
    bool stands_at(char c) const noexcept { return at_ != end_ && *at_ == c; }
    /// Takes the next byte if it is `c`.
    bool take(char c) noexcept {
        if (!stands_at(c)) return false;
        ++at_;
        return true;
    }
    void skip_space() noexcept {
        while (at_ != end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\r' || *at_ == '\t')) ++at_;
    }

    /// The kind of the value beginning here; none if no value begins here.
    JsonKind kind() const noexcept {
        return over() ? JsonKind::none : k_kinds_by_first_byte[static_cast<unsigned char>(*at_)];
    }
    /// Why kind() is none.
    JsonFault no_value() const noexcept;

    // literal(), number() and string() each take one token. kind() has seen its first byte.
    JsonFault literal(std::string_view word) noexcept {
        const std::string_view rest(at_, static_cast<std::size_t>(end_ - at_));
        if (rest.substr(0, word.size()) != word) return JsonFault::bad_literal;
        at_ += word.size();
        return JsonFault::none;
    }
    JsonFault number(JsonNumber& value) {
        return short_number(value) ? JsonFault::none : any_number(value);
    }
    /// `value` is a piece of the text or, if the string has escapes, of `room`.
    JsonFault string(std::size_t bytes_max, bool allow_nul, std::string& room,
                     std::string_view& value) {
        const char* const first = at_ + 1;
        at_ = skip_plain(first, end_);
        const auto size = static_cast<std::size_t>(at_ - first);
        if (size > bytes_max || !take('"'))
            return any_string(first, bytes_max, allow_nul, room, value);
        value = {first, size};
        return JsonFault::none;
    }

 private:
    bool short_number(JsonNumber& value) noexcept;
    JsonFault any_number(JsonNumber& value);
    JsonFault any_string(const char* first, std::size_t bytes_max, bool allow_nul,
                         std::string& room, std::string_view& value);
    JsonFault unescape(std::size_t bytes_max, bool allow_nul, std::string& room);
    JsonFault plain_run(const char* first, std::size_t bytes_max) noexcept;
    JsonFault escape(bool allow_nul, std::string& room);
    JsonFault unicode_escape(std::uint32_t& code_point) noexcept;
    JsonFault four_hex(std::uint32_t& unit) noexcept;
    bool digits() noexcept;

    const char* begin_;
    const char* at_;
    const char* end_;
};

}  // namespace iam
