#include "console/markdown/tables.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

namespace iam::console {
namespace {

constexpr std::size_t k_code_indent = 4;
constexpr std::size_t k_fence_min = 3;

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

bool is_code_line(std::string_view line) {
    return line.find_first_not_of(' ') >= k_code_indent || line.starts_with('\t');
}

/// The code between two fences of backticks or tildes.
class Fence {
 public:
    /// True if the line belongs to such code.
    bool takes(std::string_view line) {
        const std::string_view text = is_code_line(line) ? std::string_view() : trimmed(line);
        const char sign = text.empty() ? ' ' : text[0];
        const std::size_t size = std::min(text.find_first_not_of(sign), text.size());
        const bool is_fence = (sign == '`' || sign == '~') && size >= k_fence_min;
        if (size_ == 0) {
            if (!is_fence || (sign == '`' && text.find('`', size) != std::string_view::npos))
                return false;
            sign_ = sign;
            size_ = size;
        } else if (is_fence && sign == sign_ && size >= size_ && size == text.size()) {
            size_ = 0;
        }
        return true;
    }

 private:
    char sign_ = ' ';
    std::size_t size_ = 0;  ///< 0: no code is open
};

bool is_escaped(std::string_view text, std::size_t at) {
    std::size_t backslashes = 0;
    while (backslashes < at && text[at - backslashes - 1] == '\\') ++backslashes;
    return backslashes % 2 == 1;
}

/// The line begins a heading, a quote or a list.
bool is_of_another_block(std::string_view line) {
    const std::string_view text = trimmed(line);
    if (text.starts_with('>') || text.starts_with('#')) return true;
    return text.size() > 1 && std::string_view("-+*").find(text[0]) != std::string_view::npos &&
           text[1] == ' ';
}

/// The cells of a line. Nothing: it has no "|" that ends a cell, or it is code.
std::optional<std::vector<std::string>> cells_of(std::string_view line) {
    if (is_code_line(line)) return std::nullopt;
    const std::string_view text = trimmed(line);
    std::vector<std::string> cells(1);
    std::size_t bars = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '|') {
            cells.back() += text[i];
        } else if (is_escaped(text, i)) {
            cells.back().back() = '|';
        } else if (++bars; i > 0) {
            cells.emplace_back();
        }
    }
    // Bars around the line enclose cells and end none.
    if (bars > 0 && cells.size() > 1 && trimmed(cells.back()).empty()) cells.pop_back();
    if (bars == 0 || cells.size() > k_table_columns_max) return std::nullopt;
    for (std::string& cell : cells) cell = std::string(trimmed(cell));
    return cells;
}

bool is_dashes(std::string_view cell) {
    if (cell.starts_with(':')) cell.remove_prefix(1);
    if (cell.ends_with(':')) cell.remove_suffix(1);
    return !cell.empty() && cell.find_first_not_of('-') == std::string_view::npos;
}

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        lines.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return lines;
}

std::string_view without_end(std::string_view line) {
    return line.ends_with('\n') ? line.substr(0, line.size() - 1) : line;
}

/// The table that begins with the first of the lines, as rows; nothing: none does.
std::vector<std::vector<std::string>> table_at(std::span<const std::string_view> lines) {
    if (lines.size() < 2 || is_of_another_block(lines[0])) return {};
    auto head = cells_of(without_end(lines[0]));
    const auto dashes = cells_of(without_end(lines[1]));
    if (!head || !dashes || head->size() != dashes->size() ||
        !std::all_of(dashes->begin(), dashes->end(), is_dashes))
        return {};
    std::vector<std::vector<std::string>> rows;
    rows.push_back(*std::move(head));
    for (const std::string_view line : lines.subspan(2)) {
        auto cells = cells_of(without_end(line));
        if (!cells) break;
        rows.push_back(*std::move(cells));
    }
    return rows;
}

}  // namespace

std::vector<MarkdownPiece> cut_tables(std::string_view text) {
    std::vector<MarkdownPiece> pieces;
    const std::vector<std::string_view> lines = lines_of(text);
    Fence fence;
    std::size_t begin = 0;  // of the text that is not yet in a piece
    std::size_t at = 0;
    for (std::size_t i = 0; i < lines.size();) {
        auto rows = fence.takes(without_end(lines[i])) ? std::vector<std::vector<std::string>>()
                                                       : table_at(std::span(lines).subspan(i));
        if (rows.empty()) {
            at += lines[i++].size();
            continue;
        }
        if (at > begin) pieces.push_back({text.substr(begin, at - begin), {}});
        const std::size_t end = std::min(i + rows.size() + 1, lines.size());
        for (; i < end; ++i) at += lines[i].size();
        begin = at;
        pieces.push_back({{}, std::move(rows)});
    }
    if (begin < text.size()) pieces.push_back({text.substr(begin), {}});
    return pieces;
}

}  // namespace iam::console
