// The text of a pattern while it is read, and what has been found out about it on the way.
#pragma once

#include "unicode/code_points.hpp"

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
    /// The next byte; NUL at the end (a NUL in the text is no syntax either).
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
    /// The next code point; the text must not be over.
    char32_t take_code_point() noexcept;
    /// Exactly `digits` hexadecimal digits, or nothing is taken.
    std::optional<char32_t> take_hex(std::size_t digits) noexcept;
    std::string_view from(std::size_t start) const noexcept {
        return text_.substr(start, at_ - start);
    }

    /// A mistake at that byte. `problem` begins with what stands there.
    tl::unexpected<Error> wrong(std::size_t start, std::string problem) const;
    /// ECMA-262 takes it and the tree cannot hold it: kept, if it is the first, while reading goes on.
    void cannot(std::size_t start, std::string problem);
    /// The same about the pattern as a whole.
    void cannot(std::string problem);
    const std::optional<Error>& untranslatable() const noexcept { return untranslatable_; }

    /// Counts ranges that have been read: k_pattern_ranges_max.
    Result<void> spend_ranges(std::size_t start, std::size_t count);

 private:
    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t ranges_ = 0;
    std::optional<Error> untranslatable_;
};

/// What follows a '\' that is neither a group's number or name nor an assertion: one character, or a set of them.
struct Escape {
    std::optional<char32_t> character;  ///< may be a lone surrogate, which no text has
    CodePointSet set;
};

/// Behind the '\', which stood at `start`. In a class '-' and 'b' are escapes, too.
Result<Escape> read_escape(PatternSource& source, std::size_t start, bool in_class);
/// Behind the '['.
Result<CodePointSet> read_class(PatternSource& source, std::size_t start);
/// Behind \p or \P.
Result<CodePointSet> read_property(PatternSource& source, std::size_t start);
/// A `\u…` behind the 'u': one code point, or a lone surrogate.
Result<char32_t> read_unicode_escape(PatternSource& source, std::size_t start);

/// `.`: everything but LF, CR, U+2028 and U+2029.
CodePointSet any_but_line_ends();
CodePointSet any_character();

}  // namespace iam::schema
