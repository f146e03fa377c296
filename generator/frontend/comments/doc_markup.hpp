// XML and HTML in doc comments, rewritten as commands and plain text.
#pragma once

#include <generator/frontend/comments/doc_commands.hpp>

#include <string>
#include <string_view>

namespace iam::gen {

/// Tags of XML comments become the commands of Doxygen that say the same (`<param name="x">`
/// becomes `@param x`), tags of HTML go or become line ends, entities become their characters, and
/// `{@link x}` of Javadoc becomes its text. Code stays as it is: between backticks, in fences, in
/// blocks of @code and @verbatim. What could be a type or a placeholder stays, as in
/// `std::vector<int>`. Tags that stand for text of another place, and tags that nobody knows, are
/// added to `left_out`.
std::string without_markup(std::string_view text, LeftOut& left_out);

}  // namespace iam::gen
