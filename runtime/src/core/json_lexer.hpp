// The tokens of JSON: white space, literals, numbers, strings. Knows nothing of containers, limits
// of containers or pointers.
#pragma once

#include <iam/core/json_reader.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace iam {

/// What is wrong with the text. The lexer stands on the offending byte.
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

/// One sentence: what is wrong and what to write instead.
std::string_view sentence(JsonFault fault) noexcept;

class JsonLexer {
 public:
    explicit JsonLexer(std::string_view text) noexcept
        : begin_(text.data()), at_(text.data()), end_(text.data() + text.size()) {}

    std::size_t offset() const noexcept { return static_cast<std::size_t>(at_ - begin_); }
    bool over() const noexcept { return at_ == end_; }
    /// The next byte. Call only when not over().
    char front() const noexcept { return *at_; }
    /// Takes the next byte if it is this one.
    bool take(char c) noexcept {
        if (at_ == end_ || *at_ != c) return false;
        ++at_;
        return true;
    }
    void skip_space() noexcept {
        while (at_ != end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\r' || *at_ == '\t')) ++at_;
    }

    /// The kind of the value that begins here, or the fault of what stands here instead.
    JsonFault classify(JsonKind& kind) const noexcept;

    // Each takes one token, whose first byte classify() has seen.
    JsonFault literal(std::string_view word) noexcept;
    JsonFault number(JsonNumber& value);
    /// `value` is a piece of the text, or of `room` where the string has escapes.
    JsonFault string(std::size_t bytes_max, bool allow_nul, std::string& room,
                     std::string_view& value);

 private:
    JsonFault unescape(std::size_t bytes_max, bool allow_nul, std::string& room);
    JsonFault plain_run(std::size_t bytes_max) noexcept;
    JsonFault escape(bool allow_nul, std::string& room);
    JsonFault unicode_escape(std::uint32_t& code_point) noexcept;
    JsonFault four_hex(std::uint32_t& unit) noexcept;
    bool digits() noexcept;

    const char* begin_;
    const char* at_;
    const char* end_;
};

}  // namespace iam
