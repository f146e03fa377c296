// Writes canonical JSON text (rules in json.hpp) piece by piece. The caller orders the members;
// utf16_less tells the order.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace iam {

/// Writes the digits of a number, 20 at most, to `out` and returns their end. Does the work of
/// std::to_chars with a third of its instructions: every entry has a time of thirteen digits.
char* write_decimal(std::uint64_t value, char* out) noexcept;

/// Appends to one text and sets commas and colons by itself. A text of up to a kilobyte needs no
/// heap until take(). Throws std::bad_alloc only.
class JsonWriter {
 public:
    /// `depth` is the number of objects and arrays around the text written here.
    explicit JsonWriter(std::size_t depth = 0) noexcept : depth_(depth) {}
    JsonWriter(const JsonWriter&) = delete;
    JsonWriter& operator=(const JsonWriter&) = delete;

    void null();
    void boolean(bool value);
    void integer(std::int64_t value);
    void integer(std::uint64_t value);
    /// ECMAScript's shortest text. An integral double within [-2^63, 2^64) prints as an integer.
    /// NaN or infinity marks the text as bad.
    void number(double value);
    /// Invalid UTF-8 marks the text as bad.
    void string(std::string_view value);
    /// As string(), with one exception: for invalid UTF-8 it returns false and writes nothing.
    bool try_string(std::string_view value);
    /// A value that is canonical text already.
    void raw(std::string_view canonical);
    void begin_object();
    void key(std::string_view name);
    // plain_string() and plain_key() take text that needs no escape: ASCII without quotes,
    // backslashes and control characters. They do not check it. They are defined here, since the
    // copy of a literal is a store or two.
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
    /// A member with a plain name and a plain text as its value.
    void plain_member(std::string_view name, std::string_view value) {
        char* const out = put_plain(separate(room(name.size() + value.size() + 5)), name);
        *out = ':';
        written(put_plain(out + 1, value));
    }
    /// A member with a plain name and a literal: true, false or null.
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

    /// Marks the text as bad. `why` names the fault ("not a finite number"); the first `why` is
    /// kept.
    void fail(std::string_view why);
    /// Makes room for a text of about this size, so the text need not grow step by step.
    void reserve(std::size_t bytes) { room(bytes); }
    /// The number of open objects and arrays.
    std::size_t depth() const noexcept { return depth_; }
    bool ok() const noexcept { return why_.empty(); }
    const std::string& why() const noexcept { return why_; }

    /// The view is valid until more is written.
    std::string_view text() const noexcept { return {begin_, size_}; }
    /// The writer is of no use afterwards.
    std::string take();

 private:
    /// A place for this many bytes, besides a comma before them; written() then takes their end.
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
    /// Puts `value` in quotes and returns its end.
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

    // enough for the texts of a call and of its entries
    static constexpr std::size_t k_own_bytes = 1024;

    std::array<char, k_own_bytes> own_;
    char* begin_ = own_.data();       // start of the text, in own_ or in long_
    std::size_t room_ = k_own_bytes;  // bytes at begin_
    std::size_t size_ = 0;            // bytes written
    std::size_t depth_;
    std::string long_;  // holds a text longer than own_; its size is room_
    std::string why_;
    bool fresh_ = true;  // no value stands before the next one in its container
};

}  // namespace iam
