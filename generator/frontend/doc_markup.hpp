// XML and HTML in doc comments, rewritten as commands and plain text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace iam::gen {

/// Tags of XML comments become the commands of Doxygen that say the same (`<param name="x">` becomes `@param x`), tags of HTML go
/// or become line ends, entities become their characters. Code stays as it is: between backticks, in fences, in blocks of @code and
/// @verbatim. Unknown tags stay, as in `std::vector<int>`. Tags that stand for text of another place are added to `left_out`.
std::string without_markup(std::string_view text, std::vector<std::string>& left_out);

}  // namespace iam::gen
