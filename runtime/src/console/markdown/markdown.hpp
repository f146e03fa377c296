// The Markdown of a model's message as a closed tree: pages build elements of it and never HTML.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace iam::console {

/// A longer text, or one with more nodes, is plain text.
inline constexpr std::size_t k_markdown_bytes_max = std::size_t{64} << 10U;
inline constexpr std::size_t k_markdown_nodes_max = 8000;
/// Quotes, lists and emphasis that are nested deeper are left out. Their text stays.
inline constexpr std::size_t k_markdown_depth_max = 24;

/// The tree as a JSON array of nodes. A node is a text, or an object with its `tag` and its nodes,
/// `children`. The tags are p, h (with `level`), ul, ol (with `start`), li, pre, quote, hr, table,
/// tr, th, td, and within lines code, em, strong, a (with `address` and `host`).
///
/// HTML is text. An image becomes its description and its address as text, and so does a link
/// that question::read_web_address() does not take. Characters that hide are spelled out in all
/// texts (question::visible_lines); a tab becomes four blanks. Nothing: the text is over a limit.
std::optional<std::string> markdown_tree(std::string_view text);

}  // namespace iam::console
