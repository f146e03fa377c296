#include "net/client/proxy.hpp"

#include "net/message/ascii.hpp"
#include "net/message/head_text.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <charconv>
#include <vector>

namespace iam::net {
namespace {

std::string base64(std::string_view bytes) {
    std::vector<unsigned char> text(4 * ((bytes.size() + 2) / 3) + 1);
    const std::vector<unsigned char> plain(bytes.begin(), bytes.end());
    const int size = EVP_EncodeBlock(text.data(), plain.data(), static_cast<int>(plain.size()));
    return {text.begin(), text.begin() + size};
}

std::string without_escapes(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        unsigned value = 0;
        if (text[i] == '%' && i + 2 < text.size() + 0U &&
            std::from_chars(text.data() + i + 1, text.data() + i + 3, value, 16).ptr ==
                text.data() + i + 3) {
            plain += static_cast<char>(value);
            i += 2;
        } else {
            plain += text[i];
        }
    }
    return plain;
}

// "example.org" and ".example.org" mean the same: the name and all below it.
bool covers(std::string_view entry, const Url& url) {
    if (entry == "*") return true;
    if (!entry.empty() && entry.front() == '.') entry.remove_prefix(1);
    if (entry.empty()) return false;
    if (entry == url.host || entry == url.name()) return true;
    const std::string_view host = url.host;
    return host.size() > entry.size() && host.substr(host.size() - entry.size()) == entry &&
           host[host.size() - entry.size() - 1] == '.';
}

}  // namespace

Proxy proxy_of(const ProxyVariables& variables) {
    Proxy proxy;
    proxy.url = variables.https_proxy;
    // Variables often lack the scheme.
    if (!proxy.url.empty() && proxy.url.find("://") == std::string::npos)
        proxy.url.insert(0, "http://");
    std::string_view rest = variables.no_proxy;
    while (!rest.empty()) {
        const std::size_t comma = std::min(rest.find(','), rest.size());
        const std::string_view entry = trimmed(rest.substr(0, comma));
        if (!entry.empty()) proxy.except.emplace_back(entry);
        rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
    return proxy;
}

Result<ProxyRule> ProxyRule::make(const Proxy& proxy) {
    ProxyRule rule;
    for (const std::string& name : proxy.except) rule.except_.push_back(lower(name));
    if (proxy.url.empty()) return rule;
    auto url = read_url(proxy.url);
    if (!url || url->is_https || url->target != "/")
        return fail(Errc::invalid_argument,
                    "The address of the proxy is no http URL; give one like "
                    "http://proxy.example:3128.");
    if (!url->user.empty()) rule.credentials_ = base64(without_escapes(url->user));
    rule.proxy_ = std::move(*url);
    return rule;
}

const Url* ProxyRule::find(const Url& url) const {
    if (!proxy_ || !url.is_https || is_loopback_name(url.host)) return nullptr;
    const bool is_excepted =
        std::any_of(except_.begin(), except_.end(),
                    [&](const std::string& entry) { return covers(entry, url); });
    return is_excepted ? nullptr : &*proxy_;
}

std::string ProxyRule::connect_text(const Url& to) const {
    std::string text = "CONNECT " + to.name() + " HTTP/1.1\r\n";
    append_field(text, "Host", to.name());
    if (!credentials_.empty()) append_field(text, "Proxy-Authorization", "Basic " + credentials_);
    return text + "\r\n";
}

}  // namespace iam::net
