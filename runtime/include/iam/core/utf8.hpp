// Code points of a text, and back.
#pragma once

#include <string>
#include <string_view>

namespace iam {

/// Takes the first code point of a text off it. The text is well-formed UTF-8 and not empty.
char32_t take_code_point(std::string_view& text) noexcept;
/// The code points of well-formed UTF-8.
std::u32string code_points(std::string_view text);
/// Appends the UTF-8 form of a code point, which must not be a surrogate.
void append_utf8(std::string& out, char32_t code_point);
/// Letters and symbols that nobody sees, and characters that only steer how others are drawn, of those that Unicode calls neither
/// controls nor formats. The selectors U+FE00 to U+FE0F are not among them: emoji have them.
bool is_inkless(char32_t code_point) noexcept;

}  // namespace iam
