// Describes other MCP servers whose tools this program uses, as values: where each one is, and how
// it is started.
#pragma once

#include <iam/mcp/recipes.hpp>
#include <iam/net/http_message.hpp>

#include <chrono>
#include <compare>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace iam::mcp {

/// A secret that stands elsewhere. The value is never in a configuration.
struct SecretReference {
    enum class Place {
        file,         ///< the content of a file of the user, mode 0600
        keyring,      ///< an entry of the system's keyring
        environment,  ///< a variable of this program
    };
    Place place = Place::file;
    std::string name{};  ///< the path, the entry or the variable
    friend bool operator==(const SecretReference&, const SecretReference&) = default;
};

/// The limits of a server's process on the machine, set by bubblewrap.
struct Sandbox {
    bool is_on = true;  ///< false: the process may do whatever its user may do
    bool has_network = false;
    /// Folders and files, absolute, besides the read-only system and a home of its own.
    std::vector<std::string> readable{};
    std::vector<std::string> writable{};
    friend bool operator==(const Sandbox&, const Sandbox&) = default;
};

/// A server that is started as a process, and speaks on its standard input and output.
struct StdioEndpoint {
    std::string command{};                 ///< a path, or a name for PATH
    std::vector<std::string> arguments{};  ///< without the command
    /// Added to a clean environment: PATH, HOME, LANG, TERM, TMPDIR and USER.
    std::map<std::string, std::string> environment{};
    /// More variables, by name, whose values stand elsewhere.
    std::map<std::string, SecretReference> secrets{};
    /// The working folder; empty: the program's own, in the sandbox the home.
    std::string folder{};
    Sandbox sandbox{};
    friend bool operator==(const StdioEndpoint&, const StdioEndpoint&) = default;
};

/// The transports of URLs.
enum class UrlTransport {
    detect,           ///< Streamable HTTP, else HTTP with SSE; WebSocket for "ws:" and "wss:"
    streamable_http,  ///< revisions 2025-03-26 and later
    sse,              ///< HTTP with SSE, revision 2024-11-05
    web_socket,       ///< in no revision; one message a frame
};

/// The certificates of a server besides those that the system believes.
struct ServerTrust {
    std::string ca_file{};  ///< PEM, absolute; its certificates are believed as well
    /// "sha256/" and the base64 text of the SHA-256 of a public key. If there are any, the chain
    /// has to have one of these keys. A certificate signed by itself is believed if its key is one.
    std::vector<std::string> pins{};
    friend auto operator<=>(const ServerTrust&, const ServerTrust&) = default;
};

/// A server that listens at a URL: "http:", "https:", "ws:" or "wss:".
struct UrlEndpoint {
    std::string url{};
    UrlTransport transport = UrlTransport::detect;
    net::Fields fields{};                  ///< sent with each request
    std::vector<std::string> protocols{};  ///< subprotocols of WebSocket, the preferred one first
    ServerTrust tls{};                     ///< of "https:" and "wss:"
    friend bool operator==(const UrlEndpoint&, const UrlEndpoint&) = default;
};

/// A server that listens at a Unix socket; a message a line.
struct SocketEndpoint {
    std::string path{};
    friend bool operator==(const SocketEndpoint&, const SocketEndpoint&) = default;
};

/// The revisions that a server is spoken to in.
enum class ServerEra {
    detect,     ///< asked once, then remembered
    sessions,   ///< 2024-11-05 to 2025-11-25
    stateless,  ///< 2026-07-28
};

/// How a server at a URL knows this program.
struct ServerAuthorization {
    enum class Kind {
        none,    ///< nothing is sent, and a refusal is final
        bearer,  ///< Authorization: Bearer, with the secret
        field,   ///< a header field, such as X-API-Key, with the secret
        oauth,   ///< OAuth 2.1; a person agrees in a browser
    };
    Kind kind = Kind::oauth;
    std::string field{};                      ///< its name, for `field`
    std::optional<SecretReference> secret{};  ///< for bearer and field; for oauth the client's
    std::string client_id{};            ///< for oauth: a registration made by hand; may be empty
    std::vector<std::string> scopes{};  ///< for oauth: asked for besides the server's own wish
    friend bool operator==(const ServerAuthorization&, const ServerAuthorization&) = default;
};

struct ServerTimes {
    std::chrono::milliseconds initialize{std::chrono::seconds{20}};
    std::chrono::milliseconds list{std::chrono::seconds{15}};
    std::chrono::milliseconds call{std::chrono::seconds{60}};  ///< without progress
    std::chrono::milliseconds call_total{std::chrono::minutes{10}};
    /// A connection that was silent for so long is tried with a heartbeat; 0: never.
    std::chrono::milliseconds heartbeat{std::chrono::seconds{30}};
    friend bool operator==(const ServerTimes&, const ServerTimes&) = default;
};

/// The parts of a server, besides its tools, that pass between it and this program's own clients.
struct PassedParts {
    bool resources = true;  ///< with their templates and completions
    bool prompts = true;    ///< with their completions
    bool logging = true;    ///< the server's log messages
    // Questions of the server within a call, for the client behind the call.
    bool elicitation = false;      ///< forms
    bool url_elicitation = false;  ///< addresses to open
    bool sampling = false;         ///< texts by the client's model
    friend bool operator==(const PassedParts&, const PassedParts&) = default;
};

struct ServerConfig {
    /// The origin of the server's tools: [A-Za-z0-9_-]{1,64}.
    std::string name{};
    std::variant<StdioEndpoint, UrlEndpoint, SocketEndpoint> endpoint{};
    bool is_enabled = true;
    ServerEra era = ServerEra::detect;
    ServerAuthorization authorization{};
    /// The names of the tools in use; nothing: all of them.
    std::optional<std::set<std::string, std::less<>>> tools{};
    PassedParts pass_on{};
    /// Whole paths of the folders that the server hears of (roots/list). They open nothing in its
    /// sandbox. Without one it hears of those in ClientAbilities alone.
    std::vector<std::string> roots{};
    ServerTimes times{};
    ServerRecipes recipes{};
    std::size_t calls_per_minute = 0;  ///< further calls are refused; 0: there is no limit
    friend bool operator==(const ServerConfig&, const ServerConfig&) = default;
};

}  // namespace iam::mcp
