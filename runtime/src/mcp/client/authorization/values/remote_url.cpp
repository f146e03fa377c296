#include "mcp/client/authorization/values/remote_url.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>

namespace iam::mcp {
namespace {

constexpr std::string_view k_host_letters = "abcdefghijklmnopqrstuvwxyz0123456789-._";

using Ipv6 = std::array<std::uint8_t, 16>;

std::string host_in_lower_case(std::string_view text) {
    std::string lower(text);
    for (char& letter : lower)
        if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    return lower;
}

bool is_domain_below(std::string_view host, std::string_view domain) {
    return host.size() > domain.size() && host.ends_with(domain) &&
           host[host.size() - domain.size() - 1] == '.';
}

std::optional<std::uint32_t> read_ipv4(std::string_view host) {
    in_addr address{};
    if (::inet_pton(AF_INET, std::string(host).c_str(), &address) != 1) return std::nullopt;
    return ntohl(address.s_addr);
}

std::optional<Ipv6> read_ipv6(std::string_view host) {
    Ipv6 address{};
    if (::inet_pton(AF_INET6, std::string(host).c_str(), address.data()) != 1) return std::nullopt;
    return address;
}

/// A block of IPv4 addresses that are not on the internet (RFC 6890).
struct Block {
    std::uint32_t first;
    unsigned bits;
};
constexpr std::array k_local_blocks{
    Block{0x0A000000, 8},   // 10.0.0.0, private
    Block{0x64400000, 10},  // 100.64.0.0, shared
    Block{0xA9FE0000, 16},  // 169.254.0.0, link-local; metadata of clouds
    Block{0xAC100000, 12},  // 172.16.0.0, private
    Block{0xC0000000, 24},  // 192.0.0.0, protocols
    Block{0xC0A80000, 16},  // 192.168.0.0, private
    Block{0xC6120000, 15},  // 198.18.0.0, measurements
    Block{0xE0000000, 3},   // 224.0.0.0 and above: multicast, reserved, broadcast
};

Reach reach_of_ipv4(std::uint32_t address) {
    // 0.0.0.0 leads to this machine on Linux.
    if (address >> 24U == 127 || address >> 24U == 0) return Reach::loopback;
    for (const Block& block : k_local_blocks)
        if (address >> (32U - block.bits) == block.first >> (32U - block.bits)) return Reach::local;
    return Reach::everywhere;
}

std::uint32_t ipv4_at(const Ipv6& address, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = at; i < at + 4; ++i) value = value << 8U | address[i];
    return value;
}

bool is_zero_part(const Ipv6& address, std::size_t begin, std::size_t end) {
    return std::all_of(address.begin() + static_cast<std::ptrdiff_t>(begin),
                       address.begin() + static_cast<std::ptrdiff_t>(end),
                       [](std::uint8_t byte) { return byte == 0; });
}

Reach reach_of_ipv6(const Ipv6& address) {
    if (is_zero_part(address, 0, 15) && address[15] <= 1) return Reach::loopback;
    // Addresses that carry one of IPv4: mapped and compatible ones, NAT64 (RFC 6052) and 6to4.
    const bool is_mapped = address[10] == 0xFF && address[11] == 0xFF;
    const bool is_compatible = address[10] == 0 && address[11] == 0;
    if (is_zero_part(address, 0, 10) && (is_mapped || is_compatible))
        return reach_of_ipv4(ipv4_at(address, 12));
    if (ipv4_at(address, 0) == 0x0064FF9B) return reach_of_ipv4(ipv4_at(address, 12));
    if (address[0] == 0x20 && address[1] == 0x02) return reach_of_ipv4(ipv4_at(address, 2));
    const bool is_unique_local = (address[0] & 0xFEU) == 0xFC;
    const bool is_link_or_site_local = address[0] == 0xFE && (address[1] & 0x80U) != 0;
    const bool is_multicast = address[0] == 0xFF;
    return is_unique_local || is_link_or_site_local || is_multicast ? Reach::local
                                                                    : Reach::everywhere;
}

/// True if resolvers could take the name for a number: its last label begins with a digit's form.
bool ends_in_number(std::string_view host) {
    if (host.ends_with('.')) host.remove_suffix(1);
    const std::string_view label = host.substr(host.rfind('.') + 1);
    if (label.starts_with("0x")) return true;
    return !label.empty() &&
           std::all_of(label.begin(), label.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool read_url_host(std::string_view text, RemoteUrl& url) {
    if (text.starts_with('[')) {
        if (!text.ends_with(']')) return false;
        url.host = host_in_lower_case(text.substr(1, text.size() - 2));
        return read_ipv6(url.host).has_value();
    }
    url.host = host_in_lower_case(text);
    if (url.host.empty() || url.host.starts_with('.') || url.host.find("..") != std::string::npos ||
        url.host.find_first_not_of(k_host_letters) != std::string::npos)
        return false;
    return !ends_in_number(url.host) || read_ipv4(url.host).has_value();
}

bool read_url_port(std::string_view text, unsigned& port) {
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, port);
    return read.ec == std::errc{} && read.ptr == end && port >= 1 && port <= 65535;
}

bool read_host_and_port(std::string_view text, RemoteUrl& url) {
    const unsigned usual = url.is_https ? 443 : 80;
    unsigned port = usual;
    const std::size_t colon = text.find(':', text.starts_with('[') ? text.find(']') : 0);
    if (colon != std::string_view::npos && !read_url_port(text.substr(colon + 1), port))
        return false;
    const std::string_view host = text.substr(0, colon);
    if (!read_url_host(host, url)) return false;
    url.origin = (url.is_https ? "https://" : "http://") + host_in_lower_case(host);
    if (port != usual) url.origin += ":" + std::to_string(port);
    return true;
}

bool is_plain_url_text(std::string_view text) {
    return text.size() <= k_remote_url_bytes_max &&
           std::all_of(text.begin(), text.end(), [](char letter) {
               return letter > ' ' && letter <= '~' &&
                      std::string_view("\"\\<>^`{|}#").find(letter) == std::string_view::npos;
           });
}

/// A refused URL may be long or have control characters; it is quoted only if it is plain.
std::string quoted_if_plain(std::string_view text) {
    return is_plain_url_text(text) ? " (" + std::string(text) + ")" : std::string();
}

tl::unexpected<Error> refused_url(std::string_view text, std::string_view name,
                                  std::string_view why) {
    return fail(Errc::invalid_argument,
                std::string(name) + quoted_if_plain(text) + " " + std::string(why));
}

}  // namespace

Reach reach_of(std::string_view host) {
    if (host.ends_with('.')) host.remove_suffix(1);
    if (const auto address = read_ipv4(host)) return reach_of_ipv4(*address);
    if (const auto address = read_ipv6(host)) return reach_of_ipv6(*address);
    if (host == "localhost" || is_domain_below(host, "localhost")) return Reach::loopback;
    const bool is_local = host.find('.') == std::string_view::npos ||
                          is_domain_below(host, "local") || is_domain_below(host, "internal") ||
                          is_domain_below(host, "home.arpa");
    return is_local ? Reach::local : Reach::everywhere;
}

Result<RemoteUrl> read_remote_url(std::string_view text, std::string_view name) {
    const auto refused = [&](std::string_view why) { return refused_url(text, name, why); };
    RemoteUrl url;
    url.is_https = text.starts_with("https://");
    if (!url.is_https && !text.starts_with("http://"))
        return refused("is refused: it must begin with https://.");
    if (!is_plain_url_text(text))
        return refused("is refused: it is too long, or has a letter that no such URL has.");
    const std::string_view rest = text.substr(url.is_https ? 8 : 7);
    const std::size_t end = std::min(rest.find_first_of("/?"), rest.size());
    if (rest.substr(0, end).find('@') != std::string_view::npos)
        return refused("is refused: it has a user before its host.");
    if (!read_host_and_port(rest.substr(0, end), url))
        return refused("is refused: its host or its port is none.");
    const std::size_t query = std::min(rest.find('?', end), rest.size());
    url.path = rest.substr(end, query - end);
    url.query = rest.substr(query);
    url.reach = reach_of(url.host);
    if (!url.is_https && url.reach != Reach::loopback)
        return refused("is refused: without https only this machine is asked.");
    return url;
}

Result<RemoteUrl> read_url_from(std::string_view text, Reach server, std::string_view name) {
    IAM_TRY(url, read_remote_url(text, name));
    if (url.reach < server) {
        return refused_url(text, name,
                           "is refused: it leads into the network of this machine, and the server "
                           "that names it is outside.");
    }
    return url;
}

}  // namespace iam::mcp
