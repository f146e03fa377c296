#include "net/client/url.hpp"

#include "net/message/ascii.hpp"
#include "net/wire/asio.hpp"

#include <algorithm>
#include <charconv>

namespace iam::net {
namespace {

bool is_host_char(char c) noexcept {
    return (lower(c) >= 'a' && lower(c) <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
           c == '_';
}

bool is_target_char(char c) noexcept {
    return c > ' ' && c < '\x7f';
}

bool is_address(const std::string& host) {
    error_code code;
    asio::ip::make_address(host, code);
    return !code;
}

std::string bracketed(const std::string& host) {
    return host.find(':') == std::string::npos ? host : "[" + host + "]";
}

// "host:port", "host" or "[address]:port".
bool read_authority(std::string_view text, Url& url) {
    std::string_view port;
    if (!text.empty() && text.front() == '[') {
        const std::size_t end = text.find(']');
        if (end == std::string_view::npos) return false;
        url.host = lower(text.substr(1, end - 1));
        if (url.host.find('%') != std::string::npos || !is_address(url.host)) return false;
        port = text.substr(end + 1);
    } else {
        const std::size_t colon = text.find(':');
        url.host = lower(text.substr(0, colon));
        if (url.host.empty() || !std::all_of(url.host.begin(), url.host.end(), is_host_char))
            return false;
        if (colon != std::string_view::npos) port = text.substr(colon);
    }
    url.port = url.is_https ? 443 : 80;
    if (port.empty()) return true;
    if (port.front() != ':' || !is_digits(port.substr(1))) return false;
    const auto [end, code] = std::from_chars(port.data() + 1, port.data() + port.size(), url.port);
    return code == std::errc{} && end == port.data() + port.size() && url.port >= 1 &&
           url.port <= 65535;
}

}  // namespace

std::string Url::authority() const {
    return port == (is_https ? 443U : 80U) ? bracketed(host) : name();
}

std::string Url::name() const {
    return bracketed(host) + ":" + std::to_string(port);
}

Result<Url> read_url(std::string_view text) {
    const auto refused = [&] {
        return fail(Errc::invalid_argument,
                    "This is no URL of a server; give one like https://example.org/path.");
    };
    Url url;
    const std::size_t colon = text.find("://");
    // Some readers take a backslash for a slash, and so find another host in the URL.
    if (colon == std::string_view::npos || text.find('\\') != std::string_view::npos)
        return refused();
    const std::string scheme = lower(text.substr(0, colon));
    if (scheme != "http" && scheme != "https") return refused();
    url.is_https = scheme == "https";
    text = text.substr(colon + 3);
    text = text.substr(0, text.find('#'));
    const std::size_t end = std::min(text.find_first_of("/?"), text.size());
    std::string_view authority = text.substr(0, end);
    const std::string_view target = text.substr(end);
    if (const std::size_t at = authority.rfind('@'); at != std::string_view::npos) {
        url.user = authority.substr(0, at);
        authority.remove_prefix(at + 1);
    }
    if (!read_authority(authority, url)) return refused();
    if (!std::all_of(target.begin(), target.end(), is_target_char)) return refused();
    url.target = (target.empty() || target.front() == '?' ? "/" : "") + std::string(target);
    return url;
}

bool is_loopback_name(std::string_view host) {
    constexpr std::string_view k_below = ".localhost";
    if (host == "localhost" ||
        (host.size() > k_below.size() && host.substr(host.size() - k_below.size()) == k_below))
        return true;
    error_code code;
    const auto address = asio::ip::make_address(std::string(host), code);
    return !code && address.is_loopback();
}

}  // namespace iam::net
