#include "net/server/host_rules.hpp"

#include "net/message/ascii.hpp"

#include <algorithm>

namespace iam::net {

HostRules::HostRules(const ServerSettings& settings, const Endpoint& endpoint, bool is_loopback)
    : origins_(settings.origins),
      scheme_(settings.tls ? "https://" : "http://"),
      is_exact_(settings.has_listed_hosts_only) {
    const std::string port = ":" + std::to_string(endpoint.port);
    if (is_exact_) {
        for (const std::string& name : settings.hosts) hosts_.push_back(name + port);
        return;
    }
    const bool is_usual_port = endpoint.port == (settings.tls ? 443U : 80U);
    if (is_loopback) {
        for (const char* name : {"localhost", "127.0.0.1", "[::1]"}) {
            hosts_.push_back(name + port);
            if (is_usual_port) hosts_.emplace_back(name);
        }
    }
    // A proxy passes on the name its own clients asked for, without a port of ours.
    for (const std::string& name : settings.hosts) {
        hosts_.push_back(lower(name) + port);
        hosts_.push_back(lower(name));
    }
}

bool HostRules::allows_host(std::string_view host) const {
    return std::any_of(hosts_.begin(), hosts_.end(), [&](const std::string& allowed) {
        return is_exact_ ? allowed == host : same_ignoring_case(allowed, host);
    });
}

bool HostRules::allows_origin(std::string_view origin) const {
    if (std::find(origins_.begin(), origins_.end(), origin) != origins_.end()) return true;
    return origin.substr(0, scheme_.size()) == scheme_ &&
           allows_host(origin.substr(scheme_.size()));
}

std::optional<Refusal> HostRules::check(const Request& request, bool is_http_1_0) const {
    const Fields& fields = request.fields;
    const auto host = fields.find("Host");
    if (fields.count("Host") > 1 || (!host && !is_http_1_0))
        return Refusal{400, "A request must have one Host field."};
    const bool is_own_form =
        request.target.front() == '/' || (request.target == "*" && request.method == "OPTIONS");
    if (!is_own_form)
        return Refusal{421, "This server is no proxy: ask for a path that begins with a slash."};
    if (!host || !allows_host(*host))
        return Refusal{421, "This server does not serve the name in the Host field."};
    if (fields.count("Origin") > 1 ||
        (fields.count("Origin") == 1 && !allows_origin(*fields.find("Origin"))))
        return Refusal{403, "Pages of this origin may not ask this server."};
    return std::nullopt;
}

}  // namespace iam::net
