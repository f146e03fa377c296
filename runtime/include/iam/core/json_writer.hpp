// Writes canonical JSON text (rules in json.hpp) piece by piece. Order of members is the caller's
// duty: utf16_less.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace iam {

/// The digits of a number to where there is room for them, 20 at most; gives back their end. What std::to_chars does, at a third of its
/// instructions: every entry has a time of thirteen digits.
char* write_decimal(std::uint64_t value, char* out) noexcept;

/// Appends to one text; commas and colons are its own business. A text of up to a kilobyte needs memory from the heap only where it is
/// taken. Exceptions: std::bad_alloc only.
class JsonWriter {
 public:
    /// `depth`: so many objects and arrays are around what is written here.
    explicit JsonWriter(std::size_t depth = 0) noexcept : depth_(depth) {}
    JsonWriter(const JsonWriter&) = delete;
    JsonWriter& operator=(const JsonWriter&) = delete;

    void null();
    void boolean(bool value);
    void integer(std::int64_t value);
    void integer(std::uint64_t value);
    /// ECMAScript's shortest text; an integral double within [-2^63, 2^64) prints as the integer
    /// that it is. NaN or infinity marks the text as bad.
    void number(double value);
    /// Invalid UTF-8 marks the text as bad.
    void string(std::string_view value);
    /// The same, but false and nothing written where the UTF-8 is not valid.
    bool try_string(std::string_view value);
    /// A value that is canonical text already.
    void raw(std::string_view canonical);
    void begin_object();
    void key(std::string_view name);
    // Text that needs no escape: ASCII without quotes, backslashes and control characters. It is not looked at. Defined here, since
    // the copy of a literal is a store or two.
    void plain_string(std::string_view value) {
        char* const out = separate(room(value.size() + 2));
        written(put_plain(out, value));
    }
    void plain_key(std::string_view name) {
        char* const out = put_plain(separate(room(name.size() + 3)), name);
        *out = ':';
        written(out + 1);
        fresh_ = true;
    }
    /// A member whose value is plain text as well.
    void plain_member(std::string_view name, std::string_view value) {
        char* const out = put_plain(separate(room(name.size() + value.size() + 5)), name);
        *out = ':';
        written(put_plain(out + 1, value));
    }
    /// A member whose value is a literal: true, false or null.
    void plain_literal(std::string_view name, std::string_view literal) {
        char* const out = put_plain(separate(room(name.size() + literal.size() + 3)), name);
        *out = ':';
        written(std::copy(literal.begin(), literal.end(), out + 1));
    }
    /// The bytes as a string of hexadecimal digits, lower case.
    void hex(std::span<const std::uint8_t> bytes);
    void end_object();
    void begin_array();
    void end_array();

    /// Marks the text as bad: `why` says what cannot be written ("not a finite number"); the first
    /// one is kept.
    void fail(std::string_view why);
    /// Room for a text of about that size, so that it need not grow step by step.
    void reserve(std::size_t bytes) { room(bytes); }
    /// The objects and arrays that are open.
    std::size_t depth() const noexcept { return depth_; }
    bool ok() const noexcept { return why_.empty(); }
    const std::string& why() const noexcept { return why_; }

    /// Valid until more is written.
    std::string_view text() const noexcept { return {begin_, size_}; }
    /// The writer is of no use afterwards.
    std::string take();

 private:
    /// Where that many bytes may be written, a comma before them not counted; written() says how far they went.
    char* room(std::size_t bytes) {
        if (room_ - size_ <= bytes) grow(bytes);
        return begin_ + size_;
    }
    void written(const char* end) { size_ = static_cast<std::size_t>(end - begin_); }
    void grow(std::size_t bytes);
    char* separate(char* at) {
        if (!fresh_) *at++ = ',';
        fresh_ = false;
        return at;
    }
    /// In quotes; gives back its end.
    static char* put_plain(char* out, std::string_view value) {
        *out++ = '"';
        out = std::copy(value.begin(), value.end(), out);
        *out++ = '"';
        return out;
    }
    void put(std::string_view value);
    void open(char sign);
    void close(char sign);
    bool put_quoted(std::string_view value);

    static constexpr std::size_t k_own_bytes = 1024;  // the texts of a call, its entries too

    std::array<char, k_own_bytes> own_;
    char* begin_ = own_.data();       // of the text, here or in long_
    std::size_t room_ = k_own_bytes;  // in all
    std::size_t size_ = 0;            // of what is written
    std::size_t depth_;
    std::string long_;  // a text that does not fit here, longer than what is written
    std::string why_;
    bool fresh_ = true;  // nothing stands before the next value in its container
};

}  // namespace iam
