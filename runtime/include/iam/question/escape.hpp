// Text of others made harmless for a terminal: it can neither act, nor hide, nor pass for another
// line.
#pragma once

#include <string>
#include <string_view>

namespace iam::question {

/// Appends text in a form safe for a terminal. These are shown as \n, \t, \r, \u{…} (a character)
/// or \x{…} (a byte of invalid UTF-8): controls, direction marks, zero-width and other invisible
/// characters, spaces other than U+0020, private and unassigned characters, and combining marks on
/// nothing or in piles.
class Escaper {
 public:
    explicit Escaper(std::string& out) : out_(out) {}
    void append(std::string_view text);
    /// One character, perhaps spelled as an escape already.
    void append_escaped(char32_t character);
    /// True once a character or byte was shown as an escape; line ends and tabs do not count.
    bool found_hidden() const noexcept { return found_hidden_; }

 private:
    void append_character(char32_t character, std::string_view bytes);

    std::string& out_;
    int marks_ = 0;
    bool on_base_ = false;
    bool found_hidden_ = false;
};

/// The same for one text.
std::string escape_for_display(std::string_view text);

/// The same for text of several lines. Its line ends stay.
std::string visible_lines(std::string_view text);

/// The same value as JSON text harmless for a terminal. If escape_for_display() shows a character
/// as an escape, it is spelled \uXXXX. Bytes of invalid UTF-8 become \ufffd.
std::string json_without_controls(std::string_view json);

}  // namespace iam::question
