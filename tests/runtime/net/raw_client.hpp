// A client for tests that sends any bytes, and a server that it asks.
#pragma once

#include <iam/net/http_server.hpp>

#include <arpa/inet.h>
#include <catch2/catch.hpp>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace iam::test {

/// A connection to 127.0.0.1. Reading waits for bytes, and gives up after 20 s.
class RawClient {
 public:
    explicit RawClient(unsigned port, int receive_buffer = 0)
        : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        const timeval limit{20, 0};
        ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
        const int on = 1;
        ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        if (receive_buffer != 0)
            ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
        sockaddr_in to{};
        to.sin_family = AF_INET;
        to.sin_port = htons(static_cast<std::uint16_t>(port));
        to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        sockaddr any{};
        std::memcpy(&any, &to, sizeof to);
        REQUIRE(::connect(socket_, &any, sizeof any) == 0);
    }
    RawClient(RawClient&& other) noexcept
        : socket_(std::exchange(other.socket_, -1)), input_(std::move(other.input_)) {}
    RawClient& operator=(RawClient&&) = delete;
    RawClient(const RawClient&) = delete;
    RawClient& operator=(const RawClient&) = delete;
    ~RawClient() { close(); }

    /// False if the server has cut the connection.
    bool send(std::string_view bytes) {
        while (!bytes.empty()) {
            const auto sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (sent <= 0) return false;
            bytes.remove_prefix(static_cast<std::size_t>(sent));
        }
        return true;
    }

    /// The bytes up to and with `end`. Without it: all that came before the end or a cut.
    std::string read_until(std::string_view end) {
        for (;;) {
            const auto at = input_.find(end);
            if (at != std::string::npos) {
                std::string text = input_.substr(0, at + end.size());
                input_.erase(0, at + end.size());
                return text;
            }
            if (!receive()) return std::exchange(input_, {});
        }
    }
    std::string read_bytes(std::size_t count) {
        while (input_.size() < count)
            if (!receive()) break;
        std::string text = input_.substr(0, count);
        input_.erase(0, text.size());
        return text;
    }
    /// The head and the body of a response with Content-Length, or a head alone.
    std::string read_response() {
        std::string text = read_until("\r\n\r\n");
        const auto at = text.find("Content-Length: ");
        if (at == std::string::npos) return text;
        return text + read_bytes(std::strtoul(text.c_str() + at + 16, nullptr, 10));
    }
    /// All that comes until the server closes.
    std::string read_all() {
        while (receive()) {
        }
        return std::exchange(input_, {});
    }
    /// Waits for the end of the connection; false if bytes come.
    bool is_closed_without_bytes() { return input_.empty() && !receive(); }
    /// Its socket, which the caller closes.
    int release() noexcept { return std::exchange(socket_, -1); }
    void close() {
        if (socket_ >= 0) ::close(std::exchange(socket_, -1));
    }
    /// Closes so that the server gets a reset.
    void reset() {
        const linger at_once{1, 0};
        ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
        close();
    }

 private:
    bool receive() {
        std::array<char, 65536> bytes{};
        const auto size = ::recv(socket_, bytes.data(), bytes.size(), 0);
        if (size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            FAIL_CHECK("the server neither answers nor closes");
        }
        if (size <= 0) return false;
        input_.append(bytes.data(), static_cast<std::size_t>(size));
        return true;
    }

    int socket_;
    std::string input_{};
};

inline unsigned status_of(std::string_view response) {
    if (response.substr(0, 9) != "HTTP/1.1 ") return 0;
    return static_cast<unsigned>(
        std::strtoul(std::string(response.substr(9, 3)).c_str(), nullptr, 10));
}

inline std::string body_of(std::string_view response) {
    const auto at = response.find("\r\n\r\n");
    return at == std::string_view::npos ? std::string() : std::string(response.substr(at + 4));
}

inline std::unique_ptr<net::HttpServer> start(net::ServerSettings settings, net::Handler handler) {
    auto server = net::HttpServer::start(std::move(settings), std::move(handler));
    if (!server) FAIL(server.error().message);
    return std::move(*server);
}

/// Answers with the method, the target and the body of the request.
inline void echo(net::Request request, net::Exchange exchange) {
    net::Response response;
    response.body = request.method + " " + request.target + " " + request.body;
    exchange.answer(std::move(response));
}

/// A server on loopback with the limits of a test.
struct TestServer {
    explicit TestServer(net::Handler handler = echo, net::ServerSettings settings = {})
        : server(start(std::move(settings), std::move(handler))),
          port(server->endpoints().front().port) {}
    RawClient connect() const { return RawClient(port); }
    std::string host() const { return "Host: 127.0.0.1:" + std::to_string(port) + "\r\n"; }
    /// "GET / HTTP/1.1" and Host, then what the test adds, up to the empty line.
    std::string get(std::string_view fields = {}) const {
        return "GET / HTTP/1.1\r\n" + host() + std::string(fields) + "\r\n";
    }
    std::string post(std::string_view body, std::string_view fields = {}) const {
        return "POST / HTTP/1.1\r\n" + host() + std::string(fields) +
               "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
    }
    /// The answer to some bytes on a connection of its own.
    std::string ask(std::string_view bytes) const {
        RawClient client = connect();
        client.send(bytes);
        return client.read_response();
    }

    std::unique_ptr<net::HttpServer> server;
    unsigned port;
};

}  // namespace iam::test
