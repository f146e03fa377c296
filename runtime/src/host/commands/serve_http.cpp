#include "host/commands/serve_http.hpp"

#include <charconv>
#include <chrono>
#include <mutex>
#include <optional>
#include <ostream>
#include <system_error>
#include <utility>

namespace iam::host {
namespace {

constexpr unsigned k_port_max = 65535;
constexpr std::size_t k_fetched_bytes_max = std::size_t{1} << 20U;
// A client waits meanwhile.
constexpr std::chrono::seconds k_issuer_time{10};

/// "PORT", "ADDRESS:PORT" or "[ADDRESS]:PORT".
Result<net::Endpoint> parse_endpoint(const std::string& text) {
    net::Endpoint endpoint;
    const std::size_t colon = text.rfind(':');
    std::string port = text;
    if (colon != std::string::npos) {
        endpoint.address = text.substr(0, colon);
        port = text.substr(colon + 1);
    }
    if (endpoint.address.size() > 2 && endpoint.address.front() == '[' &&
        endpoint.address.back() == ']')
        endpoint.address = endpoint.address.substr(1, endpoint.address.size() - 2);
    const char* const end = port.data() + port.size();
    const auto [rest, fault] = std::from_chars(port.data(), end, endpoint.port);
    if (port.empty() || fault != std::errc() || rest != end || endpoint.port > k_port_max) {
        return fail(Errc::invalid_argument,
                    "\"" + text +
                        "\" is no address; write a port, e.g. 8080, 127.0.0.1:8080 or "
                        "[::1]:8080. Port 0 is a free one.");
    }
    return endpoint;
}

bool is_loopback_text(const std::string& address) {
    return address.starts_with("127.") || address == "::1";
}

/// The name between the scheme and the port of a URL.
std::string host_in(const std::string& url) {
    const std::size_t scheme = url.find("://");
    if (scheme == std::string::npos) return {};
    const std::string rest = url.substr(scheme + 3, url.find('/', scheme + 3) - scheme - 3);
    const std::size_t colon = rest.rfind(':');
    const bool has_port = colon != std::string::npos && rest.find(']', colon) == std::string::npos;
    return has_port ? rest.substr(0, colon) : rest;
}

/// A response under way. Its body may not grow without end.
class Arriving {
 public:
    explicit Arriving(mcp::Fetched fetched) : fetched_(std::move(fetched)) {}
    void head(net::Response head) { response_ = std::move(head); }
    void bytes(std::string_view bytes) {
        const std::lock_guard lock(mutex_);
        is_too_long_ = is_too_long_ || response_.body.size() + bytes.size() > k_fetched_bytes_max;
        if (!is_too_long_) {
            response_.body += bytes;
        } else if (call_) {
            call_->cancel();
        }
    }
    void started(net::PendingCall call) {
        const std::lock_guard lock(mutex_);
        if (is_too_long_) call.cancel();
        call_ = std::move(call);
    }
    void end(const Result<void>& ended) const {
        if (is_too_long_) {
            fetched_(fail(Errc::unavailable, "The answer of the issuer of tokens is too long."));
        } else if (ended) {
            fetched_(response_);
        } else {
            fetched_(tl::unexpected(ended.error()));
        }
    }

