#include "host/commands/servers/probes.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

namespace iam::host {
namespace {

constexpr unsigned k_https_port = 443;
constexpr std::array<unsigned, 6> k_ports{k_https_port, 80, 3000, 3001, 8000, 8080};

struct ProbePath {
    std::string_view path;
    mcp::UrlTransport transport;
};
// The usual path comes first.
constexpr std::array<ProbePath, 4> k_paths{{{"/mcp", mcp::UrlTransport::streamable_http},
                                            {"/sse", mcp::UrlTransport::sse},
                                            {"/", mcp::UrlTransport::streamable_http},
                                            {"/ws", mcp::UrlTransport::web_socket}}};

bool is_of(std::string_view text, std::string_view signs) {
    return std::all_of(text.begin(), text.end(), [signs](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
               signs.find(c) != std::string_view::npos;
    });
}

tl::unexpected<Error> no_host(const std::string& text) {
    return fail(Errc::invalid_argument,
                "\"" + text +
                    "\" is no host; write a name or an address, as in localhost, 10.0.0.7:8080 or "
                    "[::1]:8080.");
}

void add_port(const std::string& host, unsigned port, std::vector<Probe>& probes) {
    const bool is_secure = port == k_https_port;
    const std::string place = host + ":" + std::to_string(port);
    for (const ProbePath& path : k_paths) {
        const bool is_socket = path.transport == mcp::UrlTransport::web_socket;
        const std::string scheme = is_socket ? "ws" : "http";
        probes.push_back({place,
                          scheme + (is_secure ? "s://" : "://") + place + std::string(path.path),
                          path.transport});
    }
}

Result<void> add_host(const std::string& text, std::vector<Probe>& probes) {
    const bool is_bracketed = text.starts_with('[');
    const std::size_t end = is_bracketed ? text.find(']') : text.find(':');
    if (is_bracketed && end == std::string::npos) return no_host(text);
    const std::string host = text.substr(0, is_bracketed ? end + 1 : end);
    const std::string_view inner =
        is_bracketed ? std::string_view(host).substr(1, host.size() - 2) : std::string_view(host);
    if (inner.empty() || inner.front() == '-' || inner.size() > 253 ||
        !is_of(inner, is_bracketed ? ":.%" : ".-_"))
        return no_host(text);
    const std::string_view rest = std::string_view(text).substr(host.size());
    if (rest.empty()) {
        for (const unsigned port : k_ports) add_port(host, port, probes);
        return {};
    }
    unsigned port = 0;
    const auto read = std::from_chars(rest.data() + 1, rest.data() + rest.size(), port);
    if (rest.front() != ':' || read.ec != std::errc() || read.ptr != rest.data() + rest.size() ||
        port == 0 || port > 65535)
        return no_host(text);
    add_port(host, port, probes);
    return {};
}

}  // namespace

Result<std::vector<Probe>> probes_of(const std::vector<std::string>& hosts) {
    if (hosts.size() > k_discovered_hosts_max) {
        return fail(Errc::invalid_argument, "At most " + std::to_string(k_discovered_hosts_max) +
                                                " hosts are tried at once; name fewer.");
    }
    std::vector<Probe> probes;
    for (const std::string& host : hosts) IAM_CHECK(add_host(host, probes));
    return probes;
}

}  // namespace iam::host
