#include "mcp/client/config/server_names.hpp"

#include <iam/mcp/servers_file.hpp>

#include <algorithm>

namespace iam::mcp {
namespace {

bool is_name_letter(char c) noexcept {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
}

/// The host of "host:port", "user@host" or "[::1]:port".
std::string_view host_in(std::string_view authority) {
    authority = authority.substr(authority.rfind('@') + 1);
    if (authority.starts_with('[')) return authority.substr(1, authority.find(']') - 1);
    return authority.substr(0, authority.find(':'));
}

}  // namespace

bool is_server_name(std::string_view name) noexcept {
    return !name.empty() && name.size() <= k_server_name_bytes_max &&
           std::all_of(name.begin(), name.end(), is_name_letter);
}

std::string server_name_like(std::string_view text) {
    std::string name;
    for (const char c : text) {
        if (is_name_letter(c)) {
            name += c;
        } else if (!name.empty() && name.back() != '-') {
            name += '-';
        }
        if (name.size() == k_server_name_bytes_max) break;
    }
    while (!name.empty() && name.back() == '-') name.pop_back();
    return name.empty() ? "server" : name;
}

std::string name_of_endpoint(std::string_view endpoint) {
    constexpr std::string_view k_scheme_end = "://";
    const std::size_t scheme = endpoint.find(k_scheme_end);
    if (scheme == std::string_view::npos) {
        return server_name_like(endpoint.substr(0, endpoint.find('/')));
    }
    const std::string_view rest = endpoint.substr(scheme + k_scheme_end.size());
    return server_name_like(host_in(rest.substr(0, rest.find_first_of("/?#"))));
}

std::string ascii_lower(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return lower;
}

bool ServerNames::take(std::string_view name) {
    return lower_.insert(ascii_lower(name)).second;
}

std::string ServerNames::take_like(const std::string& name) {
    if (take(name)) return name;
    for (std::size_t number = 2;; ++number) {
        const std::string end = "-" + std::to_string(number);
        std::string other = name.substr(0, k_server_name_bytes_max - end.size()) + end;
        if (take(other)) return other;
    }
}

}  // namespace iam::mcp
