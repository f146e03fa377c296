// States a ledger's tree at a moment, as the text of a note (C2SP tlog-checkpoint).
#pragma once

#include <iam/ledger/merkle_tree.hpp>

#include <string>
#include <string_view>

namespace iam::ledger {

struct TreeHead {
    std::string origin{};  ///< names the ledger; a note name
    TreeState tree{};
    friend bool operator==(const TreeHead&, const TreeHead&) = default;
};

/// Three lines: origin, size, root in base64.
std::string text_of(const TreeHead& head);
/// Reads text_of() back. Lines of extensions are refused: nothing checks them. Errors:
/// invalid_argument.
Result<TreeHead> parse_tree_head(std::string_view text);

}  // namespace iam::ledger
