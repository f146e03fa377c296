// Splits UTF-8 text into code points, joins them again, and cuts texts between them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace iam {

/// Removes the first code point of a text and returns it. The text is well-formed UTF-8 and not
/// empty.
char32_t take_code_point(std::string_view& text) noexcept;
/// The code points of well-formed UTF-8.
std::u32string code_points(std::string_view text);
/// True for the second and later bytes of a code point.
constexpr bool is_utf8_continuation(char byte) noexcept {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}
/// The beginning of a text, at most `bytes_max` of it, cut between code points.
std::string_view first_bytes(std::string_view text, std::size_t bytes_max) noexcept;
/// Appends the UTF-8 form of a code point. It must not be a surrogate.
void append_utf8(std::string& out, char32_t code_point);
/// True for code points without ink that Unicode calls neither controls nor formats. They are
/// invisible letters and symbols, and characters that only steer the drawing of others. False for
/// the selectors U+FE00 to U+FE0F, as they occur in emoji.
bool is_inkless(char32_t code_point) noexcept;

}  // namespace iam
