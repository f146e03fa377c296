// Cuts the tables out of a Markdown text. md4c 0.4.8 of Debian 12 reads beyond its buffers
// at some of them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace iam::console {

/// Lines with more columns are ordinary text.
inline constexpr std::size_t k_table_columns_max = 64;

/// A piece of a text: Markdown without tables, or a table.
struct MarkdownPiece {
    std::string_view text{};                       ///< empty: a table
    std::vector<std::vector<std::string>> rows{};  ///< the head, then rows of any length
};

/// The pieces in their order. A table begins with a line of cells and one of dashes, and goes on
/// while lines have a "|". Tables within quotes, lists and code stay text.
std::vector<MarkdownPiece> cut_tables(std::string_view text);

}  // namespace iam::console
