// What a regular expression of JSON Schema's `pattern` means, as plain values.
//
// The language is ECMA-262 (edition of 2024) with the flag `u` and no other flag. The parser reads all of its grammar. What has no
// place in the tree, because a machine that reads its text once cannot do it (look-around, back-references), is an error that says
// so. Everything else comes out of it resolved: groups are gone, names and escapes are sets of code points, and a tree that is here
// can be matched, compared with another one and turned into an automaton without a further question.
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
/// Characters and assertions, every repetition written out as often as it may or, without an upper bound, must occur: `(a{3}b){2,10}` has
/// 40.
inline constexpr std::size_t k_pattern_positions_max = 10'000;

/// Both ends belong to it.
struct CodePointRange {
    char32_t first = 0;
    char32_t last = 0;
    friend bool operator==(const CodePointRange&, const CodePointRange&) = default;
};

/// Unicode scalar values (no surrogates: UTF-8 has none). In order, neither overlapping nor adjacent; so equal sets have equal ranges.
using CodePointSet = std::vector<CodePointRange>;

/// Of PatternNode::most: no upper bound.
inline constexpr std::uint32_t k_unbounded = (std::numeric_limits<std::uint32_t>::max)();

struct PatternNode {
    enum class Kind : std::uint8_t {
        sequence,  ///< all children, one behind the other; without children the empty text
        choice,    ///< one of the children; there are at least two
        repeat,  ///< the only child, `least` to `most` times; greedy and lazy match the same texts
        set,     ///< one code point out of `set`; nothing at all, where that is empty
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

/// The characters that `.` stands for: ECMA-262 leaves the four line ends out, with its flag `s` none.
enum class Dot : std::uint8_t { no_line_end, any_character };

/// The tree of a pattern. Errors (invalid_argument) name the byte, counted from 0, what stands there and the way out.
Result<PatternNode> parse_pattern(std::string_view ecma, Dot dot = Dot::no_line_end);

/// Whether ECMA-262 takes the pattern, also where parse_pattern does not translate it: the format `regex`. The limits on bytes, depth
/// and ranges hold here, too.
Result<void> check_pattern_syntax(std::string_view ecma);

}  // namespace iam::schema