 private:
    const mcp::Fetched fetched_;
    net::Response response_{};  // of the client's thread alone, as is_too_long_ after the last byte
    std::mutex mutex_;
    bool is_too_long_ = false;
    std::optional<net::PendingCall> call_{};
};

mcp::Fetcher fetcher_of(net::HttpClient& client) {
    return [&client](mcp::Fetch fetch, const mcp::Fetched& fetched) {
        const auto arriving = std::make_shared<Arriving>(fetched);
        net::ResponseEvents events;
        events.on_head = [arriving](net::Response head) { arriving->head(std::move(head)); };
        events.on_bytes = [arriving](std::string_view bytes) { arriving->bytes(bytes); };
        events.on_end = [arriving](const Result<void>& ended) { arriving->end(ended); };
        auto call = client.start({.method = std::move(fetch.method),
                                  .url = std::move(fetch.url),
                                  .fields = std::move(fetch.fields),
                                  .body = std::move(fetch.body)},
                                 std::move(events));
        if (call) {
            arriving->started(*std::move(call));
        } else {
            fetched(tl::unexpected(call.error()));
        }
    };
}

Result<std::unique_ptr<net::HttpClient>> client_for_issuer() {
    net::ClientSettings settings;
    settings.limits.connect_time = k_issuer_time;
    settings.limits.first_byte_time = k_issuer_time;
    settings.limits.idle_time = k_issuer_time;
    return net::HttpClient::make(settings);
}

/// The issuer of tokens from the words; nothing: none.
Result<std::optional<mcp::TokenIssuer>> issuer_of(const HttpWords& words) {
    if (words.issuer.empty()) return std::optional<mcp::TokenIssuer>();
    if (words.keys.empty() == words.introspection.empty()) {
        return fail(Errc::invalid_argument,
                    "--token-issuer needs one of --token-keys, to check tokens here, and "
                    "--token-introspection, to ask the issuer about each.");
    }
    mcp::TokenIssuer issuer{words.issuer, words.keys, {}};
    if (!words.introspection.empty()) {
        issuer.introspection = mcp::Introspection{.url = words.introspection,
                                                  .client_id = words.client_id,
                                                  .client_secret_file = words.client_secret_file};
    }
    return std::optional(std::move(issuer));
}

Result<std::unique_ptr<mcp::Authorizer>> authorizer_of(Session& session, const HttpWords& words,
                                                       net::HttpClient* client) {
    if (words.tokens_file.empty() && words.issuer.empty()) {
        if (!words.audience.empty())
            return fail(Errc::invalid_argument,
                        "--token-audience is about tokens; give --tokens or --token-issuer as "
                        "well.");
        if (words.scopes_file.empty()) return nullptr;
        return fail(Errc::invalid_argument,
                    "--scopes says what tokens may do; give --tokens or --token-issuer as well.");
    }
    mcp::AuthorizationSettings settings;
    settings.resource = words.audience;
    settings.name = session.registry().application();
    settings.tokens_file = words.tokens_file;
    settings.scopes_file = words.scopes_file;
    IAM_TRY(issuer, issuer_of(words));
    settings.issuer = std::move(issuer);
    mcp::AuthorizationParts parts{.clock = session.environment().clock};
    if (client != nullptr) parts.fetch = fetcher_of(*client);
    parts.on_problem = [&session](const std::string& problem) { session.say(problem); };
    return mcp::Authorizer::make(std::move(settings), std::move(parts));
}

void add_introspection_options(CLI::App& serving, HttpWords& words, CLI::Option* issuer) {
    CLI::Option* const asked =
        serving
            .add_option("--token-introspection", words.introspection,
                        "Instead of --token-keys: asks the issuer here about each token (RFC 7662)")
            ->type_name("URL")
            ->needs(issuer);
    CLI::Option* const client = serving
                                    .add_option("--token-client", words.client_id,
                                                "The id of this server at --token-introspection")
                                    ->type_name("ID")
                                    ->needs(asked);
    CLI::Option* const secret =
        serving
            .add_option("--token-client-secret", words.client_secret_file,
                        "A file with the secret of --token-client, its owner's alone (chmod 600)")
            ->type_name("FILE")
            ->needs(client);
    client->needs(secret);
}

}  // namespace

Result<net::ServerSettings> listen_settings(const HttpWords& words) {
    IAM_TRY(endpoint, parse_endpoint(words.address));
    net::ServerSettings listen;
    listen.endpoints = {endpoint};
    listen.hosts = words.hosts;
    if (!words.audience.empty()) listen.hosts.push_back(host_in(words.audience));
    if (!words.certificate_file.empty()) {
        listen.tls = net::ServerTls{.certificate_chain_file = words.certificate_file,
                                    .key_file = words.key_file};
    }
    if (listen.hosts.empty() && !is_loopback_text(endpoint.address)) {
        return fail(Errc::invalid_argument,
                    "\"" + endpoint.address +
                        "\" is not 127.0.0.1 or ::1, so other machines may reach it; give the "
                        "name that clients ask for: --host desk.example");
    }
    return listen;
}

CLI::Option* add_listen_options(CLI::App& serving, HttpWords& words) {
    CLI::Option* const http =
        serving
            .add_option("--http", words.address,
                        "Serves over HTTP at this address, e.g. 8080, 127.0.0.1:8080 or\n"
                        "[::1]:8080; port 0: a free one, which is printed. Other addresses than\n"
                        "these of the machine itself need TLS and tokens")
            ->type_name("ADDRESS");
    const auto add = [&](const std::string& name, std::string& value, const std::string& help) {
        return serving.add_option(name, value, help)->needs(http);
    };
    serving
        .add_option("--host", words.hosts,
                    "With --http: a name by which clients ask for this server; may be repeated")
        ->type_name("NAME")
        ->needs(http);
    CLI::Option* const certificate =
        add("--tls-certificate", words.certificate_file, "With --http: the chain in PEM")
            ->type_name("FILE");
    CLI::Option* const key =
        add("--tls-key", words.key_file, "The key of --tls-certificate in PEM")->type_name("FILE");
    certificate->needs(key);
    key->needs(certificate);
    return http;
}

CLI::Option* add_http_options(CLI::App& serving, HttpWords& words) {
    CLI::Option* const http = add_listen_options(serving, words);
    const auto add = [&](const std::string& name, std::string& value, const std::string& help) {
        return serving.add_option(name, value, help)->needs(http);
    };
    add("--tokens", words.tokens_file,
        "With --http: who may call, a line for each token: NAME, its SHA-256, scopes.\n"
        "The file is its owner's alone (chmod 600)")
        ->type_name("FILE");
    CLI::Option* const issuer = add("--token-issuer", words.issuer,
                                    "With --http: takes access tokens of this authorization server")
                                    ->type_name("URL");
    CLI::Option* const keys =
        add("--token-keys", words.keys,
            "The public keys of --token-issuer, as a JWK set: a file, or an https URL")
            ->type_name("FILE|URL");
    CLI::Option* const audience =
        add("--token-audience", words.audience,
            "The URL of this server as clients know it; tokens must be for it")
            ->type_name("URL");
    add_introspection_options(serving, words, issuer);
    issuer->needs(audience);
    keys->needs(issuer);
    add("--scopes", words.scopes_file,
        "The tools of each scope of a token: {\"iam\": 1, \"scopes\": {\"SCOPE\": [\"TOOL\"]}}")
        ->type_name("FILE");
    serving
        .add_option("--new-token", words.new_token,
                    "Serves nothing; prints a new token, and the line for the file of --tokens")
        ->type_name("NAME")
        ->excludes(http);
    return http;
}

Result<HttpListening> http_listening(Session& session, const HttpWords& words) {
    IAM_TRY(listen, listen_settings(words));
    HttpListening listening;
    if (!words.issuer.empty()) {
        IAM_TRY(client, client_for_issuer());
        listening.client = std::move(client);
    }
    IAM_TRY(authorizer, authorizer_of(session, words, listening.client.get()));
    listening.authorizer = std::move(authorizer);
    listening.parts.listen = std::move(listen);
    listening.parts.authorizer = listening.authorizer.get();
    return listening;
}

std::string url_of(const net::Endpoint& endpoint, const HttpWords& words) {
    const bool is_v6 = endpoint.address.find(':') != std::string::npos;
    const std::string host = is_v6 ? "[" + endpoint.address + "]" : endpoint.address;
    return (words.certificate_file.empty() ? "http://" : "https://") + host + ":" +
           std::to_string(endpoint.port);
}

ExitCode print_new_token(Session& session, const std::string& name) {
    const auto made = mcp::make_token(name, session.environment().entropy);
    if (!made) return session.report(made.error());
    session.out() << "The token, for the client alone; it is shown once:\n  " << made->token
                  << "\nThe line for the file of --tokens:\n  " << made->line << "\n";
    return ExitCode::done;
}

}  // namespace iam::host
