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
};

/// Understands @brief, @details, @short, @param, @return, @returns, @result and the same with a backslash; keeps notes and
/// warnings as paragraphs, leaves out what is for other readers (@throws, @see, @tparam …), and takes the command off words
/// like @p name. Lines of a paragraph are joined, lines of lists stay.
DocText parse_doc_text(std::string_view text);

}  // namespace iam::gen
