// The proxy that the variables of the environment name.
#pragma once

#include <iam/net/http_client.hpp>

#include <map>
#include <string>

namespace iam::host {

/// Reads the variables that curl reads as well: https_proxy and no_proxy, or the same in capitals.
/// The proxy is for servers behind https and wss.
net::Proxy proxy_in(const std::map<std::string, std::string>& variables);

}  // namespace iam::host
