// The names by which requests may address this server, and the allowed origins.
#pragma once

#include "net/message/request_reader.hpp"
#include <iam/net/http_server.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::net {

/// Of one endpoint.
class HostRules {
 public:
    /// `endpoint` has the port chosen by the system.
    HostRules(const ServerSettings& settings, const Endpoint& endpoint, bool is_loopback);
    std::optional<Refusal> check(const Request& request, bool is_http_1_0) const;

 private:
    bool allows_host(std::string_view host) const;
    bool allows_origin(std::string_view origin) const;

    std::vector<std::string> hosts_{};  // all spellings; in lower case, unless they are exact
    std::vector<std::string> origins_;
    std::string scheme_;  // "http://" or "https://"
    bool is_exact_;
};

}  // namespace iam::net
