// Where a text spells tags of functions, without clang: for files that no run of clang reads.
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

/// What a text says, apart from comments, literals and directives.
struct ScannedText {
    std::string code;  // of the text's length and lines; blanks stand for all that was left out
    std::vector<IncludeLine> includes;
    Words tag_macros;  // macros defined here whose body spells a tag
};

ScannedText scan_text(std::string_view text);

/// The first tag of a function (tool, preview, undo, reconcile), or the first use of one of the macros.
std::optional<std::size_t> first_tag(const ScannedText& text, const Words& macros);

}  // namespace iam::gen
