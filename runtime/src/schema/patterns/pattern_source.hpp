// Reads the text of a pattern, and keeps the findings made on the way.
#pragma once

#include "schema/unicode/code_points.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace iam::schema {

class PatternSource {
 public:
    /// The text is well-formed UTF-8.
    explicit PatternSource(std::string_view text) noexcept : text_(text) {}

    bool over() const noexcept { return at_ == text_.size(); }
    std::size_t offset() const noexcept { return at_; }
    void go_to(std::size_t offset) noexcept { at_ = offset; }
    /// The next byte; NUL at the end. A NUL in the text is no syntax either.
    char front() const noexcept { return over() ? '\0' : text_[at_]; }
    bool take(char byte) noexcept {
        if (over() || text_[at_] != byte) return false;
        ++at_;
        return true;
    }
    bool take(std::string_view word) noexcept {
        if (text_.substr(at_, word.size()) != word) return false;
        at_ += word.size();
        return true;
    }
    /// Takes the next code point; the text must not be over.
    char32_t take_code_point() noexcept;
    /// Takes exactly `digits` hexadecimal digits, or nothing.
    std::optional<char32_t> take_hex(std::size_t digits) noexcept;
    std::string_view from(std::size_t start) const noexcept {
        return text_.substr(start, at_ - start);
    }

    /// Makes an error at byte `start`. `problem` begins with the text there.
    tl::unexpected<Error> wrong(std::size_t start, std::string problem) const;
    /// Records a construct of ECMA-262 without a place in the tree. Only the first is kept; reading
    /// goes on.
    void cannot(std::size_t start, std::string problem);
    /// Records a problem of this kind for the pattern as a whole.
    void cannot(std::string problem);
    const std::optional<Error>& untranslatable() const noexcept { return untranslatable_; }

    /// Counts the ranges read, up to k_pattern_ranges_max.
    Result<void> spend_ranges(std::size_t start, std::size_t count);

 private:
    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t ranges_ = 0;
    std::optional<Error> untranslatable_;
};

/// The meaning of an escape, other than an assertion or a group's number or name: one character or
/// a set.
struct Escape {
    std::optional<char32_t> character;  ///< may be a lone surrogate: no text has one
    CodePointSet set;
};

/// Reads the rest after the '\' at `start`. In a class '-' and 'b' are escapes too.
Result<Escape> read_escape(PatternSource& source, std::size_t start, bool in_class);
/// Reads the rest after '['.
Result<CodePointSet> read_class(PatternSource& source, std::size_t start);
/// Reads the rest after \p or \P.
Result<CodePointSet> read_property(PatternSource& source, std::size_t start);
/// Reads the rest of a `\u…` after the 'u': one code point, or a lone surrogate.
Result<char32_t> read_unicode_escape(PatternSource& source, std::size_t start);

/// `.`: everything but LF, CR, U+2028 and U+2029.
CodePointSet any_but_line_ends();
CodePointSet any_character();

}  // namespace iam::schema
