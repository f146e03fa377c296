// Rewrites XML and HTML in doc comments as commands and plain text.
#pragma once

#include <generator/frontend/comments/doc_commands.hpp>

#include <string>
#include <string_view>

namespace iam::gen {

/// Tags of XML comments become the Doxygen commands of the same meaning: `<param name="x">` becomes
/// `@param x`. Tags of HTML go or become line ends, entities become their characters, and `{@link
/// x}` of Javadoc becomes its text. Code stays as it is: between backticks, in fences, in blocks of
/// @code and @verbatim. A possible type or placeholder stays, as in `std::vector<int>`. Unknown
/// tags, and tags in place of text from elsewhere, are added to `left_out`.
std::string without_markup(std::string_view text, LeftOut& left_out);

}  // namespace iam::gen
