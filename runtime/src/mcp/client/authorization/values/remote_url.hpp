// URLs that strangers give to a client: a strict reading, and the rule about where they may lead.
#pragma once

#include <iam/core/result.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace iam::mcp {

/// From where a host can be reached; an address or name further down reaches further.
enum class Reach {
    loopback,    ///< this machine: localhost, 127.0.0.1, ::1
    local,       ///< a private, link-local or shared address; a name without a dot; ".local"
    everywhere,  ///< all others
};

struct RemoteUrl {
    bool is_https = false;
    std::string host{};    ///< in lower case; IPv6 without brackets
    std::string origin{};  ///< "https://desk.example:8443", in lower case, without the usual port
    std::string path{};    ///< as it was written; may be empty
    std::string query{};   ///< with its '?'; may be empty
    Reach reach = Reach::everywhere;
};

inline constexpr std::size_t k_remote_url_bytes_max = 2048;

/// Reads a URL of a server: https, or http to this machine. Refuses other schemes, a user, a
/// fragment, backslashes, control characters, addresses in unusual forms (127.1, 0x7f000001), and
/// more than k_remote_url_bytes_max bytes. `name` says in messages which URL it is, e.g. "the URL
/// of the token endpoint". Error: invalid_argument.
Result<RemoteUrl> read_remote_url(std::string_view text, std::string_view name);

/// read_remote_url() for a URL named by a server, or by a document that it led to. A URL may not
/// lead closer to this machine than the server itself: else a server on the internet makes the
/// client knock at services of its own network. A name whose address is private passes here; TLS
/// then fails, since no service there has a certificate of the name. Error: invalid_argument.
Result<RemoteUrl> read_url_from(std::string_view text, Reach server, std::string_view name);

/// `host` is in lower case, IPv6 without brackets.
Reach reach_of(std::string_view host);

}  // namespace iam::mcp
