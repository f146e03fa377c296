// Splits the text of a doc comment, without its slashes and stars, into its parts.
#pragma once

#include <generator/frontend/comments/doc_commands.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace iam::gen {

struct DocText {
    std::string description;
    std::vector<std::pair<std::string, std::string>> parameters;  // name, text
    std::string result;
    LeftOut left_out;
};

/// Understands the commands of doc_commands.hpp and the tags of doc_markup.hpp; docs/manual.md has
/// the table. Lines of a paragraph are joined; lines of lists and of code stay.
DocText parse_doc_text(std::string_view text);

}  // namespace iam::gen
