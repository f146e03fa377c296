// Reads a regular expression of JSON Schema's `pattern` into a tree of plain values.
//
// The language is ECMA-262 (edition of 2024) with the flag `u` and no other flag. The parser reads
// its whole grammar. Look-around and back-references have no place in the tree, because a machine
// with one pass over its text cannot do them. They are errors, and the errors say so.
//
// Everything else is resolved: groups are gone, and names and escapes are sets of code points. A
// tree can be matched, compared with another and turned into an automaton without further
// knowledge.
#pragma once

#include <iam/core/result.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

namespace iam::schema {

/// Limits of a pattern. A pattern beyond one of them is refused with the limit's name and figure.
inline constexpr std::size_t k_pattern_bytes_max = 65'536;  ///< of its UTF-8 text
inline constexpr std::size_t k_pattern_depth_max = 100;     ///< groups inside groups
inline constexpr std::size_t k_pattern_ranges_max =
    50'000;  ///< of its classes, properties, `.` and `\d` together, as written
/// Counts characters and assertions. Every repetition counts as often as it may occur or, without
/// an upper bound, as often as it must: `(a{3}b){2,10}` has 40.
inline constexpr std::size_t k_pattern_positions_max = 10'000;

/// A range of code points; it includes both ends.
struct CodePointRange {
    char32_t first = 0;
    char32_t last = 0;
    friend bool operator==(const CodePointRange&, const CodePointRange&) = default;
};

/// A set of Unicode scalar values. It has no surrogates, since UTF-8 has none. Its ranges are in
/// order, neither overlapping nor adjacent, so equal sets have equal ranges.
using CodePointSet = std::vector<CodePointRange>;

/// The value of PatternNode::most without an upper bound.
inline constexpr std::uint32_t k_unbounded = (std::numeric_limits<std::uint32_t>::max)();

struct PatternNode {
    enum class Kind : std::uint8_t {
        sequence,  ///< all children, one after the other; without children the empty text
        choice,    ///< one of the children; there are at least two
        repeat,  ///< the only child, `least` to `most` times; greedy and lazy match the same texts
        set,     ///< one code point out of `set`; an empty set matches nothing
        text_start,        ///< `^`: there is no flag `m`
        text_end,          ///< `$`: not before a last line break
        word_boundary,     ///< `\b`: between [A-Za-z0-9_] and something else, or an end
        no_word_boundary,  ///< `\B`
    };
    Kind kind = Kind::sequence;
    std::vector<PatternNode> children{};
    CodePointSet set{};
    std::uint32_t least = 0;
    std::uint32_t most = 0;
};

/// The characters matched by `.`. ECMA-262 leaves out the four line ends; with its flag `s` it
/// leaves out none.
enum class Dot : std::uint8_t { no_line_end, any_character };

/// Reads the tree of a pattern. Errors (invalid_argument) name the byte, counted from 0, the text
/// there and the way out.
Result<PatternNode> parse_pattern(std::string_view ecma, Dot dot = Dot::no_line_end);

/// Checks the pattern as the format `regex` does: it is valid if ECMA-262 takes it, even if
/// parse_pattern cannot translate it. The limits on bytes, depth and ranges hold here too.
Result<void> check_pattern_syntax(std::string_view ecma);

}  // namespace iam::schema
