// Writes and reads the three lines of a tree head.
#include "iam/ledger/tree_head.hpp"

#include "ledger/proofs/note_lines.hpp"
#include <iam/ledger/signed_note.hpp>

namespace iam::ledger {
namespace {

tl::unexpected<Error> no_tree_head(std::string_view why) {
    return fail(Errc::invalid_argument, "the note states no tree: " + std::string(why));
}

}  // namespace

std::string text_of(const TreeHead& head) {
    return head.origin + '\n' + std::to_string(head.tree.size) + '\n' +
           base64_text(head.tree.root) + '\n';
}

Result<TreeHead> parse_tree_head(std::string_view text) {
    const auto origin = take_line(text);
    const auto size_line = take_line(text);
    const auto root_line = take_line(text);
    if (!origin || !size_line || !root_line) return no_tree_head("it has less than three lines");
    if (!is_note_name(*origin)) return no_tree_head("its first line is no name of a ledger");
    const auto size = read_decimal(*size_line);
    if (!size) return no_tree_head("its second line is no size of a tree, at most 2^62");
    const auto root = read_base64(*root_line);
    if (!root) return no_tree_head("its third line is no hash in base64");
    if (!text.empty()) return no_tree_head("it has a fourth line, and extensions are not read");
    return TreeHead{std::string(*origin), {*size, *root}};
}

}  // namespace iam::ledger
