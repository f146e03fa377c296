#include "mcp/client/http/endpoint_finder.hpp"

#include "mcp/client/http/url_reference.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace iam::mcp {
namespace {

constexpr std::string_view k_session_word = "sessionid=";

char ascii_small(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

/// Where the value of the session begins; nothing if there is none.
std::optional<std::size_t> session_in(std::string_view text) {
    const auto at =
        std::search(text.begin(), text.end(), k_session_word.begin(), k_session_word.end(),
                    [](char a, char b) { return ascii_small(a) == b; });
    if (at == text.end()) return std::nullopt;
    return static_cast<std::size_t>(at - text.begin()) + k_session_word.size();
}

bool is_event_field(std::string_view line) {
    constexpr std::array<std::string_view, 5> k_fields{":", "data:", "event:", "id:", "retry:"};
    return std::any_of(k_fields.begin(), k_fields.end(),
                       [&](std::string_view field) { return line.starts_with(field); });
}

/// The URL without query, and without the path at its end that asks for the stream.
std::string base_of(std::string url) {
    constexpr std::string_view k_stream_path = "/sse";
    url.resize(std::min(url.find_first_of("?#"), url.size()));
    while (url.ends_with('/')) url.pop_back();
    if (url.ends_with(k_stream_path)) url.resize(url.size() - k_stream_path.size());
    return url;
}

bool has_path(const std::string& base) {
    return base.find('/', base.find("://") + 3) != std::string::npos;
}

void add_once(std::vector<std::string>& urls, std::string url) {
    if (std::find(urls.begin(), urls.end(), url) == urls.end()) urls.push_back(std::move(url));
}

}  // namespace

std::optional<std::string> BareLines::add(std::string_view bytes) {
    for (const char byte : bytes) {
        if (byte != '\n' && byte != '\r') {
            is_too_long_ = is_too_long_ || line_.size() == k_reference_bytes_max;
            if (!is_too_long_) line_ += byte;
            continue;
        }
        const std::string line = std::exchange(line_, {});
        if (std::exchange(is_too_long_, false)) continue;
        if (!is_event_field(line) && names_session(line)) return line;
    }
    return std::nullopt;
}

bool names_session(std::string_view text) {
    const bool is_json = text.starts_with('{') || text.starts_with('[') || text.starts_with('"');
    return !is_json && session_in(text).has_value();
}

std::string endpoint_reference(std::string_view text) {
    constexpr std::string_view k_around_reference = " \t\r\n";
    const std::size_t begin = text.find_first_not_of(k_around_reference);
    if (begin == std::string_view::npos) return {};
    text = text.substr(begin, text.find_last_not_of(k_around_reference) - begin + 1);
    const bool is_query = session_in(text) == k_session_word.size();
    return (is_query ? "?" : "") + std::string(text);
}

std::vector<std::string> stream_urls(const std::string& url) {
    const std::string base = base_of(url);
    std::vector<std::string> urls;
    // A URL without a path names the server, and one with a path names the stream.
    if (!has_path(base)) add_once(urls, base + "/sse");
    add_once(urls, url);
    add_once(urls, base + "/sse");
    return urls;
}

std::vector<std::string> post_urls(const std::string& url, const std::string& endpoint) {
    const std::string base = base_of(url);
    std::vector<std::string> urls{endpoint};
    if (const auto at = session_in(endpoint)) {
        const std::string session = endpoint.substr(*at, endpoint.find('&', *at) - *at);
        add_once(urls, base + "/sse?sessionid=" + session);
    }
    add_once(urls, base + "/message");
    add_once(urls, base + "/rpc");
    add_once(urls, base + (has_path(base) ? "" : "/"));
    return urls;
}

}  // namespace iam::mcp
