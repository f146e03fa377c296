// Reads decimal literals exactly: integers as integers, everything else as the nearest double.
// Nothing is rounded silently to infinity or zero.
#include "core/numbers/number.hpp"

#include <iam/core/json_writer.hpp>

#include <algorithm>
#include <cfloat>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

namespace iam {
namespace {

constexpr std::uint64_t k_uint64_max = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t k_int64_min_magnitude = std::uint64_t{1} << 63U;
/// An exponent beyond this means overflow or underflow for every text in memory.
constexpr std::int64_t k_exponent_clamp = 1'000'000'000'000'000;
/// At most 767 digits decide between two doubles if one more digit stands for the rest.
constexpr std::int64_t k_digits_kept = 800;

bool is_decimal_digit(char c) noexcept {
    return c >= '0' && c <= '9';
}

/// A literal taken apart. Its value is the digits [first, first + count) of the mantissa, without
/// its point, times 10^exponent.
struct LiteralParts {
    bool negative = false;
    bool plain = true;          // neither fraction nor exponent
    std::string_view mantissa;  // digits and at most one point
    std::int64_t leading = 0;   // zeros before the first other digit
    std::int64_t count = 0;     // significant digits; 0 for zero
    std::int64_t exponent = 0;
};

std::int64_t read_exponent(std::string_view text) noexcept {
    const bool negative = text.front() == '-';
    if (!is_decimal_digit(text.front())) text.remove_prefix(1);
    std::int64_t value = 0;
    for (const char digit : text) value = std::min(value * 10 + (digit - '0'), k_exponent_clamp);
    return negative ? -value : value;
}

LiteralParts take_apart(std::string_view literal) noexcept {
    LiteralParts out;
    out.negative = literal.front() == '-';
    if (out.negative) literal.remove_prefix(1);
    const std::size_t letter = literal.find_first_of("eE");
    out.mantissa = literal.substr(0, letter);
    if (letter != std::string_view::npos) {
        out.plain = false;
        out.exponent = read_exponent(literal.substr(letter + 1));
    }
    std::int64_t position = 0;  // in digits
    std::int64_t point = -1;
    std::int64_t first = -1;
    std::int64_t last = -1;
    for (const char c : out.mantissa) {
        if (c == '.') {
            point = position;
            continue;
        }
        if (c != '0') {
            if (first < 0) first = position;
            last = position;
        }
        ++position;
    }
    if (point >= 0) out.plain = false;
    if (first < 0) return out;
    out.leading = first;
    out.count = last - first + 1;
    out.exponent += (point < 0 ? position : point) - last - 1;
    return out;
}

/// Calls `take` with the first `count` significant digits.
template <class Take>
void each_digit(const LiteralParts& number, std::int64_t count, Take take) {
    std::int64_t skip = number.leading;
    for (const char c : number.mantissa) {
        if (count == 0) return;
        if (c == '.') continue;
        if (skip > 0) {
            --skip;
            continue;
        }
        take(c);
        --count;
    }
}

/// Gives the magnitude if it is an integer below 2^64.
bool exact_integer(const LiteralParts& number, std::uint64_t& magnitude) noexcept {
    if (number.exponent < 0 || number.count + number.exponent > 20) return false;
    magnitude = 0;
    bool fits = true;
    const auto push = [&](char digit) {
        const auto value = static_cast<std::uint64_t>(digit - '0');
        fits = fits && magnitude <= (k_uint64_max - value) / 10;
        magnitude = magnitude * 10 + value;
    };
    each_digit(number, number.count, push);
    for (std::int64_t i = 0; i < number.exponent; ++i) push('0');
    return fits;
}

/// The nearest double of a literal of any length. from_chars gets a text of bounded length with a
/// small exponent. Some implementations cut off an exponent if only a long mantissa makes it
/// sensible.
double nearest_double(const LiteralParts& number) {
    std::string text = number.negative ? "-" : "";
    const std::int64_t kept = std::min(number.count, k_digits_kept);
    each_digit(number, kept, [&text](char digit) { text.push_back(digit); });
    std::int64_t exponent = number.exponent + (number.count - kept);
    if (kept < number.count) {
        // The digits cut off end with a digit other than zero, so they may break a tie.
        text.push_back('1');
        --exponent;
    }
    text += 'e';
    text += std::to_string(exponent);
    double value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault == std::errc{} && end == text.data() + text.size()) return value;
    // Out of range; the caller finds the side by the magnitude.
    return number.count + number.exponent > 0 ? std::numeric_limits<double>::infinity() : 0.0;
}

NumberFault read_real(const LiteralParts& number, JsonNumber& value) {
    constexpr std::int64_t k_magnitude_max = 400;
    const std::int64_t magnitude = number.count + number.exponent;
    if (magnitude > k_magnitude_max) return NumberFault::too_large;
    if (magnitude < -k_magnitude_max) return NumberFault::too_small;
    value.kind = JsonNumber::Kind::real;
    value.real = nearest_double(number);
    if (std::isinf(value.real)) return NumberFault::too_large;
    return std::fpclassify(value.real) == FP_ZERO ? NumberFault::too_small : NumberFault::none;
}

/// The shortest digits to read back as the double, and the place of the point: 0.DIGITS × 10^point.
struct Shortest {
    std::array<char, 24> digits{};
    int count = 0;
    int point = 0;
};

Shortest shortest_digits(double magnitude) noexcept {
    std::array<char, 32> text{};
    const auto written = std::to_chars(text.data(), text.data() + text.size(), magnitude,
                                       std::chars_format::scientific);
    Shortest out;
    const char* at = text.data();
    for (; at != written.ptr && *at != 'e'; ++at) {
        if (*at != '.') out.digits[static_cast<std::size_t>(out.count++)] = *at;
    }
    ++at;  // the 'e'
    if (*at == '+') ++at;
    int exponent = 0;
    std::from_chars(at, written.ptr, exponent);
    out.point = exponent + 1;
    return out;
}

/// Appends to a NumberText. It has room for every double.
class TextWriter {
 public:
    explicit TextWriter(NumberText& room) noexcept : begin_(room.data()), at_(room.data()) {}
    void put(char c) noexcept { *at_++ = c; }
    void put(const char* text, int count) noexcept { at_ = std::copy_n(text, count, at_); }
    void zeros(int count) noexcept { at_ = std::fill_n(at_, count, '0'); }
    void integer(std::uint64_t value) noexcept { at_ = write_decimal(value, at_); }
    std::string_view text() const noexcept {
        return {begin_, static_cast<std::size_t>(at_ - begin_)};
    }

