// Builds regular expressions for ranges of integers, digit by digit.
#include "generator/model/integer_pattern.hpp"

#include <algorithm>
#include <cstdint>
#include <variant>
#include <vector>

namespace iam::gen {
namespace {

using Choices = std::vector<std::string>;

std::string digit_range(char low, char high) {
    if (low == high) return {low};
    return {'[', low, '-', high, ']'};
}

std::string digits(std::size_t count) {
    if (count == 0) return {};
    return count == 1 ? "[0-9]" : "[0-9]{" + std::to_string(count) + "}";
}

/// Adds the numbers as long as `text` with its first `same` digits, followed by a digit from `low`
/// to `high`.
void add_others(Choices& choices, const std::string& text, std::size_t same, char low, char high) {
    if (low > high) return;
    choices.push_back(text.substr(0, same) + digit_range(low, high) +
                      digits(text.size() - same - 1));
}

char before(char digit) {
    return static_cast<char>(digit - 1);
}

char behind(char digit) {
    return static_cast<char>(digit + 1);
}

/// Adds `text` and the numbers of its length that agree with it up to one smaller digit at `from`
/// or later.
void add_up_to(Choices& choices, const std::string& text, std::size_t from) {
    for (std::size_t i = from; i < text.size(); ++i)
        add_others(choices, text, i, i == 0 ? '1' : '0', before(text[i]));
    choices.push_back(text);
}

/// The same with one larger digit.
void add_from(Choices& choices, const std::string& text, std::size_t from) {
    choices.push_back(text);
    for (std::size_t i = text.size(); i > from; --i)
        add_others(choices, text, i - 1, behind(text[i - 1]), '9');
}

/// Adds the numbers with `least` to `most` digits.
void add_lengths(Choices& choices, std::size_t least, std::size_t most) {
    if (least > most) return;
    const std::string few = std::to_string(least - 1);
    if (most == 1)
        choices.emplace_back("[1-9]");
    else
        choices.push_back("[1-9][0-9]{" +
                          (least == most ? few : few + "," + std::to_string(most - 1)) + "}");
}

/// Adds the numbers from `low` to `high`. Both must have the same length.
void add_between(Choices& choices, const std::string& low, const std::string& high) {
    const auto apart = std::mismatch(low.begin(), low.end(), high.begin()).first;
    const auto same = static_cast<std::size_t>(apart - low.begin());
    if (same == low.size()) return choices.push_back(low);
    add_from(choices, low, same + 1);
    add_others(choices, low, same, behind(low[same]), before(high[same]));
    add_up_to(choices, high, same + 1);
}

/// A pattern for the numbers from `least` to `most` without leading zeros. `least` is not 0.
std::string positive_pattern(std::uint64_t least, std::uint64_t most) {
    const std::string low = std::to_string(least);
    const std::string high = std::to_string(most);
    Choices choices;
    if (least == 1) {
        add_lengths(choices, 1, high.size() - 1);
        add_up_to(choices, high, 0);
    } else if (low.size() == high.size()) {
        add_between(choices, low, high);
    } else {
        add_from(choices, low, 0);
        add_lengths(choices, low.size() + 1, high.size() - 1);
        add_up_to(choices, high, 0);
    }
    std::string pattern;
    for (const std::string& choice : choices) pattern += (pattern.empty() ? "" : "|") + choice;
    return pattern;
}

/// An integer as its sign and its distance from 0.
struct Signed {
    bool is_negative = false;
    std::uint64_t distance = 0;
};

Signed signed_of(const Number& number) {
    if (const auto* natural = std::get_if<std::uint64_t>(&number)) return {false, *natural};
    const auto integer = std::get<std::int64_t>(number);
    const auto bits = static_cast<std::uint64_t>(integer);
    return integer < 0 ? Signed{true, ~bits + 1} : Signed{false, bits};
}

std::string pattern_between(const Signed& low, const Signed& high) {
    Choices choices;
    const bool has_zero = (low.is_negative || low.distance == 0) && !high.is_negative;
    if (has_zero) choices.emplace_back("0");
    if (!high.is_negative && high.distance > 0)
        choices.push_back(positive_pattern(
            low.is_negative ? 1 : std::max<std::uint64_t>(low.distance, 1), high.distance));
    if (low.is_negative)
        choices.push_back(
            "-(" + positive_pattern(high.is_negative ? high.distance : 1, low.distance) + ")");
    std::string pattern;
    for (const std::string& choice : choices) pattern += (pattern.empty() ? "" : "|") + choice;
    return "^(" + pattern + ")$";
}

}  // namespace

std::string integer_pattern(int bits, bool is_signed) {
    return integer_pattern(bits, is_signed, Bounds{});
}

std::string integer_pattern(int bits, bool is_signed, const Bounds& range) {
    const std::uint64_t most = ~std::uint64_t{0} >> (64 - bits + (is_signed ? 1 : 0));
    Signed low = is_signed ? Signed{true, most + 1} : Signed{};
    Signed high{false, most};
    if (range.low) low = signed_of(*range.low);
    if (range.high) high = signed_of(*range.high);
    return pattern_between(low, high);
}

}  // namespace iam::gen
