// JSON with comments, as editors write their settings, made into JSON.
#pragma once

#include <string>
#include <string_view>

namespace iam::mcp {

/// Blanks in the place of comments ("//" to the end of the line, "/* */") and of commas before "]"
/// and "}". Every other byte stays in its place, so that places in errors hold. A comment without
/// an end stays and is an error of the JSON reader. Strings are not touched.
std::string without_comments(std::string_view text);

}  // namespace iam::mcp
