// Decides which requests go through a proxy, and writes the request to the proxy.
#pragma once

#include "net/client/url.hpp"
#include <iam/core/result.hpp>
#include <iam/net/http_client.hpp>

#include <optional>
#include <string>
#include <vector>

namespace iam::net {

class ProxyRule {
 public:
    /// Error: invalid_argument.
    static Result<ProxyRule> make(const Proxy& proxy);
    /// The proxy for a URL; null: it is asked directly.
    const Url* find(const Url& url) const;
    /// The request for a way through the proxy.
    std::string connect_text(const Url& to) const;

 private:
    std::optional<Url> proxy_{};
    std::string credentials_{};  // of Basic
    std::vector<std::string> except_{};
};

}  // namespace iam::net
