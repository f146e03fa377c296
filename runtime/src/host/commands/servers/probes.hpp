// The URLs that `servers discover` tries on a host. Pure.
#pragma once

#include <iam/core/result.hpp>
#include <iam/mcp/server_config.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace iam::host {

inline constexpr std::size_t k_discovered_hosts_max = 8;

struct Probe {
    std::string place{};  ///< "host:port"
    std::string url{};
    mcp::UrlTransport transport = mcp::UrlTransport::streamable_http;
};

/// The URLs of all hosts: at most 8 hosts, 6 ports of each that names none, 4 paths of each port.
/// A host is a name, an IPv4 address or an IPv6 address in brackets, with a port or without. Error:
/// invalid_argument.
Result<std::vector<Probe>> probes_of(const std::vector<std::string>& hosts);

}  // namespace iam::host
