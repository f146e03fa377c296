// Reads the tokens of JSON strictly: everything forbidden by RFC 8259 or I-JSON is a fault.
#include "core/json/json_lexer.hpp"

#include "core/numbers/number.hpp"
#include <iam/core/utf8.hpp>

#include <array>
#include <cfloat>

namespace iam {
namespace {

bool is_digit(char c) noexcept {
    return c >= '0' && c <= '9';
}

bool is_exponent_sign(char c) noexcept {
    return c == 'e' || c == 'E';
}

JsonNumber integer(bool negative, std::uint64_t magnitude) noexcept {
    JsonNumber number;
    if (negative && magnitude != 0) {
        number.kind = JsonNumber::Kind::negative;
        number.negative = -static_cast<std::int64_t>(magnitude);
        number.real = static_cast<double>(number.negative);
    } else {
        number.non_negative = magnitude;
        number.real = static_cast<double>(magnitude);
    }
    return number;
}

/// A double holds every integer of 15 digits and every power of ten up to 10^22 exactly. Their
/// quotient is rounded once, and so correctly.
constexpr std::ptrdiff_t k_exact_digits = 15;
constexpr std::array<double, k_exact_digits> k_powers_of_ten{
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14};
/// With any other evaluation method a quotient is rounded twice.
constexpr bool k_divides_doubles = FLT_EVAL_METHOD == 0 || FLT_EVAL_METHOD == 1;

JsonNumber fraction(bool negative, std::uint64_t magnitude, std::size_t decimals) noexcept {
    const double real = static_cast<double>(magnitude) / k_powers_of_ten[decimals];
    JsonNumber number;
    number.kind = JsonNumber::Kind::real;
    number.real = negative ? -real : real;
    return number;
}

JsonFault from_number(NumberFault fault) noexcept {
    switch (fault) {
        case NumberFault::none:
            return JsonFault::none;
        case NumberFault::too_large:
            return JsonFault::number_too_large;
        case NumberFault::too_small:
            return JsonFault::number_too_small;
        case NumberFault::integer_not_exact:
            return JsonFault::integer_not_exact;
    }
    return JsonFault::integer_not_exact;
}

}  // namespace

std::string_view sentence(JsonFault fault) noexcept {
    switch (fault) {
        case JsonFault::none:
            return "nothing is wrong";
        case JsonFault::no_value:
            return "the text ends where a value must stand; is it cut off?";
        case JsonFault::bad_value:
            return "a value must stand here: an object, array, string, number, true, false or null";
        case JsonFault::plus_sign:
            return "a number does not begin with '+'; leave the sign out";
        case JsonFault::bare_point:
            return "a number does not begin with '.'; write a 0 before it";
        case JsonFault::not_finite:
            return "NaN and Infinity are not JSON; use null or leave the member out";
        case JsonFault::single_quote:
            return "strings stand in double quotes, not in single ones";
        case JsonFault::comment:
            return "comments are not JSON; take them out";
        case JsonFault::bad_literal:
            return "only true, false and null may be written without quotes";
        case JsonFault::leading_zero:
            return "a number does not begin with 0 and another digit; take the leading zeros off";
        case JsonFault::missing_digit:
            return "a digit must follow here to make this a number";
        case JsonFault::number_too_large:
            return "the number is beyond the range of a double (about ±1.8e308)";
        case JsonFault::number_too_small:
            return "the number is too close to zero for a double (about ±4.9e-324); write 0";
        case JsonFault::integer_not_exact:
            return "the integer is outside [-9223372036854775808, 18446744073709551615] and would "
                   "be rounded; write "
                   "it with an exponent if its nearest double will do, or as a string";
        case JsonFault::open_string:
            return "the text ends inside a string; is it cut off?";
        case JsonFault::control_character:
            return "a control character stands in a string; write it as an escape, e.g. \\n";
        case JsonFault::bad_utf8:
            return "these bytes are not UTF-8; encode the text as UTF-8";
        case JsonFault::bad_escape:
            return "no such escape; only \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\uXXXX exist";
        case JsonFault::bad_hex:
            return "\\u needs four hexadecimal digits";
        case JsonFault::lone_surrogate:
            return "half of a surrogate pair is not a character; write both halves or none";
        case JsonFault::nul:
            return "U+0000 is not accepted in strings; leave it out";
        case JsonFault::too_long:
            return "the string is too long";
    }
    return "the text is not JSON";
}

JsonFault JsonLexer::no_value() const noexcept {
    if (over()) return JsonFault::no_value;
    switch (front()) {
        case '+':
            return JsonFault::plus_sign;
        case '.':
            return JsonFault::bare_point;
        case 'N':
        case 'I':
            return JsonFault::not_finite;
        case '\'':
            return JsonFault::single_quote;
        case '/':
        case '#':
            return JsonFault::comment;
        default:
            return JsonFault::bad_value;
    }
}

/// Takes digits; false if there is none.
bool JsonLexer::digits() noexcept {
    const char* const start = at_;
    while (at_ != end_ && is_digit(*at_)) ++at_;
    return at_ != start;
}

/// Takes an ordinary number: an integer of at most 18 digits, or a fraction of at most 15 with a
/// last digit other than 0. Takes nothing of any other number; any_number() then reads it.
bool JsonLexer::short_number(JsonNumber& value) noexcept {
    constexpr std::ptrdiff_t k_digits_of_int64 = 18;  // every number of 18 digits fits
    const char* at = at_;
    const bool negative = *at == '-';
    if (negative) ++at;
    const char* const first = at;
    std::uint64_t magnitude = 0;  // may wrap, but then there are too many digits
    const auto push_digits = [this, &at, &magnitude] {
        for (; at != end_ && is_digit(*at); ++at)
            magnitude = magnitude * 10 + static_cast<std::uint64_t>(*at - '0');
    };
    push_digits();
    const std::ptrdiff_t whole = at - first;
    if (whole == 0 || whole > k_digits_of_int64 || (*first == '0' && whole > 1)) return false;
    if (at == end_ || (*at != '.' && !is_exponent_sign(*at))) {
        value = integer(negative, magnitude);
    } else {
        const char* const point = at++;
        if (*point != '.' || !k_divides_doubles) return false;
        push_digits();
        const std::ptrdiff_t decimals = at - point - 1;
        if (decimals == 0 || whole + decimals > k_exact_digits || at[-1] == '0') return false;
        if (at != end_ && is_exponent_sign(*at)) return false;
        value = fraction(negative, magnitude, static_cast<std::size_t>(decimals));
    }
    at_ = at;
    return true;
}

JsonFault JsonLexer::any_number(JsonNumber& value) {
    const char* const start = at_;
    const bool negative = take('-');
    if (negative && !over() && front() == 'I') return JsonFault::not_finite;
    const char* const first = at_;
    if (!digits()) return JsonFault::missing_digit;
    if (*first == '0' && at_ - first > 1) {
        at_ = first;
        return JsonFault::leading_zero;
    }
    if (take('.') && !digits()) return JsonFault::missing_digit;
    if (take('e') || take('E')) {
        if (!take('+')) take('-');
        if (!digits()) return JsonFault::missing_digit;
    }
    const JsonFault fault =
        from_number(read_decimal({start, static_cast<std::size_t>(at_ - start)}, value));
    if (fault != JsonFault::none) at_ = start;
    return fault;
}

/// Goes on with the string beginning at `first`; all bytes up to at_ are plain.
JsonFault JsonLexer::any_string(const char* first, std::size_t bytes_max, bool allow_nul,
                                std::string& room, std::string_view& value) {
    if (const JsonFault fault = plain_run(first, bytes_max); fault != JsonFault::none) return fault;
    const auto size = static_cast<std::size_t>(at_ - first);
    if (take('"')) {
        value = {first, size};
        return JsonFault::none;
    }
    room.assign(first, size);
    if (const JsonFault fault = unescape(bytes_max, allow_nul, room); fault != JsonFault::none)
        return fault;
    value = room;
    return JsonFault::none;
}

/// Takes bytes up to a quote or a backslash and leaves this one. The bytes from `first` on must be
/// well-formed and at most `bytes_max`.
JsonFault JsonLexer::plain_run(const char* first, std::size_t bytes_max) noexcept {
    for (;;) {
        at_ = skip_plain(at_, end_);
        if (static_cast<std::size_t>(at_ - first) > bytes_max) return JsonFault::too_long;
        if (over()) return JsonFault::open_string;
        if (front() == '"' || front() == '\\') return JsonFault::none;
        if (static_cast<unsigned char>(front()) < 0x20) return JsonFault::control_character;
        const std::size_t length = utf8_length(at_, end_);
        if (length == 0) return JsonFault::bad_utf8;
        at_ += length;
    }
}

/// Takes the rest of a string, from its first backslash to its closing quote, and appends it to
/// `room`.
JsonFault JsonLexer::unescape(std::size_t bytes_max, bool allow_nul, std::string& room) {
    while (!take('"')) {
        if (front() == '\\') {
            if (const JsonFault fault = escape(allow_nul, room); fault != JsonFault::none)
                return fault;
            if (room.size() > bytes_max) return JsonFault::too_long;
        }
        const char* const run = at_;
        if (const JsonFault fault = plain_run(run, bytes_max - room.size());
            fault != JsonFault::none)
            return fault;
        room.append(run, static_cast<std::size_t>(at_ - run));
    }
    return JsonFault::none;
}

JsonFault JsonLexer::escape(bool allow_nul, std::string& room) {
    const char* const start = at_;
    ++at_;  // the backslash
    if (over()) return JsonFault::open_string;
    const char letter = *at_++;
    switch (letter) {
        case '"':
        case '\\':
        case '/':
            room.push_back(letter);
            return JsonFault::none;
        case 'b':
            room.push_back('\b');
            return JsonFault::none;
        case 'f':
            room.push_back('\f');
            return JsonFault::none;
        case 'n':
            room.push_back('\n');
            return JsonFault::none;
        case 'r':
            room.push_back('\r');
            return JsonFault::none;
        case 't':
            room.push_back('\t');
            return JsonFault::none;
        case 'u':
            break;
        default:
            at_ = start;
            return JsonFault::bad_escape;
    }
    std::uint32_t code_point = 0;
    JsonFault fault = unicode_escape(code_point);
    if (fault == JsonFault::none && code_point == 0 && !allow_nul) fault = JsonFault::nul;
    if (fault == JsonFault::none) {
        append_utf8(room, code_point);
    } else if (fault != JsonFault::open_string) {
        at_ = start;
    }
    return fault;
}

/// Takes the digits after "\u" and, for a surrogate pair, the second escape.
JsonFault JsonLexer::unicode_escape(std::uint32_t& code_point) noexcept {
    const auto is_high = [](std::uint32_t unit) { return unit >= 0xD800 && unit < 0xDC00; };
    const auto is_low = [](std::uint32_t unit) { return unit >= 0xDC00 && unit < 0xE000; };
    if (const JsonFault fault = four_hex(code_point); fault != JsonFault::none) return fault;
    if (is_low(code_point)) return JsonFault::lone_surrogate;
    if (!is_high(code_point)) return JsonFault::none;
    if (!take('\\') || !take('u')) return JsonFault::lone_surrogate;
    std::uint32_t low = 0;
    if (const JsonFault fault = four_hex(low); fault != JsonFault::none) return fault;
    if (!is_low(low)) return JsonFault::lone_surrogate;
    code_point = 0x10000U + ((code_point - 0xD800U) << 10U) + (low - 0xDC00U);
    return JsonFault::none;
}

JsonFault JsonLexer::four_hex(std::uint32_t& unit) noexcept {
    unit = 0;
    for (int i = 0; i < 4; ++i, ++at_) {
        if (over()) return JsonFault::open_string;
        const char c = front();
        std::uint32_t digit = 0;
        if (is_digit(c)) {
            digit = static_cast<std::uint32_t>(c - '0');
        } else if (c >= 'a' && c <= 'f') {
            digit = static_cast<std::uint32_t>(c - 'a') + 10U;
        } else if (c >= 'A' && c <= 'F') {
            digit = static_cast<std::uint32_t>(c - 'A') + 10U;
        } else {
            return JsonFault::bad_hex;
        }
        unit = unit * 16U + digit;
    }
    return JsonFault::none;
}

}  // namespace iam
