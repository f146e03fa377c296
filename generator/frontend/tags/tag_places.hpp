// Finds tags of functions in a text without clang. It is for files never read by clang.
#pragma once

#include <generator/frontend/tags/tag_words.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::gen {

struct IncludeLine {
    std::string name;
    bool is_quoted = false;  // "name", not <name>
};

/// A text without its comments, literals and directives.
struct ScannedText {
    std::string code;  // the text's length and lines; blanks replace all omitted text
    std::vector<IncludeLine> includes;
    Words tag_macros;  // macros defined here, with a tag in their body
};

ScannedText scan_text(std::string_view text);

/// The place of the first tag of a function (tool, preview, undo, reconcile) or of the first use of
/// one of the macros. Nothing if there is none.
std::optional<std::size_t> first_tag(const ScannedText& text, const Words& macros);

}  // namespace iam::gen
