// Settings of OpenSSL: our certificate, and the certificates we believe.
#pragma once

#include <iam/core/result.hpp>
#include <iam/net/http_client.hpp>
#include <iam/net/http_server.hpp>

#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace iam::net {

using SslContext = boost::asio::ssl::context;

/// Error: unavailable (a file).
Result<std::unique_ptr<SslContext>> server_context(const ServerTls& tls);

/// The server certificates believed by a client.
class Trust {
 public:
    /// Errors: invalid_argument (a pin), unavailable (a file).
    static Result<std::unique_ptr<Trust>> make(const ClientTls& tls);

    SslContext& context() noexcept { return context_; }
    /// Before the handshake: the name is asked for and checked.
    Result<void> prepare(SSL& ssl, const std::string& host) const;
    /// After it. Error: unavailable (no key of the chain is pinned).
    Result<void> check_pins(SSL& ssl) const;
    /// Why a handshake failed, in words for people.
    static std::string problem(SSL& ssl, const std::string& otherwise);

 private:
    using KeyDigest = std::array<std::uint8_t, 32>;

    Trust() : context_(SslContext::tls_client) {}
    bool is_pinned(X509& certificate) const;
    bool judge(bool is_good, X509_STORE_CTX& store) const;

    SslContext context_;
    std::vector<KeyDigest> pins_{};
};

}  // namespace iam::net
