// md4c reads each piece between tables, and each cell.
#include "console/markdown/markdown.hpp"

#include "console/markdown/tables.hpp"
#include "console/markdown/tree_writer.hpp"

#include <md4c.h>

#include <vector>

namespace iam::console {
namespace {

constexpr std::size_t k_padding = 16;
// Before the text of a cell, so that no cell begins a block of its own. It is taken out again.
constexpr char k_cell_mark = '.';

TreeWriter& writer(void* data) {
    return *static_cast<TreeWriter*>(data);
}

// md4c 0.4.8 goes on after positive results of spans, and stops at negative ones.
int result_of(bool may_go_on) noexcept {
    return may_go_on ? 0 : -1;
}

int enter_block(MD_BLOCKTYPE type, void* detail, void* data) noexcept {
    return result_of(writer(data).enter(type, detail));
}
int leave_block(MD_BLOCKTYPE type, void* /*detail*/, void* data) noexcept {
    return result_of(writer(data).leave(false, type));
}
int enter_span(MD_SPANTYPE type, void* detail, void* data) noexcept {
    return result_of(writer(data).enter(type, detail));
}
int leave_span(MD_SPANTYPE type, void* /*detail*/, void* data) noexcept {
    return result_of(writer(data).leave(true, type));
}
int add_text(MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* data) noexcept {
    return result_of(writer(data).add(type, {text, size}));
}

/// False: the tree is over a limit.
bool parse(std::string_view text, TreeWriter& tree) {
    MD_PARSER parser{};
    parser.flags = MD_FLAG_NOHTML;
    parser.enter_block = enter_block;
    parser.leave_block = leave_block;
    parser.enter_span = enter_span;
    parser.leave_span = leave_span;
    parser.text = add_text;
    // md4c 0.4.8 looks a little beyond a link at the end of a text.
    std::string padded(text);
    padded += '\n';
    const auto size = static_cast<MD_SIZE>(padded.size());
    padded.append(k_padding, '\0');
    return md_parse(padded.data(), size, &parser, &tree) == 0;
}

bool put_table(const std::vector<std::vector<std::string>>& rows, TreeWriter& tree) {
    tree.open("table");
    for (const auto& row : rows) {
        tree.open("tr");
        for (const std::string& cell : row) {
            tree.open(&row == &rows.front() ? "th" : "td");
            tree.begin_cell();
            if (!parse(std::string(1, k_cell_mark) + cell, tree)) return false;
            tree.close();
        }
        // Rows have as many cells as the head.
        for (std::size_t i = row.size(); i < rows.front().size(); ++i) {
            tree.open("td");
            if (!tree.close()) return false;
        }
        tree.close();
    }
    return tree.close();
}

}  // namespace

std::optional<std::string> markdown_tree(std::string_view text) {
    if (text.size() > k_markdown_bytes_max) return std::nullopt;
    TreeWriter tree;
    for (const MarkdownPiece& piece : cut_tables(text)) {
        const bool is_whole =
            piece.rows.empty() ? parse(piece.text, tree) : put_table(piece.rows, tree);
        if (!is_whole) return std::nullopt;
    }
    return tree.take();
}

}  // namespace iam::console
