// Judges URIs (RFC 3986), IRIs (RFC 3987) and URI templates (RFC 6570).
#include "schema/formats/format_parts.hpp"
#include "schema/unicode/code_points.hpp"
#include <iam/core/json.hpp>

#include <algorithm>

namespace iam::schema::format {
namespace {

/// The characters allowed without escapes: the set of a URI or of an IRI.
enum class Charset : bool { uri, iri };

/// The characters of a component, beside the common ones of every component.
struct Component {
    std::string_view more{};     ///< in ASCII
    bool takes_private = false;  ///< code points for private use, in an IRI
};

constexpr Component k_name{};
constexpr Component k_path{"/"};
constexpr Component k_query{"/?", true};
constexpr Component k_fragment{"/?"};

bool is_uri_character(char c) noexcept {
    constexpr std::string_view k_more = "-._~!$&'()*+,;=:@";
    return is_letter(c) || is_digit(c) || k_more.find(c) != k_more.npos;
}

bool is_private_use(char32_t code) noexcept {
    return (code >= 0xE000 && code <= 0xF8FF) || (code >= 0xF0000 && code <= 0xFFFFD) ||
           (code >= 0x100000 && code <= 0x10FFFD);
}

// ucschar of RFC 3987 §2.2: no controls, no private use, no noncharacters, no specials.
bool is_iri_character(char32_t code) noexcept {
    if (code < 0xA0) return false;
    if (code < 0x10000)
        return code <= 0xD7FF || (code >= 0xF900 && code <= 0xFDCF) ||
               (code >= 0xFDF0 && code <= 0xFFEF);
    return code <= 0xEFFFD && (code & 0xFFFF) <= 0xFFFD && (code < 0xE0000 || code >= 0xE1000);
}

bool is_escape(std::string_view text) noexcept {
    return text.size() >= 3 && text[0] == '%' && is_hex(text[1]) && is_hex(text[2]);
}

bool is_component(std::string_view text, Component component, Charset charset) noexcept {
    while (!text.empty()) {
        const char front = text.front();
        if (front == '%') {
            if (!is_escape(text)) return false;
            text.remove_prefix(3);
        } else if (is_ascii(front)) {
            if (!is_uri_character(front) && component.more.find(front) == component.more.npos)
                return false;
            text.remove_prefix(1);
        } else {
            if (charset == Charset::uri) return false;
            const char32_t code = take_code_point(text);
            if (!is_iri_character(code) && !(component.takes_private && is_private_use(code)))
                return false;
        }
    }
    return true;
}

bool is_port(std::string_view text) noexcept {
    return std::all_of(text.begin(), text.end(), is_digit);
}

// IPvFuture: "v", hexadecimal digits, ".", characters of a name.
bool is_future_address(std::string_view text) noexcept {
    Cursor at(text);
    if (!at.take('v') && !at.take('V')) return false;
    const std::size_t dot = std::min(text.find('.'), text.size());
    const std::string_view version = text.substr(1, dot - 1);
    if (version.empty() || dot + 1 >= text.size()) return false;
    const std::string_view rest = text.substr(dot + 1);
    return std::all_of(version.begin(), version.end(), is_hex) &&
           std::all_of(rest.begin(), rest.end(),
                       [](char c) { return c != '@' && is_uri_character(c); });
}

bool is_authority(std::string_view text, Charset charset) {
    if (const std::size_t at = text.find('@'); at != text.npos) {
        if (!is_component(text.substr(0, at), k_name, charset)) return false;
        text.remove_prefix(at + 1);
        if (text.find('@') != text.npos) return false;
    }
    if (!text.empty() && text.front() == '[') {
        const std::size_t end = text.find(']');
        if (end == text.npos) return false;
        const std::string_view address = text.substr(1, end - 1);
        if (!is_ipv6(address) && !is_future_address(address)) return false;
        text.remove_prefix(end + 1);
        return text.empty() || (text.front() == ':' && is_port(text.substr(1)));
    }
    const std::size_t colon = std::min(text.find(':'), text.size());
    return is_component(text.substr(0, colon), k_name, charset) &&
           (colon == text.size() || is_port(text.substr(colon + 1)));
}

bool is_scheme(std::string_view text) noexcept {
    return !text.empty() && is_letter(text.front()) &&
           std::all_of(text.begin(), text.end(), [](char c) {
               return is_letter(c) || is_digit(c) || c == '+' || c == '-' || c == '.';
           });
}

// Cuts off the text from `mark` on. True if the part after the mark is well-formed, or there is no
// mark.
bool take_behind(std::string_view& text, char mark, Component component, Charset charset) {
    const std::size_t at = text.find(mark);
    if (at == text.npos) return true;
    const std::string_view behind = text.substr(at + 1);
    text = text.substr(0, at);
    return is_component(behind, component, charset);
}

// Judges the text after the scheme.
bool is_hierarchy(std::string_view text, Charset charset) {
    if (!take_behind(text, '#', k_fragment, charset)) return false;
    if (!take_behind(text, '?', k_query, charset)) return false;
    if (text.substr(0, 2) == "//") {
        text.remove_prefix(2);
        const std::size_t slash = std::min(text.find('/'), text.size());
        if (!is_authority(text.substr(0, slash), charset)) return false;
        text.remove_prefix(slash);
    }
    return is_component(text, k_path, charset);
}

bool is_absolute(std::string_view text, Charset charset) {
    if (charset == Charset::iri && !is_valid_utf8(text)) return false;
    const std::size_t colon = text.find(':');
    return colon != text.npos && is_scheme(text.substr(0, colon)) &&
           is_hierarchy(text.substr(colon + 1), charset);
}

bool is_reference(std::string_view text, Charset charset) {
    if (is_absolute(text, charset)) return true;
    if (charset == Charset::iri && !is_valid_utf8(text)) return false;
    // A ':' in the first segment of a path would make the text before it a scheme.
    const std::string_view segment = text.substr(0, text.find_first_of("/?#"));
    return segment.find(':') == segment.npos && is_hierarchy(text, charset);
}

bool take_variable_characters(std::string_view& text) noexcept {
    const std::size_t before = text.size();
    while (!text.empty()) {
        if (is_escape(text))
            text.remove_prefix(3);
        else if (is_letter(text.front()) || is_digit(text.front()) || text.front() == '_')
            text.remove_prefix(1);
        else
            break;
    }
    return text.size() < before;
}

// A name with parts separated by dots, followed by "*", by ":" with a length from 1 to 9999, or by
// nothing.
bool is_variable(std::string_view text) noexcept {
    do {
        if (!take_variable_characters(text)) return false;
    } while (!text.empty() && text.front() == '.' && (text.remove_prefix(1), true));
    if (text.empty() || text == "*") return true;
    if (text.front() != ':') return false;
    text.remove_prefix(1);
    return !text.empty() && text.size() <= 4 && text.front() != '0' &&
           std::all_of(text.begin(), text.end(), is_digit);
}

bool is_expression(std::string_view text) noexcept {
    constexpr std::string_view k_operators = "+#./;?&=,!@|";
    if (!text.empty() && k_operators.find(text.front()) != k_operators.npos) text.remove_prefix(1);
    while (true) {
        const std::size_t comma = std::min(text.find(','), text.size());
        if (!is_variable(text.substr(0, comma))) return false;
        if (comma == text.size()) return true;
        text.remove_prefix(comma + 1);
    }
}

// True outside expressions. Erratum 6937 of RFC 6570 allows the apostrophe.
bool is_literal(char32_t code) noexcept {
    constexpr std::string_view k_refused = "\"%<>\\^`{|}";
    if (code < 0x80)
        return code > ' ' && code != 0x7F &&
               k_refused.find(static_cast<char>(code)) == k_refused.npos;
    return is_iri_character(code) || is_private_use(code);
}

}  // namespace

bool is_uri(std::string_view text) {
    return is_absolute(text, Charset::uri);
}

bool is_uri_reference(std::string_view text) {
    return is_reference(text, Charset::uri);
}

bool is_iri(std::string_view text) {
    return is_absolute(text, Charset::iri);
}

bool is_iri_reference(std::string_view text) {
    return is_reference(text, Charset::iri);
}

bool is_uri_template(std::string_view text) {
    if (!is_valid_utf8(text)) return false;
    while (!text.empty()) {
        if (text.front() == '{') {
            const std::size_t end = text.find('}');
            if (end == text.npos || !is_expression(text.substr(1, end - 1))) return false;
            text.remove_prefix(end + 1);
        } else if (is_escape(text)) {
            text.remove_prefix(3);
        } else if (!is_literal(take_code_point(text))) {
            return false;
        }
    }
    return true;
}

}  // namespace iam::schema::format
