#include "mcp/client/config/json_comments.hpp"

#include <algorithm>

namespace iam::mcp {
namespace {

/// The end of the string that begins at `at`, behind its closing quote.
std::size_t end_of_string(std::string_view text, std::size_t at) {
    for (++at; at < text.size() && text[at] != '"'; ++at) {
        if (text[at] == '\\') ++at;
    }
    return std::min(at + 1, text.size());
}

/// The end of the comment that begins at `at`; `at` itself if there is none, or it has no end.
std::size_t end_of_comment(std::string_view text, std::size_t at) {
    if (text.substr(at, 2) == "//") return std::min(text.find('\n', at), text.size());
    if (text.substr(at, 2) != "/*") return at;
    const std::size_t end = text.find("*/", at + 2);
    return end == std::string_view::npos ? at : end + 2;
}

}  // namespace

std::string without_comments(std::string_view text) {
    constexpr std::size_t k_none = std::string::npos;
    std::string plain(text);
    std::size_t comma = k_none;  // the last sign, if that is a comma behind a value
    char before = '\0';          // the last sign but blanks and comments
    for (std::size_t at = 0; at < plain.size();) {
        const char c = plain[at];
        const std::size_t end = end_of_comment(text, at);
        if (end > at) {
            for (; at < end; ++at) {
                if (plain[at] != '\n' && plain[at] != '\r') plain[at] = ' ';
            }
            continue;
        }
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
            ++at;
            continue;
        }
        if ((c == ']' || c == '}') && comma != k_none) plain[comma] = ' ';
        // "[,]" and ",," stay errors.
        comma = c == ',' && before != ',' && before != '[' && before != '{' ? at : k_none;
        before = c;
        at = c == '"' ? end_of_string(text, at) : at + 1;
    }
    return plain;
}

}  // namespace iam::mcp
