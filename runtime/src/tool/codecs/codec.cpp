// Implements the parts of codecs that need no template: they read a value, check its rules and word
// its errors.
#include "iam/tool/codec.hpp"

#include <iam/core/exact_number.hpp>
#include <iam/core/json.hpp>
#include <iam/core/value_text.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace iam {
namespace {

// The greatest value of an integer type and the smallest one, as numbers.
JsonNumber highest(const NumberType& type) {
    return Bound(greatest_integer(type.bits, type.is_signed)).value;
}

JsonNumber lowest(const NumberType& type) {
    if (!type.is_signed) return Bound(0).value;
    return Bound(~static_cast<std::int64_t>(greatest_integer(type.bits, true))).value;
}

constexpr double k_float_max = static_cast<double>(std::numeric_limits<float>::max());

// The shortest decimal to read back as this float, as a double. For the greatest float this decimal
// is a little greater, and a reader of doubles would find no float in it. There the float itself is
// taken.
double shortest(float value) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
    double result = 0;
    std::from_chars(text.data(), end.ptr, result);
    return result > k_float_max || result < -k_float_max ? static_cast<double>(value) : result;
}

enum class NumberRule { none, low, high, multiple_of };

NumberRule broken_rule(const JsonNumber& number, const Rules& rules) {
    if (!rules.low.open && compare(number, rules.low.value) < 0) return NumberRule::low;
    if (!rules.high.open && compare(number, rules.high.value) > 0) return NumberRule::high;
    if (!rules.multiple_of.open && !is_multiple_of(number, rules.multiple_of.value))
        return NumberRule::multiple_of;
    return NumberRule::none;
}

// The fault of a number, worded to follow the number; empty if there is none.
std::string problem_of(const JsonNumber& number, const Rules& rules) {
    switch (broken_rule(number, rules)) {
        case NumberRule::low:
            return "is less than " + to_text(rules.low.value);
        case NumberRule::high:
            return "is greater than " + to_text(rules.high.value);
        case NumberRule::multiple_of:
            return "is not a multiple of " + to_text(rules.multiple_of.value);
        case NumberRule::none:
            break;
    }
    return {};
}

std::string type_problem(const JsonNumber& number, const NumberType& type) {
    if (type.is_integer) {
        const bool is_real = number.kind == JsonNumber::Kind::real;
        if (is_real &&
            (std::trunc(number.real) < number.real || std::trunc(number.real) > number.real))
            return "is not an integer";
        const JsonNumber low = lowest(type);
        const JsonNumber high = highest(type);
        if (compare(number, low) < 0) return "is less than " + to_text(low);
        if (compare(number, high) > 0) return "is greater than " + to_text(high);
        // Every integer in range is read as an integer. This is the double next to a literal out of
        // range.
        if (is_real) return "is not an integer of 64 bits";
    } else if (type.bits == 32 && (number.real > k_float_max || number.real < -k_float_max)) {
        return "does not fit into 32 bits";
    }
    return {};
}

// Integers of every width but 64 bits fail here only by their value, so the ordinary case is two
// comparisons.
bool fits(const JsonNumber& number, const NumberType& type) {
    if (!type.is_integer) return type.bits == 64;
    const std::uint64_t high = greatest_integer(type.bits, type.is_signed);
    if (number.kind == JsonNumber::Kind::non_negative) return number.non_negative <= high;
    return number.kind == JsonNumber::Kind::negative && type.is_signed &&
           static_cast<std::uint64_t>(~number.negative) <= high;
}

// True if the type holds the number exactly as read.
bool is_exact(const JsonNumber& number, const NumberType& type) {
    return type.is_integer || (type.bits == 64 && number.kind == JsonNumber::Kind::real);
}