 private:
    char* begin_;
    char* at_;
};

/// Writes a number of few decimals, the common case; false if the number may have more of them. If
/// a decimal has at most 15 digits, no other text of at most this length reads back as its double.
/// The compared quotient is rounded once.
bool put_few_decimals(double magnitude, TextWriter& out) noexcept {
    if constexpr (FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 1) return false;  // rounded twice
    constexpr double k_magnitude_max = 1e11;  // four decimals then make 15 digits
    if (magnitude >= k_magnitude_max) return false;
    int decimals = 0;
    for (std::int64_t power = 1; decimals <= 4; power *= 10, ++decimals) {
        const auto divisor = static_cast<double>(power);
        const auto scaled = static_cast<std::int64_t>(magnitude * divisor + 0.5);
        const double back = static_cast<double>(scaled) / divisor;
        if (back < magnitude || back > magnitude) continue;
        out.integer(static_cast<std::uint64_t>(scaled / power));
        if (decimals > 0) out.put('.');
        for (std::int64_t place = power / 10; place > 0; place /= 10)
            out.put(static_cast<char>('0' + scaled / place % 10));
        return true;
    }
    return false;
}

}  // namespace

bool is_integer_of_64_bits(double value) noexcept {
    return value >= -k_two_63 && value < k_two_64 && std::trunc(value) >= value &&
           std::trunc(value) <= value;
}

NumberFault read_decimal(std::string_view literal, JsonNumber& value) {
    const LiteralParts number = take_apart(literal);
    value = JsonNumber{};
    if (number.count == 0) return NumberFault::none;
    std::uint64_t magnitude = 0;
    if (exact_integer(number, magnitude)) {
        if (!number.negative) {
            value.non_negative = magnitude;
            value.real = static_cast<double>(magnitude);
            return NumberFault::none;
        }
        if (magnitude <= k_int64_min_magnitude) {
            value.kind = JsonNumber::Kind::negative;
            value.negative = static_cast<std::int64_t>(0 - magnitude);
            value.real = static_cast<double>(value.negative);
            return NumberFault::none;
        }
    }
    if (!number.plain) return read_real(number, value);
    NumberText room{};
    if (literal.size() > room.size() || read_real(number, value) != NumberFault::none)
        return NumberFault::integer_not_exact;
    return ecmascript_text(value.real, room) == literal ? NumberFault::none
                                                        : NumberFault::integer_not_exact;
}

std::string_view ecmascript_text(double value, NumberText& room) noexcept {
    TextWriter out(room);
    if (std::fpclassify(value) == FP_ZERO) {
        out.put('0');
        return out.text();
    }
    if (value < 0) out.put('-');
    if (put_few_decimals(std::fabs(value), out)) return out.text();
    const Shortest shortest = shortest_digits(std::fabs(value));
    const char* const digits = shortest.digits.data();
    const int count = shortest.count;
    const int point = shortest.point;
    // The four cases of Number::toString, in its order.
    if (count <= point && point <= 21) {
        out.put(digits, count);
        out.zeros(point - count);
    } else if (0 < point && point <= 21) {
        out.put(digits, point);
        out.put('.');
        out.put(digits + point, count - point);
    } else if (-6 < point && point <= 0) {
        out.put("0.", 2);
        out.zeros(-point);
        out.put(digits, count);
    } else {
        out.put(digits[0]);
        if (count > 1) {
            out.put('.');
            out.put(digits + 1, count - 1);
        }
        out.put('e');
        out.put(point - 1 < 0 ? '-' : '+');
        out.integer(static_cast<std::uint64_t>(std::abs(point - 1)));
    }
    return out.text();
}

}  // namespace iam
