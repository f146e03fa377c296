// Writes canonical JSON text (rules in json.hpp) piece by piece. Order of members is the caller's
// duty: utf16_less.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace iam {

/// Appends to one string; commas and colons are its own business. Exceptions: std::bad_alloc only.
class JsonWriter {
 public:
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
    // Text that needs no escape: ASCII without quotes, backslashes and control characters. It is not looked at.
    void plain_string(std::string_view value);
    void plain_key(std::string_view name);
    void end_object();
    void begin_array();
    void end_array();

    /// Marks the text as bad: `why` says what cannot be written ("not a finite number"); the first
    /// one is kept.
    void fail(std::string_view why);
    /// Room for a text of about that size, so that it need not grow step by step.
    void reserve(std::size_t bytes) { text_.reserve(bytes); }
    bool ok() const noexcept { return why_.empty(); }
    const std::string& why() const noexcept { return why_; }

    const std::string& text() const noexcept { return text_; }
    std::string take() { return std::move(text_); }

 private:
    void separate() {
        if (!fresh_) text_.push_back(',');
        fresh_ = false;
    }
    std::string text_;
    std::string why_;
    bool fresh_ = true;  // nothing stands before the next value in its container
};

}  // namespace iam
