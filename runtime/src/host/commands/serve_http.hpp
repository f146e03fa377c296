// The options of serve about HTTP: the address, TLS, and the allowed callers.
#pragma once

#include "host/session/session.hpp"
#include <iam/core/result.hpp>
#include <iam/mcp/http.hpp>
#include <iam/net/http_client.hpp>
#include <iam/net/http_server.hpp>

#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <vector>

namespace iam::host {

/// As they are typed; each may be empty.
struct HttpWords {
    std::string address{};
    std::vector<std::string> hosts{};
    std::string certificate_file{};
    std::string key_file{};
    std::string tokens_file{};
    std::string issuer{};
    std::string keys{};           ///< a file or a URL
    std::string introspection{};  ///< a URL
    std::string client_id{};
    std::string client_secret_file{};
    std::string audience{};
    std::string scopes_file{};
    std::string new_token{};  ///< a name
};

/// Returns the option --http.
CLI::Option* add_http_options(CLI::App& serving, HttpWords& words);

/// Adds --http, --host, --tls-certificate and --tls-key, and returns the first.
CLI::Option* add_listen_options(CLI::App& serving, HttpWords& words);
/// Where to listen, by these options. Addresses other than loopback need TLS.
Result<net::ServerSettings> listen_settings(const HttpWords& words);

/// The parts of serve_http() and the object they point to.
struct HttpListening {
    std::unique_ptr<net::HttpClient> client{};  ///< asks the issuer; nullptr: there is none
    std::unique_ptr<mcp::Authorizer>
        authorizer{};  ///< nullptr: every program of this machine may call
    mcp::HttpParts parts{};
};
/// Reads the files named by the words. The session outlives the result.
Result<HttpListening> http_listening(Session& session, const HttpWords& words);

std::string url_of(const net::Endpoint& endpoint, const HttpWords& words);

/// Prints a new token and its line for the file of --tokens.
ExitCode print_new_token(Session& session, const std::string& name);

}  // namespace iam::host
