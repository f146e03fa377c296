// A server for tests that answers with any bytes, or with a certificate that ours would not take.
#pragma once

#include "certificates.hpp"
#include <iam/core/signals_blocked.hpp>

#include <arpa/inet.h>
#include <catch2/catch.hpp>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace iam::test {

/// One connection that it has taken.
class RawPeer {
 public:
    explicit RawPeer(int socket) : socket_(socket) {}
    RawPeer(const RawPeer&) = delete;
    RawPeer& operator=(const RawPeer&) = delete;
    ~RawPeer() { ::close(socket_); }
    int socket() const noexcept { return socket_; }
    void send(std::string_view bytes) const {
        while (!bytes.empty()) {
            const auto sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (sent <= 0) return;
            bytes.remove_prefix(static_cast<std::size_t>(sent));
        }
    }
    std::string read_until(std::string_view end) {
        std::size_t at = 0;
        while ((at = input_.find(end)) == std::string::npos)
            if (!receive()) return std::exchange(input_, {});
        std::string text = input_.substr(0, at + end.size());
        input_.erase(0, text.size());
        return text;
    }
    /// Waits until the client closes.
    void wait_for_end() {
        while (receive()) {
        }
    }
    /// Sends what one side sends to the other, until one of them ends.
    void join(const RawPeer& other) const {
        std::thread back([&] { other.pump(*this); });
        pump(other);
        back.join();
    }

 private:
    bool receive() {
        std::array<char, 4096> bytes{};
        const auto size = ::recv(socket_, bytes.data(), bytes.size(), 0);
        if (size <= 0) return false;
        input_.append(bytes.data(), static_cast<std::size_t>(size));
        return true;
    }
    void pump(const RawPeer& to) const {
        std::array<char, 4096> bytes{};
        for (;;) {
            const auto size = ::recv(socket_, bytes.data(), bytes.size(), 0);
            if (size <= 0) break;
            to.send({bytes.data(), static_cast<std::size_t>(size)});
        }
        ::shutdown(to.socket_, SHUT_RDWR);
        ::shutdown(socket_, SHUT_RDWR);
    }

    int socket_;
    std::string input_{};
};

/// Listens on 127.0.0.1 and calls a function for each connection, one after the other.
class RawServer {
 public:
    explicit RawServer(std::function<void(RawPeer&)> serve)
        : listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)), serve_(std::move(serve)) {
        sockaddr_in at{};
        at.sin_family = AF_INET;
        at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        sockaddr any{};
        std::memcpy(&any, &at, sizeof at);
        REQUIRE(::bind(listener_, &any, sizeof any) == 0);
        REQUIRE(::listen(listener_, 16) == 0);
        socklen_t size = sizeof any;
        REQUIRE(::getsockname(listener_, &any, &size) == 0);
        std::memcpy(&at, &any, sizeof at);
        port_ = ntohs(at.sin_port);
        const SignalsBlocked blocked;  // SIGPIPE of a client that closes is none of the thread's
        thread_ = std::thread([this] { run(); });
    }
    RawServer(const RawServer&) = delete;
    RawServer& operator=(const RawServer&) = delete;
    ~RawServer() {
        ::shutdown(listener_, SHUT_RDWR);
        thread_.join();
        ::close(listener_);
    }
    unsigned port() const noexcept { return port_; }
    std::string url(const std::string& scheme = "http",
                    const std::string& host = "127.0.0.1") const {
        return scheme + "://" + host + ":" + std::to_string(port_) + "/";
    }

 private:
    void run() {
        for (;;) {
            const int socket = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
            if (socket < 0) return;
            RawPeer peer(socket);
            serve_(peer);
        }
    }

    int listener_;
    std::function<void(RawPeer&)> serve_;
    unsigned port_ = 0;
    std::thread thread_{};
};

/// Shows a chain to a client, whatever it is worth, and answers 200 if the client goes on.
inline void serve_tls(RawPeer& peer, const Key& key, const std::vector<Certificate>& chain,
                      int version_max = TLS1_3_VERSION) {
    const std::shared_ptr<SSL_CTX> context(SSL_CTX_new(TLS_server_method()), SSL_CTX_free);
    SSL_CTX_set_security_level(context.get(), 0);
    SSL_CTX_set_min_proto_version(context.get(), TLS1_VERSION);
    SSL_CTX_set_max_proto_version(context.get(), version_max);
    SSL_CTX_use_certificate(context.get(), chain.front().get());
    for (std::size_t i = 1; i < chain.size(); ++i) {
        X509_up_ref(chain[i].get());
        SSL_CTX_ctrl(context.get(), SSL_CTRL_EXTRA_CHAIN_CERT, 0, chain[i].get());
    }
    SSL_CTX_use_PrivateKey(context.get(), key.get());
    const std::shared_ptr<SSL> ssl(SSL_new(context.get()), SSL_free);
    SSL_set_fd(ssl.get(), peer.socket());
    if (SSL_accept(ssl.get()) != 1) return;
    std::array<char, 4096> request{};
    if (SSL_read(ssl.get(), request.data(), 4096) <= 0) return;
    constexpr std::string_view k_answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    SSL_write(ssl.get(), k_answer.data(), static_cast<int>(k_answer.size()));
    SSL_shutdown(ssl.get());
}

}  // namespace iam::test
