// Reads escapes and classes. Each stands for one character.
#include "schema/patterns/pattern_source.hpp"
#include "schema/unicode/unicode.hpp"
#include <iam/core/value_text.hpp>

#include <string_view>

namespace iam::schema {
namespace {

CodePointSet digit_set() {
    return {{U'0', U'9'}};
}

CodePointSet word_set() {
    return {{U'0', U'9'}, {U'A', U'Z'}, {U'_', U'_'}, {U'a', U'z'}};
}

CodePointSet line_end_set() {
    return {{0x0A, 0x0A}, {0x0D, 0x0D}, {0x2028, 0x2029}};
}

// WhiteSpace and LineTerminator of ECMA-262: tab, VT, FF, U+FEFF, the category Zs, and line ends.
CodePointSet space_set() {
    std::vector<CodePointRange> ranges =
        unicode::code_points_of(unicode::mask(unicode::Category::zs));
    ranges.push_back({0x09, 0x0D});
    ranges.push_back({0x2028, 0x2029});
    ranges.push_back({0xFEFF, 0xFEFF});
    return normalised(std::move(ranges));
}

bool is_ascii_letter(char c) noexcept {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::optional<CodePointSet> set_escape(char letter) {
    switch (letter) {
        case 'd':
            return digit_set();
        case 'D':
            return complement(digit_set());
        case 'w':
            return word_set();
        case 'W':
            return complement(word_set());
        case 's':
            return space_set();
        case 'S':
            return complement(space_set());
        default:
            return std::nullopt;
    }
}

std::optional<char32_t> control_escape(char letter) noexcept {
    switch (letter) {
        case 'f':
            return 0x0C;
        case 'n':
            return 0x0A;
        case 'r':
            return 0x0D;
        case 't':
            return 0x09;
        case 'v':
            return 0x0B;
        default:
            return std::nullopt;
    }
}

bool is_syntax(char c) noexcept {
    constexpr std::string_view k_syntax = "^$\\.*+?()[]{}|/";
    return k_syntax.find(c) != k_syntax.npos;
}

std::string spelled(PatternSource& source, std::size_t start) {
    if (!source.over()) source.take_code_point();
    return quoted_name(source.from(start));
}

tl::unexpected<Error> no_escape(PatternSource& source, std::size_t start, bool in_class) {
    if (source.over())
        return source.wrong(start, "a '\\' has nothing behind it; write '\\\\' for the character");
    const char letter = source.front();
    const std::string what = spelled(source, start);
    if (letter == 'A' || letter == 'z' || letter == 'Z')
        return source.wrong(start, what + " is no escape of ECMA-262; write '^' or '$'");
    if (in_class && letter >= '1' && letter <= '9')
        return source.wrong(start, what + " refers to a group inside a class; write '\\x0" +
                                       letter + "' for the character of that number");
    return source.wrong(
        start, what +
                   " is no escape of ECMA-262 with the flag u; leave the '\\' out, or write "
                   "'\\u{…}' with the number of the character");
}

// Reads \cA, \0, \xHH, \u…, and escaped syntax characters.
Result<char32_t> read_character(PatternSource& source, std::size_t start, bool in_class) {
    const char letter = source.front();
    const std::size_t at = source.offset();
    if (source.over()) return no_escape(source, start, in_class);
    if (const auto control = control_escape(letter)) {
        source.take(letter);
        return *control;
    }
    if (is_syntax(letter) || (in_class && letter == '-')) {
        source.take(letter);
        return static_cast<char32_t>(letter);
    }
    if (in_class && source.take('b')) return char32_t{0x08};
    if (source.take('u')) return read_unicode_escape(source, start);
    if (source.take('x')) {
        if (const auto code = source.take_hex(2)) return *code;
        return source.wrong(start,
                            "'\\x' needs two hexadecimal digits, '\\x2d'; write '\\u{…}' for more");
    }
    if (source.take('c')) {
        const char control = source.front();
        if (!is_ascii_letter(control))
            return source.wrong(start,
                                "'\\c' needs a letter, '\\cJ'; write '\\x00' to '\\x1f' instead");
        source.take(control);
        return static_cast<char32_t>(control) % 32;
    }
    if (source.take('0')) {
        if (source.front() < '0' || source.front() > '9') return char32_t{0};
        return source.wrong(start, "'\\0' has a digit behind it; write '\\x00'");
    }
    source.go_to(at);
    return no_escape(source, start, in_class);
}

// Reads one end of a range, or a set by itself.
Result<Escape> read_class_atom(PatternSource& source) {
    const std::size_t start = source.offset();
    if (source.take('\\')) return read_escape(source, start, true);
    return Escape{source.take_code_point(), {}};
}

void add(std::vector<CodePointRange>& ranges, const Escape& atom) {
    if (atom.character)
        ranges.push_back({*atom.character, *atom.character});
    else
        ranges.insert(ranges.end(), atom.set.begin(), atom.set.end());
}

Result<void> read_class_item(PatternSource& source, std::vector<CodePointRange>& ranges) {
    const std::size_t start = source.offset();
    IAM_CHECK(source.spend_ranges(start, 1));
    IAM_TRY(first, read_class_atom(source));
    const std::size_t dash = source.offset();
    if (!source.take('-')) {
        add(ranges, first);
        return {};
    }
    if (source.over() || source.front() == ']') {
        source.go_to(dash);  // a '-' at the end is itself
        add(ranges, first);
        return {};
    }
    IAM_TRY(last, read_class_atom(source));
    const std::string what = "the range " + quoted_name(source.from(start));
    if (!first.character || !last.character)
        return source.wrong(start, what + " has a set for an end; write '\\-' or put the '-' last");
    if (*first.character > *last.character)
        return source.wrong(start, what + " ends before it begins; exchange its ends");
    ranges.push_back({*first.character, *last.character});
    return {};
}

}  // namespace

CodePointSet any_but_line_ends() {
    return complement(line_end_set());
}

CodePointSet any_character() {
    return complement({});
}

Result<Escape> read_escape(PatternSource& source, std::size_t start, bool in_class) {
    const char letter = source.front();
    if (auto set = set_escape(letter)) {
        source.take(letter);
        IAM_CHECK(source.spend_ranges(start, set->size()));
        return Escape{std::nullopt, std::move(*set)};
    }
    if (letter == 'p' || letter == 'P') {
        source.take(letter);
        IAM_TRY(set, read_property(source, start));
        IAM_CHECK(source.spend_ranges(start, set.size()));
        return Escape{std::nullopt, letter == 'P' ? complement(set) : std::move(set)};
    }
    IAM_TRY(character, read_character(source, start, in_class));
    return Escape{character, {}};
}

Result<char32_t> read_unicode_escape(PatternSource& source, std::size_t start) {
    if (source.take('{')) {
        char32_t code = 0;
        std::size_t digits = 0;
        while (const auto digit = source.take_hex(1)) {
            code = code * 16 + *digit;
            ++digits;
            if (code > k_last_code_point)
                return source.wrong(start, quoted_name(source.from(start)) +
                                               " goes beyond the last character, '\\u{10FFFF}'");
        }
        if (digits > 0 && source.take('}')) return code;
        return source.wrong(start, "'\\u{' needs hexadecimal digits and a '}', '\\u{1F600}'");
    }
    const auto code = source.take_hex(4);
    if (!code)
        return source.wrong(start, "'\\u' needs four hexadecimal digits, '\\u00e9', or '\\u{…}'");
    const std::size_t behind = source.offset();
    if (is_lead_surrogate(*code) && source.take("\\u")) {
        const auto trail = source.take_hex(4);
        if (trail && is_trail_surrogate(*trail))
            return 0x10000 + ((*code - 0xD800) << 10) + (*trail - 0xDC00);
        source.go_to(behind);
    }
    return *code;
}

Result<CodePointSet> read_class(PatternSource& source, std::size_t start) {
    const bool negated = source.take('^');
    std::vector<CodePointRange> ranges;
    while (!source.take(']')) {
        if (source.over())
            return source.wrong(start, "a '[' has no ']'; write '\\[' for the character");
        IAM_CHECK(read_class_item(source, ranges));
    }
    CodePointSet set = normalised(std::move(ranges));
    return negated ? complement(set) : set;
}

}  // namespace iam::schema
