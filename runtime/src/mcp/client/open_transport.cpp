#include "mcp/client/open_transport.hpp"

#include "mcp/client/config/environment_names.hpp"
#include "mcp/client/config/readable_secrets.hpp"
#include "mcp/client/http/sse.hpp"
#include "mcp/client/http/streamable_http.hpp"
#include "mcp/client/http/web_socket_transport.hpp"
#include "mcp/client/stdio/child_transport.hpp"
#include "mcp/client/stdio/socket_transport.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <system_error>
#include <utility>
#include <variant>

namespace iam::mcp {
namespace {

// Room for the requests of a connection about itself, beside its calls.
constexpr std::size_t k_other_requests_max = 64;

Result<std::map<std::string, std::string>> read_secrets(const StdioEndpoint& endpoint,
                                                        const SecretPlaces& places) {
    std::map<std::string, std::string> values;
    for (const auto& [name, reference] : endpoint.secrets) {
        IAM_TRY(value, read_secret(reference, places, SecretUse::variable));
        values[name] = std::move(value);
    }
    return values;
}

std::set<std::string> keyring_entries(const ServerConfig& server) {
    std::set<std::string> entries;
    const auto add = [&](const SecretReference& secret) {
        if (secret.place == SecretReference::Place::keyring) entries.insert(secret.name);
    };
    if (const auto* process = std::get_if<StdioEndpoint>(&server.endpoint))
        for (const auto& [name, secret] : process->secrets) add(secret);
    if (server.authorization.secret) add(*server.authorization.secret);
    return entries;
}

/// True if one folder is the other one, or lies in it.
bool overlap(const std::filesystem::path& a, const std::filesystem::path& b) {
    const auto [in_a, in_b] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    return in_a == a.end() || in_b == b.end();
}

std::filesystem::path real_path(const std::filesystem::path& path) {
    std::error_code unknown;
    auto real = std::filesystem::weakly_canonical(path, unknown);
    if (unknown) return path;
    return real.has_filename() ? real : real.parent_path();
}

/// A server that can write this program's own files could allow itself everything.
Result<void> check_sandbox(const Sandbox& sandbox, const std::vector<std::string>& own_paths) {
    for (const auto* given : {&sandbox.readable, &sandbox.writable}) {
        for (const std::string& path : *given) {
            for (const std::string& own : own_paths) {
                if (own.empty() || !overlap(real_path(path), real_path(own))) continue;
                return fail(Errc::invalid_argument,
                            "The sandbox would open " + path +
                                ", and this program's own files are at " + own +
                                ": with them the server could allow itself everything. Open a "
                                "folder apart from them.");
            }
        }
    }
    return {};
}

UrlTransport transport_of(const UrlEndpoint& endpoint, bool is_older) {
    if (endpoint.transport != UrlTransport::detect) return endpoint.transport;
    if (endpoint.url.starts_with("ws:") || endpoint.url.starts_with("wss:"))
        return UrlTransport::web_socket;
    return is_older ? UrlTransport::sse : UrlTransport::streamable_http;
}

}  // namespace

void WayOpener::prepare(std::function<void()> done) {
    const auto entries = keyring_entries(config_);
    if (entries.empty() || has_tokens_) return done();
    parts_.background.run([entries, done = std::move(done), places = parts_.secrets,
                           weak = weak_from_this(),
                           &loop = parts_.loop](std::stop_token stop) mutable {
        places.stop = std::move(stop);
        for (const std::string& entry : entries)
            places.read_before.emplace(entry, read_keyring(entry, places));
        loop.after(std::chrono::milliseconds{0},
                   [weak, done, read = std::move(places.read_before)]() mutable {
                       if (const auto opener = weak.lock())
                           opener->secrets_.read_before = std::move(read);
                       done();
                   });
    });
}

void WayOpener::hide_secrets() const {
    const auto hide = [&](const SecretReference& reference, SecretUse use) {
        // The keyring is not asked here; its secrets are hidden since they were read.
        if (reference.place == SecretReference::Place::keyring &&
            secrets_.read_before.find(reference.name) == secrets_.read_before.end())
            return;
        if (const auto secret = read_secret(reference, secrets_, use)) parts_.mask->hide(*secret);
    };
    const auto hide_if_secret = [&](std::string_view name, std::string_view value) {
        if (sounds_secret(name)) parts_.mask->hide(value);
    };
    if (const auto* process = std::get_if<StdioEndpoint>(&config_.endpoint)) {
        for (const auto& [name, secret] : process->secrets) hide(secret, SecretUse::variable);
        for (const auto& [name, value] : process->environment) hide_if_secret(name, value);
    } else if (const auto* url = std::get_if<UrlEndpoint>(&config_.endpoint)) {
        for (const net::Field& field : url->fields.all()) hide_if_secret(field.name, field.value);
        for (const auto& [name, value] : parameters_of(url->url)) hide_if_secret(name, value);
    }
    if (config_.authorization.secret) hide(*config_.authorization.secret, SecretUse::field);
}

void WayOpener::tell_attempt() const {
    std::string words = "connecting to ";
    if (const auto* process = std::get_if<StdioEndpoint>(&config_.endpoint)) {
        words += process->command;
    } else if (const auto* url = std::get_if<UrlEndpoint>(&config_.endpoint)) {
        // A query may hold a key.
        words += url->url.substr(0, url->url.find('?'));
        for (const net::Field& field : url->fields.all()) words += "; field " + field.name;
        for (const std::string& protocol : url->protocols) words += "; subprotocol " + protocol;
    } else {
        words += std::get<SocketEndpoint>(config_.endpoint).path;
    }
    parts_.tap->tell(TrafficEvent::Kind::note, words);
}

Result<std::unique_ptr<Transport>> WayOpener::open_process(const StdioEndpoint& endpoint,
                                                           TransportEvents events) const {
    if (endpoint.sandbox.is_on) {
        IAM_CHECK(check_sandbox(endpoint.sandbox, parts_.own_paths));
        if (auto problem = parts_.sandbox_problem())
            return fail(Errc::unavailable, *std::move(problem));
    }
    IAM_TRY(secrets, read_secrets(endpoint, secrets_));
    IAM_TRY(command, server_command(endpoint, secrets, parts_.surroundings));
    return start_child({.command = std::move(command),
                        .loop = parts_.loop,
                        .message_bytes_max = parts_.message_bytes_max,
                        .on_stderr = parts_.on_stderr},
                       std::move(events));
}

Result<std::unique_ptr<Transport>> WayOpener::open_url(const UrlEndpoint& endpoint,
                                                       TransportEvents events,
                                                       ParameterFields parameter_fields) {
    IAM_TRY(client, parts_.http(endpoint.tls));
    if (!has_tokens_) {
        IAM_TRY(tokens, parts_.tokens(config_, endpoint, secrets_));
        tokens_ = std::move(tokens);
        has_tokens_ = true;
    }
    if (transport_of(endpoint, is_older_) == UrlTransport::web_socket) {
        WebSocketParts socket{.url = endpoint.url,
                              .fields = endpoint.fields,
                              .client = *client,
                              .timers = parts_.loop,
                              .tokens = tokens_.get(),
                              .protocols = endpoint.protocols,
                              .on_note = parts_.on_note};
        socket.limits.message_bytes_max = parts_.message_bytes_max;
        return make_web_socket(std::move(socket), std::move(events));
    }
    if (transport_of(endpoint, is_older_) == UrlTransport::sse) {
        SseParts sse{.url = endpoint.url,
                     .fields = endpoint.fields,
                     .client = *client,
                     .timers = parts_.loop,
                     .tokens = tokens_.get(),
                     .on_note = parts_.on_note};
        sse.limits.requests_max = parts_.calls_max + k_other_requests_max;
        sse.limits.event_bytes_max = parts_.message_bytes_max;
        return make_http_sse(std::move(sse), std::move(events));
    }
    StreamableHttpParts http{.url = endpoint.url,
                             .fields = endpoint.fields,
                             .client = *client,
                             .timers = parts_.loop,
                             .tokens = tokens_.get(),
                             .parameter_fields = std::move(parameter_fields)};
    http.limits.requests_max = parts_.calls_max + k_other_requests_max;
    http.limits.message_bytes_max = parts_.message_bytes_max;
    return make_streamable_http(std::move(http), std::move(events));
}

bool WayOpener::turn_to_older() {
    const auto* url = std::get_if<UrlEndpoint>(&config_.endpoint);
    if (url == nullptr || is_older_ || transport_of(*url, false) != UrlTransport::streamable_http ||
        url->transport != UrlTransport::detect) {
        return false;
    }
    is_older_ = true;
    return true;
}

Result<std::unique_ptr<Transport>> WayOpener::open(TransportEvents events,
                                                   ParameterFields parameter_fields) {
    if (parts_.mask) hide_secrets();
    const bool is_tapped = parts_.tap && parts_.tap->is_on();
    if (is_tapped) {
        tell_attempt();
        events = tapped(std::move(events), parts_.tap);
    }
    auto way = open_endpoint(std::move(events), std::move(parameter_fields));
    if (is_tapped && way) way = tapped(*std::move(way), parts_.tap);
    // The way holds the secrets that it needs.
    secrets_.read_before.clear();
    return way;
}

Result<std::unique_ptr<Transport>> WayOpener::open_endpoint(TransportEvents events,
                                                            ParameterFields parameter_fields) {
    if (const auto* process = std::get_if<StdioEndpoint>(&config_.endpoint))
        return open_process(*process, std::move(events));
    if (const auto* url = std::get_if<UrlEndpoint>(&config_.endpoint))
        return open_url(*url, std::move(events), std::move(parameter_fields));
    return connect_socket(std::get<SocketEndpoint>(config_.endpoint).path, parts_.loop,
                          parts_.message_bytes_max, std::move(events));
}

}  // namespace iam::mcp
