// Finds the sender of a request over HTTP, and the sender's tools: by access tokens of an OAuth 2.1
// authorization server (MCP, basic/authorization), or by tokens in a file.
//
//   iam::mcp::AuthorizationSettings settings{.resource = "https://desk.example/mcp"};
//   settings.issuer = {.issuer = "https://login.example", .keys = "/etc/desk/keys.json"};
//   auto authorizer = iam::mcp::Authorizer::make(settings, {.clock = clock});
//   iam::mcp::serve_http(server, {.authorizer = authorizer->get()});     // <iam/mcp/http.hpp>
#pragma once

#include <iam/core/clock.hpp>
#include <iam/core/entropy.hpp>
#include <iam/core/result.hpp>
#include <iam/net/http_message.hpp>

#include <tl/expected.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::mcp {

/// The sender of a request, after the check of the token.
struct Principal {
    /// Subject::user of its calls: "ISSUER#SUB" for an access token, "token#NAME" for a token of
    /// the file. Two issuers, and a file beside them, never give the same text.
    std::string user{};
    std::string name{};        ///< for people: the sub, or the name in the file
    std::string credential{};  ///< the issuer, or "token NAME"
    std::vector<std::string> scopes{};
};

/// A request to another server.
struct Fetch {
    std::string method = "GET";
    std::string url{};
    net::Fields fields{};
    std::string body{};
};
using Fetched = std::function<void(Result<net::Response>)>;
/// Sends a request without waiting, and calls `fetched` once, on any thread.
using Fetcher = std::function<void(Fetch request, Fetched fetched)>;

/// An authorization server that says about each token whether it holds (RFC 7662). It is asked for
/// each request.
struct Introspection {
    std::string url{};
    std::string client_id{};
    std::string client_secret{};
    /// Instead of client_secret: a file of mode 0600 with the secret in its only line. It is read
    /// by Authorizer::make().
    std::string client_secret_file{};
};

/// An authorization server. Either `keys` or `introspection` is given.
struct TokenIssuer {
    std::string issuer{};  ///< the `iss` of its tokens, exactly; a URL without query and fragment
    /// A file, or a URL beginning with "https://" or "http://", of a JWK set (RFC 7517).
    std::string keys{};
    std::optional<Introspection> introspection{};
};

struct AuthorizationSettings {
    /// The URL of the server as its clients know it. It must be in the `aud` of each access token.
    std::string resource{};
    std::string name{};  ///< of the server, for people
    /// A line for each token: NAME, the SHA-256 of the token in hexadecimal digits, and scopes. The
    /// file has mode 0600 and is read again within a second after it has changed. Empty: none.
    std::string tokens_file{};
    std::optional<TokenIssuer> issuer{};
    /// JSON: {"iam": 1, "scopes": {"alarms": ["list_alarms", "set_*"]}}. Empty: every principal may
    /// call every tool. Otherwise a tool exists for a principal only if one of its scopes names the
    /// tool.
    std::string scopes_file{};
    /// A token may be so long past its end, or before its beginning: clocks differ.
    std::chrono::seconds leeway{60};
    /// Keys from a URL are fetched again when they are older; keys of a file after five seconds.
    std::chrono::milliseconds keys_max_age{std::chrono::minutes{10}};
    /// A token with an unknown key has the keys fetched again, at most this often.
    std::chrono::milliseconds keys_again{std::chrono::minutes{1}};
};

struct AuthorizationParts {
    const Clock& clock;
    Fetcher fetch{};  ///< for keys by URL and for introspection
    /// Hears why requests are answered with 503; the same reason once a minute. No part of a token
    /// is in the text.
    std::function<void(const std::string&)> on_problem{};
};

/// The principal, or the refusing response.
using Authorization = tl::expected<Principal, net::Response>;
/// True if the tool exists for a principal.
using ToolFilter = std::function<bool(std::string_view tool)>;

/// Judges requests by their tokens. Thread-safe. No response and no error holds any part of a
/// token.
class Authorizer {
 public:
    /// Reads the files and makes an Authorizer. Errors: invalid_argument (a setting, the content of
    /// a file), unavailable, corrupt (others can read or write the file).
    static Result<std::unique_ptr<Authorizer>> make(AuthorizationSettings settings,
                                                    AuthorizationParts parts);
    /// A function waiting for another server is not called any more.
    ~Authorizer();
    Authorizer(const Authorizer&) = delete;
    Authorizer& operator=(const Authorizer&) = delete;

    /// Calls `done` once: here, or later on a thread of the Fetcher. Reads the token from the field
    /// Authorization alone. Refusals: 400, 401, 503.
    void authorize(const net::Fields& fields, std::function<void(Authorization)> done) const;
    /// The protected resource metadata (RFC 9728), if a GET asks for it. It needs no token.
    std::optional<net::Response> metadata(const net::Request& request) const;
    /// The tools of a principal; empty: all.
    ToolFilter tools_of(const Principal& principal) const;
    /// Refuses a message or a batch if it calls a tool of a scope that the principal lacks: 403
    /// with this scope.
    std::optional<net::Response> refuse_call(const Principal& principal,
                                             std::string_view message) const;

 private:
    class Core;
    explicit Authorizer(std::shared_ptr<Core> core) noexcept;
    std::shared_ptr<Core> core_;
};

/// A new token for a tokens_file.
struct NewToken {
    std::string token{};  ///< for the client; nobody can make it from the line
    std::string line{};   ///< for the file
};
/// Error: invalid_argument (the name).
Result<NewToken> make_token(std::string_view name, Entropy& entropy);

}  // namespace iam::mcp
