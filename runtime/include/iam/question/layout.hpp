// Lines within a terminal's width: nothing is cut off, the rest of a long line goes on below.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace iam::question {

/// The width of visible text on a terminal, in columns.
std::size_t width_of(std::string_view text);

/// Appends `line` (visible text, no line end) behind `prefix`, broken where it would reach over
/// `columns`; the following parts stand behind `continuation`. At words, where a line has any in
/// its second half.
void append_wrapped(std::string& out, std::string_view line, std::size_t columns,
                    std::string_view prefix, std::string_view continuation);

/// Rows as left-aligned columns with two spaces between; the last column is as long as it is. Cells
/// are visible text.
std::string table(const std::vector<std::vector<std::string>>& rows);

}  // namespace iam::question
