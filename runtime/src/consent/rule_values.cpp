#include "consent/rule_values.hpp"

#include <iam/core/json_writer.hpp>
#include <iam/core/value_text.hpp>

#include <algorithm>
#include <array>
#include <charconv>

namespace iam::consent {
namespace {

bool is_digit(char c) noexcept {
    return c >= '0' && c <= '9';
}

char lower(char c) noexcept {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool is_name_byte(char c) noexcept {
    return is_digit(c) || (c >= 'a' && c <= 'z') || c == '-' || c == '.' || c == '_';
}

bool is_port(std::string_view text) noexcept {
    return text.size() <= 5 && std::all_of(text.begin(), text.end(), is_digit);
}

/// True for "127.0.0.1", not for "0177.1", although some readers take it for the same address.
bool is_dotted_quad(std::string_view host) {
    int parts = 0;
    for (std::size_t start = 0; start <= host.size(); ++parts) {
        const std::size_t dot = std::min(host.find('.', start), host.size());
        const std::string_view part = host.substr(start, dot - start);
        const bool plain = !part.empty() && part.size() <= 3 &&
                           std::all_of(part.begin(), part.end(), is_digit) &&
                           (part.size() == 1 || part.front() != '0');
        unsigned number = 256;
        std::from_chars(part.data(), part.data() + part.size(), number);
        if (!plain || number > 255) return false;
        start = dot + 1;
    }
    return parts == 4;
}

/// Readers of addresses take a name for a number if its last label looks like a number.
bool may_be_number(std::string_view host) {
    const std::size_t dot = host.rfind('.');
    const std::string_view last = dot == std::string_view::npos ? host : host.substr(dot + 1);
    return !last.empty() && is_digit(last.front());
}

std::optional<std::string> plain_host(std::string_view host) {
    std::string name(host);
    std::transform(name.begin(), name.end(), name.begin(), lower);
    if (!name.empty() && name.back() == '.') name.pop_back();
    const bool plain = !name.empty() && name.front() != '.' && name.back() != '.' &&
                       name.find("..") == std::string::npos &&
                       std::all_of(name.begin(), name.end(), is_name_byte);
    if (!plain || (may_be_number(name) && !is_dotted_quad(name))) return std::nullopt;
    return name;
}

bool is_scheme(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'z') || c == '+' || c == '-' ||
               c == '.';
    }) && !is_digit(text.front());
}

/// Readers of URLs take "http:80" for a URL without its slashes, whose host is 80.
bool is_scheme_of_hosts(std::string_view name) {
    constexpr std::array<std::string_view, 6> schemes{"file", "ftp", "http", "https", "ws", "wss"};
    return std::find(schemes.begin(), schemes.end(), name) != schemes.end();
}

/// Older readers end the authority at a slash only, so in "http://a?@b/" the host is b.
bool hides_a_user(std::string_view after_authority) {
    return after_authority.substr(0, after_authority.find('/')).find('@') != std::string_view::npos;
}

bool is_visible_ascii(char c) noexcept {
    return c > ' ' && c < '\x7f';
}

}  // namespace

std::string in_quotes(std::string_view text) {
    JsonWriter json;
    return json.try_string(text) ? shown(json.text()) : "\"" + shown(text) + "\"";
}

std::optional<PathSegments> path_segments(std::string_view path) {
    if (path.empty() || path.find('\0') != std::string_view::npos) return std::nullopt;
    PathSegments result;
    result.is_absolute = path.front() == '/';
    for (std::size_t start = 0; start < path.size();) {
        const std::size_t slash = std::min(path.find('/', start), path.size());
        const std::string_view segment = path.substr(start, slash - start);
        if (segment == "." || segment == "..") return std::nullopt;
        if (!segment.empty()) result.segments.push_back(segment);
        start = slash + 1;
    }
    return result;
}

std::optional<std::string> host_of(std::string_view address) {
    // Each part of an address before its path must have one reading.
    const std::size_t mark = address.find("://");
    if (mark != std::string_view::npos) {
        if (!is_scheme(address.substr(0, mark))) return std::nullopt;
        address.remove_prefix(mark + 3);
    }
    if (!std::all_of(address.begin(), address.end(), is_visible_ascii)) return std::nullopt;
    if (address.find('\\') != std::string_view::npos) return std::nullopt;
    std::string_view authority = address.substr(0, address.find_first_of("/?#"));
    const bool bare = mark == std::string_view::npos;
    if (bare && authority.size() != address.size()) return std::nullopt;
    if (hides_a_user(address.substr(authority.size()))) return std::nullopt;
    const std::size_t colon = authority.find(':');
    if (colon == std::string_view::npos) return plain_host(authority);
    if (!is_port(authority.substr(colon + 1))) return std::nullopt;
    auto host = plain_host(authority.substr(0, colon));
    if (bare && host && is_scheme_of_hosts(*host)) return std::nullopt;
    return host;
}

std::optional<std::vector<std::string>> pointer_tokens(std::string_view pointer) {
    std::vector<std::string> tokens;
    if (!pointer.empty() && pointer.front() != '/') return std::nullopt;
    for (std::size_t at = 0; at < pointer.size(); ++at) {
        if (pointer[at] == '/') {
            tokens.emplace_back();
        } else if (pointer[at] == '~') {
            const char escaped = ++at < pointer.size() ? pointer[at] : '\0';
            if (escaped != '0' && escaped != '1') return std::nullopt;
            tokens.back() += escaped == '0' ? '~' : '/';
        } else {
            tokens.back() += pointer[at];
        }
    }
    return tokens;
}

std::optional<std::size_t> array_index(std::string_view token) noexcept {
    std::size_t index = 0;
    const char* const end = token.data() + token.size();
    const auto [stop, problem] = std::from_chars(token.data(), end, index);
    const bool leading_zero = token.size() > 1 && token.front() == '0';
    if (token.empty() || stop != end || problem != std::errc() || leading_zero) {
        return std::nullopt;
    }
    return index;
}

const Json* part_at(const Json& root, std::span<const std::string> tokens) {
    const Json* at = &root;
    for (const std::string& token : tokens) {
        if (at->is_object()) {
            const auto member = at->find(token);
            if (member == at->end()) return nullptr;
            at = &*member;
        } else if (at->is_array()) {
            const auto index = array_index(token);
            if (!index || *index >= at->size()) return nullptr;
            at = &(*at)[*index];
        } else {
            return nullptr;
        }
    }
    return at;
}

}  // namespace iam::consent
