#include "host/session/proxy_variables.hpp"

namespace iam::host {

net::Proxy proxy_in(const std::map<std::string, std::string>& variables) {
    const auto first_of = [&](const char* name, const char* other) {
        const auto found = variables.find(name);
        if (found != variables.end() && !found->second.empty()) return found->second;
        const auto second = variables.find(other);
        return second == variables.end() ? std::string() : second->second;
    };
    return net::proxy_of({.https_proxy = first_of("https_proxy", "HTTPS_PROXY"),
                          .no_proxy = first_of("no_proxy", "NO_PROXY")});
}

}  // namespace iam::host
