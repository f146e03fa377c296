// Splits UTF-8 text into code points and joins them again.
#pragma once

#include <string>
#include <string_view>

namespace iam {

/// Removes the first code point of a text and returns it. The text is well-formed UTF-8 and not
/// empty.
char32_t take_code_point(std::string_view& text) noexcept;
/// The code points of well-formed UTF-8.
std::u32string code_points(std::string_view text);
/// Appends the UTF-8 form of a code point. It must not be a surrogate.
void append_utf8(std::string& out, char32_t code_point);
/// True for code points without ink that Unicode calls neither controls nor formats. They are
/// invisible letters and symbols, and characters that only steer the drawing of others. False for
/// the selectors U+FE00 to U+FE0F, as they occur in emoji.
bool is_inkless(char32_t code_point) noexcept;

}  // namespace iam
