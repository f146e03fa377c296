// The text of a doc comment, without its slashes and stars, taken apart.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace iam::gen {

struct DocText {
    std::string description;
    std::vector<std::pair<std::string, std::string>> parameters;  // name, text
    std::string result;
    /// Commands and tags that stand for text which is not in the comment, as they are written.
    std::vector<std::string> left_out;
};

/// Understands the commands of doc_commands.hpp and the tags of doc_markup.hpp; the table "Comments" of docs/manual.md lists them.
/// Lines of a paragraph are joined; lines of lists and of code stay.
DocText parse_doc_text(std::string_view text);

}  // namespace iam::gen
