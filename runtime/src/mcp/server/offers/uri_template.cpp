// Expressions of level 1 of RFC 6570, read backwards: from a URI to the values.
#include <iam/core/json.hpp>
#include <iam/mcp/offers.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace iam::mcp {
namespace {

/// A literal text, or an expression with this name.
struct Part {
    bool is_expression = false;
    std::string_view text{};
};

bool is_name(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_';
    });
}

tl::unexpected<Error> wrong(std::string_view uri_template, const std::string& why) {
    return fail(Errc::invalid_argument,
                "The template \"" + std::string(uri_template) + "\" " + why);
}

Result<std::vector<Part>> parts_of(std::string_view uri_template) {
    std::vector<Part> parts;
    for (std::string_view rest = uri_template; !rest.empty();) {
        const std::size_t open = rest.find_first_of("{}");
        if (open != 0) parts.push_back({false, rest.substr(0, open)});
        if (open == std::string_view::npos) break;
        const std::size_t close = rest.find('}', open);
        if (rest[open] == '}' || close == std::string_view::npos)
            return wrong(uri_template, "has a brace without its partner.");
        const std::string_view name = rest.substr(open + 1, close - open - 1);
        if (!is_name(name)) {
            return wrong(uri_template,
                         "has an expression that is no name of letters, digits and underscores.");
        }
        if (!parts.empty() && parts.back().is_expression)
            return wrong(uri_template, "has two expressions with no text between them.");
        parts.push_back({true, name});
        rest.remove_prefix(close + 1);
    }
    return parts;
}

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

/// Nothing if a '%' is not followed by two digits.
std::optional<std::string> percent_decoded(std::string_view text) {
    std::string decoded;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '%') {
            decoded += text[at];
            continue;
        }
        const int high = at + 2 < text.size() ? hex_digit(text[at + 1]) : -1;
        const int low = at + 2 < text.size() ? hex_digit(text[at + 2]) : -1;
        if (high < 0 || low < 0) return std::nullopt;
        decoded += static_cast<char>(high * 16 + low);
        at += 2;
    }
    return decoded;
}

/// The length of an expression's value at the start of `rest`. The literal text behind it ends the
/// value at its first occurrence; npos if it does not occur.
std::size_t length_of_value(std::string_view rest, std::string_view literal) {
    const std::size_t slash = std::min(rest.find('/'), rest.size());
    if (literal.empty()) return slash;
    const std::size_t at = rest.find(literal, 1);
    return at == std::string_view::npos || at > slash ? std::string_view::npos : at;
}

}  // namespace

Result<void> check_template(std::string_view uri_template) {
    IAM_TRY(parts, parts_of(uri_template));
    std::vector<std::string_view> names;
    for (const Part& part : parts) {
        if (!part.is_expression) continue;
        if (std::find(names.begin(), names.end(), part.text) != names.end()) {
            return wrong(uri_template,
                         "has the name " + std::string(part.text) + " more than once.");
        }
        names.push_back(part.text);
    }
    if (names.empty()) return wrong(uri_template, "has no expression; offer it as a resource.");
    return {};
}

std::optional<Values> match_template(std::string_view uri_template, std::string_view uri) {
    const auto parts = parts_of(uri_template);
    if (!parts) return std::nullopt;
    Values values;
    std::string_view rest = uri;
    for (std::size_t at = 0; at < parts->size(); ++at) {
        const Part& part = (*parts)[at];
        if (!part.is_expression) {
            if (rest.substr(0, part.text.size()) != part.text) return std::nullopt;
            rest.remove_prefix(part.text.size());
            continue;
        }
        const bool is_last = at + 1 == parts->size();
        const std::size_t size =
            length_of_value(rest, is_last ? std::string_view() : (*parts)[at + 1].text);
        if (size == 0 || size == std::string_view::npos) return std::nullopt;
        auto value = percent_decoded(rest.substr(0, size));
        if (!value || !is_valid_utf8(*value) || value->find('\0') != std::string::npos)
            return std::nullopt;
        values[std::string(part.text)] = *std::move(value);
        rest.remove_prefix(size);
    }
    if (!rest.empty()) return std::nullopt;
    return values;
}

}  // namespace iam::mcp
