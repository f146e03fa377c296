// Takes URLs apart, as far as a client of HTTP needs them.
#pragma once

#include <iam/core/result.hpp>

#include <string>
#include <string_view>

namespace iam::net {

struct Url {
    bool is_https = false;
    std::string user{};  ///< "user:password", still with its escapes; of proxies only
    std::string host{};  ///< in lower case; IPv6 without brackets
    unsigned port = 0;
    std::string target = "/";
    /// As the Host field has it: without the usual port.
    std::string authority() const;
    /// With the port.
    std::string name() const;
};

Result<Url> read_url(std::string_view text);
/// True for "localhost", names below it, and addresses of loopback.
bool is_loopback_name(std::string_view host);

}  // namespace iam::net
