#include "mcp/client/http/url_reference.hpp"

#include <iam/core/value_text.hpp>

#include <algorithm>
#include <optional>

namespace iam::mcp {
namespace {

constexpr std::size_t k_none = std::string_view::npos;

std::string ascii_lower(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
    }
    return result;
}

/// The parts of an absolute http or https URL.
struct UrlParts {
    std::string scheme{};      ///< in lower case
    std::string authority{};   ///< in lower case, without the usual port
    std::string_view path{};   ///< empty, or with its slash
    std::string_view query{};  ///< empty, or with its question mark
    std::string origin() const { return scheme + "://" + authority; }
};

std::optional<UrlParts> split_url(std::string_view url) {
    const std::size_t colon = url.find("://");
    if (colon == k_none) return std::nullopt;
    UrlParts parts;
    parts.scheme = ascii_lower(url.substr(0, colon));
    if (parts.scheme != "http" && parts.scheme != "https") return std::nullopt;
    url = url.substr(0, url.find('#')).substr(colon + 3);
    const std::size_t end = std::min(url.find_first_of("/?"), url.size());
    parts.authority = ascii_lower(url.substr(0, end));
    const std::string_view usual = parts.scheme == "https" ? ":443" : ":80";
    if (parts.authority.ends_with(usual))
        parts.authority.resize(parts.authority.size() - usual.size());
    url.remove_prefix(end);
    const std::size_t query = std::min(url.find('?'), url.size());
    parts.path = url.substr(0, query);
    parts.query = url.substr(query);
    if (parts.authority.empty()) return std::nullopt;
    return parts;
}

/// True if the reference begins with a scheme, such as "file:".
bool has_scheme(std::string_view reference) {
    const std::size_t colon = reference.find(':');
    return colon != k_none && colon < reference.find_first_of("/?#") &&
           std::all_of(reference.begin(), reference.begin() + static_cast<std::ptrdiff_t>(colon),
                       [](char c) {
                           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                                  (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
                       });
}

/// RFC 3986 §5.2.4, for a path that begins with a slash.
std::string without_dots(std::string_view path) {
    std::string result;
    while (!path.empty()) {
        const std::size_t end = std::min(path.find('/', 1), path.size());
        const std::string_view segment = path.substr(0, end);
        path.remove_prefix(end);
        if (segment == "/.." && !result.empty()) result.resize(result.rfind('/'));
        if (segment != "/." && segment != "/..")
            result += segment;
        else if (path.empty())
            result += '/';
    }
    return result;
}

/// A reference without scheme and host, at this base.
std::string merged(const UrlParts& base, std::string_view reference) {
    const std::size_t query = std::min(reference.find('?'), reference.size());
    std::string path(reference.substr(0, query));
    std::string_view search = reference.substr(query);
    if (path.empty()) {
        path = base.path.empty() ? "/" : std::string(base.path);
        if (search.empty()) search = base.query;
    } else if (path.front() != '/') {
        const std::size_t slash = base.path.rfind('/');
        path.insert(0, slash == k_none ? "/" : std::string(base.path.substr(0, slash + 1)));
    }
    return base.origin() + without_dots(path) + std::string(search);
}

}  // namespace

std::string origin_of(std::string_view url) {
    const auto parts = split_url(url);
    return parts ? parts->origin() : std::string();
}

Result<std::string> resolve_at_origin(std::string_view base, std::string_view reference) {
    const auto refused = [&](const std::string& why) {
        return fail(Errc::invalid_argument,
                    "The server refers to " + quoted_name(reference) + ", " + why);
    };
    const auto at = split_url(base);
    if (!at) return refused("but its own URL is none of http or https; correct that URL.");
    // Some readers take a backslash for a slash, and so find another host in the URL.
    const bool is_clean = std::all_of(reference.begin(), reference.end(),
                                      [](char c) { return c > ' ' && c < '\x7f' && c != '\\'; });
    if (!is_clean || reference.size() > k_reference_bytes_max)
        return refused("which is no URL; ask the people of the server.");
    reference = reference.substr(0, reference.find('#'));
    std::string url(reference);
    if (reference.starts_with("//"))
        url = at->scheme + ":" + url;
    else if (!has_scheme(reference))
        return merged(*at, reference);
    const auto parts = split_url(url);
    if (!parts) return refused("which is no URL of http or https; it is not followed.");
    if (parts->origin() != at->origin())
        return refused("at another server than " + at->origin() +
                       "; if you trust it, configure that URL.");
    return merged(
        *at, (parts->path.empty() ? "/" : std::string(parts->path)) + std::string(parts->query));
}

std::string http_url_of(std::string url) {
    const std::size_t colon = std::min(url.find(':'), url.size());
    for (std::size_t i = 0; i < colon; ++i) {
        if (url[i] >= 'A' && url[i] <= 'Z') url[i] = static_cast<char>(url[i] + ('a' - 'A'));
    }
    if (url.starts_with("ws:")) return "http" + url.substr(2);
    if (url.starts_with("wss:")) return "https" + url.substr(3);
    return url;
}

}  // namespace iam::mcp
