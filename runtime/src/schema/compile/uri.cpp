// Resolves references as RFC 3986 §5 does: takes them apart, merges paths and removes dots.
#include "schema/compile/uri.hpp"

#include <algorithm>

namespace iam::schema {
namespace {

struct Parts {
    std::string_view scheme;     // without its colon
    std::string_view authority;  // with its slashes
    std::string_view path;
    std::string_view query;  // with its question mark
};

bool is_scheme_character(char c) noexcept {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' ||
           c == '-' || c == '.';
}

Parts take_apart(std::string_view text) noexcept {
    Parts parts;
    const std::size_t colon = text.find(':');
    if (colon != std::string_view::npos && colon > 0 &&
        std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(colon),
                    is_scheme_character)) {
        parts.scheme = text.substr(0, colon);
        text.remove_prefix(colon + 1);
    }
    if (text.substr(0, 2) == "//") {
        const std::size_t end = std::min(text.find_first_of("/?", 2), text.size());
        parts.authority = text.substr(0, end);
        text.remove_prefix(end);
    }
    const std::size_t question = std::min(text.find('?'), text.size());
    parts.path = text.substr(0, question);
    parts.query = text.substr(question);
    return parts;
}

/// Removes dot segments (RFC 3986 §5.2.4).
std::string without_dots(std::string_view path) {
    std::string out;
    while (!path.empty()) {
        if (path.substr(0, 3) == "../") {
            path.remove_prefix(3);
        } else if (path.substr(0, 2) == "./") {
            path.remove_prefix(2);
        } else if (path.substr(0, 3) == "/./") {
            path.remove_prefix(2);
        } else if (path == "/.") {
            path = "/";
        } else if (path.substr(0, 4) == "/../" || path == "/..") {
            path = path.size() == 3 ? std::string_view("/") : path.substr(3);
            out.resize(std::min(out.rfind('/'), out.size()));
        } else if (path == "." || path == "..") {
            path = {};
        } else {
            const std::size_t end = std::min(path.find('/', 1), path.size());
            out += path.substr(0, end);
            path.remove_prefix(end);
        }
    }
    return out;
}

std::string merged_path(const Parts& base, std::string_view path) {
    if (!base.authority.empty() && base.path.empty()) return "/" + std::string(path);
    const std::size_t slash = base.path.rfind('/');
    if (slash == std::string_view::npos) return std::string(path);
    return std::string(base.path.substr(0, slash + 1)) + std::string(path);
}

std::string put_together(std::string_view scheme, std::string_view authority, std::string_view path,
                         std::string_view query) {
    std::string out(scheme);
    if (!scheme.empty()) out += ':';
    out.append(authority).append(path).append(query);
    return out;
}

int hex_value(char c) noexcept {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

}  // namespace

std::string resolve_uri(std::string_view base, std::string_view reference) {
    const Parts from = take_apart(without_fragment(base));
    const Parts to = take_apart(without_fragment(reference));
    // A base without a scheme has no dots to remove: a relative name stays as spelled.
    if (!to.scheme.empty())
        return put_together(to.scheme, to.authority,
                            to.authority.empty() ? std::string(to.path) : without_dots(to.path),
                            to.query);
    if (!to.authority.empty())
        return put_together(from.scheme, to.authority, without_dots(to.path), to.query);
    if (to.path.empty())
        return put_together(from.scheme, from.authority, from.path,
                            to.query.empty() ? from.query : to.query);
    const std::string path =
        to.path.front() == '/' ? std::string(to.path) : merged_path(from, to.path);
    return put_together(from.scheme, from.authority, without_dots(path), to.query);
}

std::string_view without_fragment(std::string_view reference) noexcept {
    return reference.substr(0, reference.find('#'));
}

std::string_view fragment_of(std::string_view reference) noexcept {
    const std::size_t hash = reference.find('#');
    return hash == std::string_view::npos ? std::string_view() : reference.substr(hash + 1);
}

std::string percent_decoded(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%' && i + 2 < text.size()) {
            const int high = hex_value(text[i + 1]);
            const int low = hex_value(text[i + 2]);
            if (high >= 0 && low >= 0) {
                out.push_back(static_cast<char>(high * 16 + low));
                i += 2;
                continue;
            }
        }
        out.push_back(text[i]);
    }
    return out;
}

std::string percent_encoded(std::string_view pointer) {
    constexpr std::string_view k_plain = "-._~!$&'()*+,;=:@/?";
    constexpr std::string_view k_digits = "0123456789ABCDEF";
    std::string out;
    for (const char c : pointer) {
        const bool letter =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (letter || k_plain.find(c) != std::string_view::npos) {
            out.push_back(c);
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        out.push_back('%');
        out.push_back(k_digits[byte >> 4U]);
        out.push_back(k_digits[byte & 0xFU]);
    }
    return out;
}

}  // namespace iam::schema