// Rounds a floating value to the value that the program will see. The rounded value must keep the
// rules too, or its canonical text would be refused when it is read again.
std::string rounding_problem(JsonNumber& number, const NumberType& type, const Rules& rules) {
    JsonNumber rounded;
    rounded.kind = JsonNumber::Kind::real;
    rounded.real = type.bits == 32 ? shortest(static_cast<float>(number.real)) : number.real;
    std::string problem;
    if (compare(rounded, number) != 0) problem = problem_of(rounded, rules);
    number = rounded;
    return problem;
}

// Words any fault of a number; if there is none, rounds the number to the type.
std::string judge(JsonNumber& number, const NumberType& type, const Rules& rules) {
    std::string problem;
    if (!fits(number, type)) problem = type_problem(number, type);
    if (problem.empty()) problem = problem_of(number, rules);
    if (problem.empty() && !type.is_integer) problem = rounding_problem(number, type, rules);
    return problem;
}

bool in_length(std::size_t length, const Rules& rules) {
    return length >= rules.length_min && length <= rules.length_max;
}

std::string describe_length(const Rules& rules, std::string_view counted) {
    const std::string unit = " " + std::string(counted);
    if (rules.length_min == rules.length_max)
        return " of " + std::to_string(rules.length_min) + unit;
    if (rules.length_max == k_no_length_limit)
        return rules.length_min == 0 ? std::string()
                                     : " of at least " + std::to_string(rules.length_min) + unit;
    if (rules.length_min == 0) return " of at most " + std::to_string(rules.length_max) + unit;
    return " of " + std::to_string(rules.length_min) + " to " + std::to_string(rules.length_max) +
           unit;
}

std::string length_problem(std::size_t length, std::string_view counted) {
    std::string_view word = counted;
    if (length == 1) word.remove_suffix(1);
    return "has " + std::to_string(length) + " " + std::string(word);
}

bool check_string(Decoder& in, std::size_t start, std::string_view text, const Rules& rules) {
    if (!is_long_enough(text, rules.length_min) || !is_short_enough(text, rules.length_max))
        return in.refuse(start, length_problem(count_code_points(text), "characters"),
                         StringCodec::expected(rules));
    if (!rules.pattern.empty() && !in.matches(rules.pattern, text))
        return in.refuse(start, "does not match " + quoted_name(rules.pattern, std::string::npos),
                         StringCodec::expected(rules));
    if (rules.format != Format::none && !has_format(rules.format, text))
        return in.refuse(start, "does not have the format " + std::string(to_string(rules.format)),
                         StringCodec::expected(rules));
    return true;
}

bool read_string(Decoder& in, std::string& value, const Rules& rules) {
    if (in.reader().peek() != JsonKind::string)
        return in.expect(JsonKind::string, StringCodec::expected(rules), true);
    const std::size_t start = in.reader().offset();
    if (!in.reader().read_string(value)) return false;
    return !in.checks_rules() || check_string(in, start, value, rules);
}

}  // namespace

bool read_number(Decoder& in, const NumberType& type, const Rules& rules, JsonNumber& number) {
    if (in.reader().peek() != JsonKind::number)
        return in.expect(JsonKind::number, describe_number(type, rules), true);
    const std::size_t start = in.reader().offset();
    if (!in.reader().read_number(number)) return false;
    const bool keeps_rules = !in.checks_rules() || broken_rule(number, rules) == NumberRule::none;
    if (keeps_rules && fits(number, type) && is_exact(number, type)) return true;
    const std::string problem = judge(number, type, in.checks_rules() ? rules : Rules{});
    return problem.empty() || in.refuse(start, problem, describe_number(type, rules));
}

bool check_number(Decoder& in, std::size_t start, const JsonNumber& number, const Rules& rules,
                  std::string expected) {
    const std::string problem = in.checks_rules() ? problem_of(number, rules) : std::string();
    return problem.empty() || in.refuse(start, problem, std::move(expected));
}

