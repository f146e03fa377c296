// Defines HttpServer, an HTTP/1.1 server for programs on this machine and, with TLS, for others.
//
//   auto server = net::HttpServer::start({.endpoints = {{"127.0.0.1", 0}}}, handler);
//   std::cout << (*server)->endpoints().front().port;
#pragma once

#include <iam/core/result.hpp>
#include <iam/net/http_message.hpp>
#include <iam/net/web_socket.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::net {

struct Endpoint {
    std::string address = "127.0.0.1";  ///< IPv4 or IPv6 in text, no name
    unsigned port = 0;                  ///< 0: the system chooses one
};

/// Files in PEM. TLS 1.2 is the oldest version in use.
struct ServerTls {
    std::string certificate_chain_file{};
    std::string key_file{};
};

/// Each is answered, or the connection is closed, before memory is spent on the part beyond it.
struct ServerLimits {
    std::size_t header_bytes_max = std::size_t{16} << 10U;  ///< 431
    std::size_t body_bytes_max = std::size_t{16} << 20U;    ///< 413
    std::size_t connections_max = 1024;  ///< beyond it a connection is answered with 503
    /// Of a stream not read by the client. Beyond it the connection is cut.
    std::size_t unsent_bytes_max = std::size_t{16} << 20U;
    std::chrono::milliseconds header_time{std::chrono::seconds{10}};  ///< 408
    /// For a whole body, besides a second for each 16 KiB of it.
    std::chrono::milliseconds body_time{std::chrono::seconds{30}};  ///< 408
    std::chrono::milliseconds idle_time{std::chrono::seconds{60}};  ///< between two requests
    /// If a client takes nothing for so long while bytes wait for it, it is cut.
    std::chrono::milliseconds send_time{std::chrono::seconds{30}};
    std::chrono::milliseconds tls_time{std::chrono::seconds{10}};  ///< of a handshake
    /// Before the next try to take a connection, if the system has no descriptor left for it.
    std::chrono::milliseconds accept_pause{100};
};

struct ServerSettings {
    /// Addresses other than loopback need `tls`, or `allows_plain_text`.
    std::vector<Endpoint> endpoints{{"127.0.0.1", 0}};
    /// True: an endpoint with port 0 gets the port of the first endpoint.
    bool has_one_port = false;
    std::optional<ServerTls> tls{};
    bool allows_plain_text = false;
    /// Names for the Host field, without port; others are answered with 421. Of an endpoint on
    /// loopback "localhost", "127.0.0.1" and "[::1]" are allowed always, with its port.
    std::vector<std::string> hosts{};
    /// True: the Host field must be one of `hosts` with the endpoint's port, byte for byte, and an
    /// Origin must be the origin of such a host. Names of loopback are then no exception.
    bool has_listed_hosts_only = false;
    /// Origins, e.g. "https://app.example", allowed besides the origins of allowed hosts. A request
    /// of another origin is answered with 403. A request without Origin is no browser's.
    std::vector<std::string> origins{};
    /// Fields of every answer, the server's own refusals among them; a WebSocket has none of them.
    /// Each must be sendable as a field of a Response.
    Fields common_fields{};
    ServerLimits limits{};
    /// Hears, once, that connections have to wait, and why: no descriptor or memory is left for
    /// them. Called on a thread of the server; must not block or throw.
    std::function<void(const std::string&)> on_problem{};
};

class ExchangeCore;  // private to runtime/src/net

/// The right to answer one request, once: as a whole, or as a stream. Its holder may keep it and
/// answer later, on any thread, also when the server is gone. If it is destroyed without an answer,
/// the client gets 500; a stream without an end is cut, so the client notices. Thread-safe, except
/// that moving and destroying it is for one thread alone.
class Exchange {
 public:
    /// Made by HttpServer.
    explicit Exchange(std::shared_ptr<ExchangeCore> core) noexcept;
    Exchange(Exchange&&) noexcept = default;
    Exchange& operator=(Exchange&&) noexcept;
    Exchange(const Exchange&) = delete;
    Exchange& operator=(const Exchange&) = delete;
    ~Exchange();

    // Each returns false if it has no effect: there is an answer, or the client has gone.

    /// Sends a whole response.
    bool answer(Response response);
    /// Begins a stream: the head of a response with an empty body, and the bytes of write().
    bool begin(Response head);
    /// Adds bytes to a stream, and sends them at once.
    bool write(std::string_view bytes);
    /// Ends a stream.
    bool finish();

    /// Makes a WebSocket of the connection, if the request asks for one (wants_web_socket); its
    /// Origin has been checked. Null if it does not, there is an answer, or the client has gone;
    /// then no function of `events` is called.
    std::optional<WebSocket> upgrade(WebSocketSettings settings, WebSocketEvents events);

    /// Bytes of a stream not yet taken by the system.
    std::size_t unsent_bytes() const noexcept;
    /// Has a function called once, if the client goes away, or is cut, before the answer has been
    /// sent. It is called on a thread of the server, or here if it has happened.
    void on_gone(std::function<void()> gone);

 private:
    std::shared_ptr<ExchangeCore> core_;
};

/// Called on a thread of the server, one at a time, in the order of the requests of a connection;
/// must not block, but see HttpServer::run_next.
/// The next request of a connection is read when this one has been answered. If it throws, the
/// client gets 500.
using Handler = std::function<void(Request, Exchange)>;

/// Refuses by itself: requests that break RFC 9112 or its own framing rules (400; among them a
/// request with both Content-Length and Transfer-Encoding, with two lengths, and with an obsolete
/// line folding), hosts (421), origins (403), and requests beyond a limit. The bodies of its
/// refusals say why in text/plain. Thread-safe.
class HttpServer {
 public:
    /// Begins to listen on the addresses. Errors: invalid_argument (no address; an address that
    /// needs TLS; a common field that cannot be sent), unavailable (the system refuses the address;
    /// the certificate or the key cannot be used).
    static Result<std::unique_ptr<HttpServer>> start(ServerSettings settings, Handler handler);
    /// stop().
    ~HttpServer();
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

    /// With the ports chosen by the system.
    const std::vector<Endpoint>& endpoints() const noexcept;
    std::size_t connections() const noexcept;
    /// For a handler: takes a job, to be run on its thread once it has returned. A job may block;
    /// then another thread serves connections. Returns false if it has taken one already.
    bool run_next(std::function<void()>& job);
    /// Takes no more connections and requests. Waits up to `grace` until answers under way have
    /// been sent, then cuts all connections and ends the threads, when their jobs have ended. Not
    /// for a thread of the server.
    void stop(std::chrono::milliseconds grace = {});

 private:
    class Core;
    explicit HttpServer(std::unique_ptr<Core> core) noexcept;
    std::unique_ptr<Core> core_;
};

}  // namespace iam::net
