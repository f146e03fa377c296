// Defines HttpClient, a client of HTTP/1.1 servers: with TLS, and without it on this machine.
//
//   auto client = net::HttpClient::make({});
//   auto response = (*client)->fetch({.url = "https://example.org/a.json"}, stop);
#pragma once

#include <iam/core/result.hpp>
#include <iam/net/http_message.hpp>
#include <iam/net/web_socket.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace iam::net {

/// The trusted servers. TLS 1.2 is the oldest version in use. The chain, the name and the time of a
/// certificate are always checked; nothing switches these checks off.
struct ClientTls {
    bool uses_system_roots = true;
    std::string ca_file{};  ///< PEM; its certificates are believed as well
    /// "sha256/" and the base64 text of the SHA-256 of a public key (SubjectPublicKeyInfo). If
    /// there are any, the checked chain has to have one of these keys. A server with a self-signed
    /// certificate is believed if its own key is one of them.
    std::vector<std::string> pins{};
};

/// A proxy for https, asked by CONNECT. Addresses and names of this machine (localhost) are never
/// asked through it.
struct Proxy {
    std::string url{};  ///< "http://proxy.example:3128", also with "user:password@"; empty: none
    /// Names to ask directly, with all names ending in ".name". "*" stands for all.
    std::vector<std::string> except{};
};

/// The variables of the environment about proxies. The caller reads them.
struct ProxyVariables {
    std::string https_proxy{};
    std::string no_proxy{};  ///< separated by commas
};
Proxy proxy_of(const ProxyVariables& variables);

struct ClientLimits {
    std::size_t header_bytes_max = std::size_t{64} << 10U;
    /// Of fetch(). A stream has no limit of its own.
    std::size_t body_bytes_max = std::size_t{16} << 20U;
    /// For the name, the connection, the proxy and TLS.
    std::chrono::milliseconds connect_time{std::chrono::seconds{10}};
    /// From the request to the head of its response.
    std::chrono::milliseconds first_byte_time{std::chrono::seconds{120}};
    /// Between two pieces of a body, either way.
    std::chrono::milliseconds idle_time{std::chrono::seconds{60}};
    /// From start() to the end of the body, however often pieces come. 0: no limit.
    std::chrono::milliseconds total_time{0};
    /// Connections kept for the next request to their server, over all servers. 0: each request has
    /// a connection of its own.
    std::size_t kept_connections_max = 8;
    /// How long each of them waits. Most servers wait a minute or more.
    std::chrono::milliseconds kept_time{std::chrono::seconds{30}};
};

struct ClientSettings {
    ClientTls tls{};
    Proxy proxy{};
    /// Without it "http:" leads to addresses of loopback only.
    bool allows_plain_text = false;
    ClientLimits limits{};
};

struct ClientRequest {
    std::string method = "GET";
    std::string url{};  ///< "http:" or "https:", without user; a fragment is not sent
    Fields fields{};    ///< without Host, Connection, Content-Length, Transfer-Encoding
    std::string body{};
};

/// The check of ClientRequest::url by every request. `allows_plain_text` as in ClientSettings.
/// Error: invalid_argument.
Result<void> check_client_url(std::string_view url, bool allows_plain_text = false);

/// Called on the thread of the client, in this order; none of them may block or wait for another
/// call of the client. Each may be empty.
struct ResponseEvents {
    /// The head; its body is empty.
    std::function<void(Response)> on_head{};
    /// Bytes of the body as they come, without chunks.
    std::function<void(std::string_view)> on_bytes{};
    /// Called once, last. Errors: unavailable (nothing has happened, or the method is GET, HEAD or
    /// OPTIONS), outcome_unknown (the server may have acted on the request).
    std::function<void(Result<void>)> on_end{};
};

class ClientCall;  // private to runtime/src/net

/// A request under way. Destroying it does not end the request.
class PendingCall {
 public:
    explicit PendingCall(std::weak_ptr<ClientCall> call) noexcept : call_(std::move(call)) {}
    /// Ends the request and its connection; on_end is called soon, unless it has been. Thread-safe.
    void cancel() noexcept;

 private:
    std::weak_ptr<ClientCall> call_;
};

/// Follows no redirects, keeps no cookies, and asks for no compression. Tries each address of a
/// name. Keeps connections for later requests to the same server; if one of them ends before the
/// answer begins, GET, HEAD and OPTIONS are sent once more on a new one. Thread-safe.
class HttpClient {
 public:
    /// Reads the certificates and makes a client. Errors: invalid_argument (the proxy, a pin),
    /// unavailable (a file of certificates).
    static Result<std::unique_ptr<HttpClient>> make(ClientSettings settings);
    /// Cancels all requests and waits until each on_end has returned, and until the system has
    /// given up every look-up of a name.
    ~HttpClient();
    HttpClient(const HttpClient&) = delete;
    HttpClient& operator=(const HttpClient&) = delete;

    /// Error: invalid_argument (the URL, the method, a field); then no function is called.
    Result<PendingCall> start(ClientRequest request, ResponseEvents events);
    /// Opens a WebSocket; the method and the body of `request` do not count, and its URL begins
    /// with "http:" or "https:". Error: invalid_argument (the URL, a field). on_end tells of later
    /// failures.
    Result<WebSocket> open_socket(ClientRequest request, WebSocketSettings settings,
                                  WebSocketEvents events);
    /// Waits for a whole response, or until a stop is requested. Errors as of start() and on_end.
    /// Not for a thread of the client.
    Result<Response> fetch(ClientRequest request, std::stop_token stop = {});

 private:
    class Core;
    explicit HttpClient(std::unique_ptr<Core> core) noexcept;
    std::unique_ptr<Core> core_;
};

}  // namespace iam::net