std::string describe_number(const NumberType& type, const Rules& rules) {
    Bound low = rules.low;
    Bound high = rules.high;
    if (type.is_integer) {
        const JsonNumber type_low = lowest(type);
        const JsonNumber type_high = highest(type);
        if (low.open || compare(low.value, type_low) < 0) low.value = type_low;
        if (high.open || compare(high.value, type_high) > 0) high.value = type_high;
        low.open = high.open = false;
    }
    std::string text = type.is_integer ? "integer" : "number";
    if (!low.open && !high.open)
        text += " from " + to_text(low.value) + " to " + to_text(high.value);
    else if (!low.open)
        text += " of at least " + to_text(low.value);
    else if (!high.open)
        text += " of at most " + to_text(high.value);
    if (!rules.multiple_of.open) text += ", a multiple of " + to_text(rules.multiple_of.value);
    return text;
}

void write_float(JsonWriter& out, float value) {
    out.number(std::isfinite(value) ? shortest(value) : static_cast<double>(value));
}

bool BooleanCodec::decode(Decoder& in, bool& value, const Rules&) {
    return in.expect(JsonKind::boolean, "boolean", true) && in.reader().read_boolean(value);
}

bool StringCodec::decode(Decoder& in, std::string& value, const Rules& rules) {
    return read_string(in, value, rules);
}

std::string StringCodec::expected(const Rules& rules) {
    std::string text = "string" + describe_length(rules, "characters");
    if (!rules.pattern.empty())
        text += " that matches " + quoted_name(rules.pattern, std::string::npos);
    if (rules.format != Format::none)
        text += " in the format " + std::string(to_string(rules.format)) + ", like '" +
                std::string(example_of(rules.format)) + "'";
    return text;
}

bool StringViewCodec::decode(Decoder& in, std::string_view& value, const Rules& rules) {
    std::string text;
    const bool good = read_string(in, text, rules);
    if (good) value = in.keep(std::move(text));
    return good;
}

std::optional<std::size_t> read_name(Decoder& in, std::span<const std::string_view> names) {
    if (in.reader().peek() != JsonKind::string) {
        in.expect(JsonKind::string, describe_names(names), true);
        return std::nullopt;
    }
    const std::size_t start = in.reader().offset();
    std::string_view text;
    if (!in.reader().read_string_view(text)) return std::nullopt;
    const auto found = std::find(names.begin(), names.end(), text);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    in.refuse(start, "is not one of " + quoted_list(names), describe_names(names));
    return std::nullopt;
}

std::string describe_names(std::span<const std::string_view> names) {
    return "one of " + quoted_list(names);
}

void names_schema(SchemaText& out, std::span<const std::string_view> names) {
    std::string list;
    for (const std::string_view name : names) list += (list.empty() ? "" : ",") + json_string(name);
    out.set("type", "\"string\"");
    out.set("enum", "[" + list + "]");
}

std::string describe_count(std::string_view noun, std::string_view counted, const Rules& rules) {
    return std::string(noun) + describe_length(rules, counted);
}

bool check_count(Decoder& in, std::size_t count, std::string_view noun, std::string_view counted,
                 const Rules& rules) {
    if (!in.checks_rules() || in_length(count, rules)) return true;
    return in.refuse_count(std::string(noun) + " " + length_problem(count, counted),
                           describe_count(noun, counted, rules));
}

bool check_unseen(Decoder& in, SeenValues& seen, std::size_t start) {
    if (in.has_all_errors()) return false;
    return seen.add(in.text_since(start)) || in.refuse(start, "is given twice", "each value once");
}

bool needs_other_order(std::string_view key) noexcept {
    return std::any_of(key.begin(), key.end(),
                       [](char c) { return static_cast<unsigned char>(c) >= 0xEE; });
}

void sort_members(std::vector<std::pair<std::string_view, std::size_t>>& members) {
    std::sort(members.begin(), members.end(),
              [](const auto& a, const auto& b) { return utf16_less(a.first, b.first); });
}

bool may_nest(JsonWriter& out) {
    if (out.depth() < Limits{}.depth_max) return true;
    out.fail("it is nested deeper than " + std::to_string(Limits{}.depth_max) + " levels");
    out.null();
    return false;
}

}  // namespace iam
