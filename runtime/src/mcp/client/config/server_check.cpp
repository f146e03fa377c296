#include "mcp/client/config/server_check.hpp"

#include "mcp/client/config/environment_names.hpp"
#include "mcp/client/config/server_names.hpp"
#include <iam/core/base64.hpp>
#include <iam/core/json_places.hpp>
#include <iam/core/value_text.hpp>
#include <iam/mcp/servers_file.hpp>
#include <iam/mcp/socket.hpp>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace iam::mcp {
namespace {

bool is_control(char c) noexcept {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

bool has_control(std::string_view text) {
    return std::any_of(text.begin(), text.end(), is_control);
}

/// A token of RFC 9110 §5.6.2: the name of a field or of a subprotocol.
bool is_http_token(std::string_view text) {
    constexpr std::string_view k_signs = "!#$%&'*+-.^_`|~";
    return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               k_signs.find(c) != std::string_view::npos;
    });
}

/// Fields that the transport writes by itself.
bool is_field_of_transport(std::string_view lower) {
    static constexpr std::array<std::string_view, 14> k_fields{"accept",
                                                               "connection",
                                                               "content-encoding",
                                                               "content-length",
                                                               "content-type",
                                                               "expect",
                                                               "host",
                                                               "keep-alive",
                                                               "last-event-id",
                                                               "te",
                                                               "trailer",
                                                               "transfer-encoding",
                                                               "upgrade",
                                                               "origin"};
    return lower.starts_with("mcp-") || lower.starts_with("sec-websocket-") ||
           std::find(k_fields.begin(), k_fields.end(), lower) != k_fields.end();
}

class ServerChecks {
 public:
    explicit ServerChecks(const ServerConfig& server) : server_(server) {}

    std::vector<Error> run() {
        if (!is_server_name(server_.name)) {
            complain("",
                     "a server's name has 1 to 64 letters, digits, \"_\" and \"-\"; rename it.");
        }
        std::visit([&](const auto& endpoint) { check(endpoint); }, server_.endpoint);
        check_tools();
        check_paths(server_.roots, "/roots");
        check_times();
        return std::move(errors_);
    }

 private:
    void complain(std::string pointer, std::string message) {
        errors_.push_back({Errc::invalid_argument, std::move(message), std::move(pointer)});
    }
    bool check_count(std::size_t count, const std::string& pointer, std::size_t most) {
        if (count <= most) return true;
        complain(pointer, "there are more than " + std::to_string(most) + " here; leave some out.");
        return false;
    }
    /// Any text that a process can get.
    bool check_text(std::string_view text, const std::string& pointer, std::size_t bytes_max) {
        if (text.size() > bytes_max) {
            complain(pointer, "the text is longer than " + std::to_string(bytes_max) +
                                  " bytes; shorten it.");
        } else if (!is_valid_utf8(text) || text.find('\0') != std::string_view::npos) {
            complain(pointer, "the text is no UTF-8, or has U+0000 in it; take that out.");
        } else {
            return true;
        }
        return false;
    }
    /// A short text of one line.
    bool check_word(std::string_view text, const std::string& pointer) {
        if (!check_text(text, pointer, k_server_word_bytes_max)) return false;
        if (!text.empty() && !has_control(text)) return true;
        complain(pointer, "the text is empty or has control characters; write a name.");
        return false;
    }
    void check_path(std::string_view path, const std::string& pointer) {
        if (!check_text(path, pointer, k_server_path_bytes_max)) return;
        if (path.starts_with('/')) return;
        complain(pointer, "the path does not begin with \"/\"; write the whole path.");
    }

    void check_paths(const std::vector<std::string>& paths, const std::string& pointer) {
        if (!check_count(paths.size(), pointer, k_server_list_max)) return;
        for (std::size_t i = 0; i < paths.size(); ++i)
            check_path(paths[i], pointer_below(pointer, i));
    }

    void check(const StdioEndpoint& endpoint);
    void check_variables(const StdioEndpoint& endpoint);
    void check_sandbox(const Sandbox& sandbox);
    void check(const UrlEndpoint& endpoint);
    void check_url(std::string_view url, UrlTransport transport, bool has_protocols);
    void check_fields(const net::Fields& fields);
    void check_tls(const UrlEndpoint& endpoint);
    void check(const SocketEndpoint& endpoint);
    void check_authorization();
    void check_oauth();
    void check_secret(const SecretReference& secret, const std::string& pointer);
    void check_tools();
    void check_times();

    const ServerConfig& server_;
    std::vector<Error> errors_{};
};

void ServerChecks::check(const StdioEndpoint& endpoint) {
    if (check_text(endpoint.command, "/command", k_server_path_bytes_max) &&
        endpoint.command.empty()) {
        complain("/command", "the command is empty; write the program that is the server.");
    }
    if (!endpoint.command.starts_with('/') && endpoint.command.find('/') != std::string::npos) {
        complain("/command", "the command is a relative path; write its name, or its whole path.");
    }
    std::size_t bytes = endpoint.command.size();
    if (check_count(endpoint.arguments.size(), "/args", k_server_list_max)) {
        for (std::size_t i = 0; i < endpoint.arguments.size(); ++i) {
            check_text(endpoint.arguments[i], pointer_below("/args", i), k_server_text_bytes_max);
            bytes += endpoint.arguments[i].size();
        }
    }
    for (const auto& [name, value] : endpoint.environment) bytes += name.size() + value.size();
    if (bytes > k_server_start_bytes_max) {
        complain("", "the arguments and variables together are longer than " +
                         std::to_string(k_server_start_bytes_max) +
                         " bytes; let the server read a file.");
    }
    check_variables(endpoint);
    if (!endpoint.folder.empty()) check_path(endpoint.folder, "/cwd");
    check_sandbox(endpoint.sandbox);
}

void ServerChecks::check_variables(const StdioEndpoint& endpoint) {
    if (!check_count(endpoint.environment.size() + endpoint.secrets.size(), "/env",
                     k_server_list_max)) {
        return;
    }
    const auto check_name = [&](const std::string& name, const std::string& pointer) {
        if (!check_word(name, pointer) || is_variable_name(name)) return;
        complain(pointer, "no variable can have \"=\" in its name; rename it.");
    };
    for (const auto& [name, value] : endpoint.environment) {
        const std::string pointer = pointer_below("/env", name);
        check_name(name, pointer);
        check_text(value, pointer, k_server_text_bytes_max);
    }
    for (const auto& [name, secret] : endpoint.secrets) {
        const std::string pointer = pointer_below("/env", name);
        check_name(name, pointer);
        check_secret(secret, pointer);
        if (endpoint.environment.contains(name)) {
            complain(pointer, "the variable has a value and a reference; take one of them out.");
        } else if (is_loader_variable(name)) {
            complain(pointer,
                     "the loader of programs reads this variable, so it cannot be a secret; write "
                     "its value.");
        }
    }
}

void ServerChecks::check_sandbox(const Sandbox& sandbox) {
    if (!sandbox.is_on) {
        if (!sandbox.readable.empty() || !sandbox.writable.empty() || sandbox.has_network) {
            complain("/sandbox", "a sandbox that is off opens nothing; take out what it opens.");
        }
        return;
    }
    check_paths(sandbox.readable, "/sandbox/readable");
    check_paths(sandbox.writable, "/sandbox/writable");
}

void ServerChecks::check(const UrlEndpoint& endpoint) {
    check_url(endpoint.url, endpoint.transport, !endpoint.protocols.empty());
    check_fields(endpoint.fields);
    if (check_count(endpoint.protocols.size(), "/subprotocols", k_server_list_max)) {
        std::set<std::string_view> seen;
        for (std::size_t i = 0; i < endpoint.protocols.size(); ++i) {
            const std::string pointer = pointer_below("/subprotocols", i);
            const std::string& name = endpoint.protocols[i];
            if (!check_word(name, pointer)) continue;
            if (!is_http_token(name) || !seen.insert(name).second) {
                complain(pointer,
                         "a subprotocol is named once, with letters, digits and \"-._\"; correct "
                         "it.");
            }
        }
    }
    check_tls(endpoint);
    check_authorization();
}

void ServerChecks::check_tls(const UrlEndpoint& endpoint) {
    const ServerTrust& tls = endpoint.tls;
    if (tls == ServerTrust{}) return;
    const std::string scheme = ascii_lower(endpoint.url.substr(0, endpoint.url.find(':')));
    if (scheme != "https" && scheme != "wss")
        complain("/tls", "only https:// and wss:// have certificates; take this out.");
    if (!tls.ca_file.empty()) check_path(tls.ca_file, "/tls/ca_file");
    if (!check_count(tls.pins.size(), "/tls/pins", k_server_list_max)) return;
    constexpr std::string_view k_pin_prefix = "sha256/";
    constexpr std::size_t k_digest_bytes = 32;
    for (std::size_t i = 0; i < tls.pins.size(); ++i) {
        const std::string& pin = tls.pins[i];
        const auto digest = pin.starts_with(k_pin_prefix)
                                ? from_base64(std::string_view(pin).substr(k_pin_prefix.size()))
                                : std::nullopt;
        if (digest && digest->size() == k_digest_bytes) continue;
        complain(pointer_below("/tls/pins", i),
                 "a pin is \"sha256/\" and the base64 text of the SHA-256 of a public key; "
                 "docs/servers.md says how to make it.");
    }
}

void ServerChecks::check_url(std::string_view url, UrlTransport transport, bool has_protocols) {
    if (!check_text(url, "/url", k_server_text_bytes_max)) return;
    const std::size_t end = url.find("://");
    const std::string scheme = ascii_lower(url.substr(0, end));
    const bool is_web_socket = scheme == "ws" || scheme == "wss";
    if (end == std::string_view::npos ||
        (scheme != "http" && scheme != "https" && !is_web_socket)) {
        return complain("/url", "a URL begins with http://, https://, ws:// or wss://; add that.");
    }
    const std::string_view rest = url.substr(end + 3);
    const std::string_view authority = rest.substr(0, rest.find_first_of("/?#"));
    if (authority.find('@') != std::string_view::npos) {
        complain("/url", "the URL has a user or password in it; take it out and write \"auth\".");
    } else if (authority.empty() || authority.starts_with(':')) {
        complain("/url", "the URL has no host; write it as in https://example.com/mcp.");
    }
    if (has_control(url) || url.find_first_of(" #\\\"<>") != std::string_view::npos) {
        complain("/url",
                 "the URL has a blank, \"#\" or another sign that no URL has here; take it "
                 "out, or write it as %20.");
    }
    if (is_web_socket &&
        (transport == UrlTransport::sse || transport == UrlTransport::streamable_http)) {
        complain("/transport", "a URL of WebSocket has the transport websocket; take this out.");
    }
    if (has_protocols && !is_web_socket && transport != UrlTransport::web_socket) {
        complain("/subprotocols",
                 "only WebSocket has subprotocols; take them out, or write ws:// or wss://.");
    }
}

void ServerChecks::check_fields(const net::Fields& fields) {
    if (!check_count(fields.all().size(), "/headers", k_server_list_max)) return;
    std::set<std::string> seen;
    for (const net::Field& field : fields.all()) {
        const std::string pointer = pointer_below("/headers", field.name);
        const std::string lower = ascii_lower(field.name);
        if (!check_text(field.value, pointer, k_server_text_bytes_max)) continue;
        if (!check_word(field.name, pointer)) continue;
        if (!is_http_token(field.name) || !seen.insert(lower).second) {
            complain(pointer, "no field has this name, or it stands here twice; correct it.");
        } else if (is_secret_field(lower)) {
            complain(pointer,
                     "this field holds a secret, which never stands in this file; put it into a "
                     "file of mode 0600 and write \"auth\": {\"type\": \"header\", \"name\": \"" +
                         field.name + "\", \"file\": \"/path\"}.");
        } else if (is_field_of_transport(lower)) {
            complain(pointer, "the transport writes this field by itself; take it out.");
        } else if (has_control(field.value) || field.value.starts_with(' ') ||
                   field.value.ends_with(' ')) {
            complain(pointer,
                     "the value has line ends, control characters or blanks at its ends; take them "
                     "out.");
        }
    }
}

void ServerChecks::check(const SocketEndpoint& endpoint) {
    check_path(endpoint.path, "/socket");
    if (endpoint.path.size() > k_socket_path_bytes_max) {
        complain("/socket", "a socket's path has at most 107 bytes; move it to a shorter one.");
    }
}

void ServerChecks::check_authorization() {
    using Kind = ServerAuthorization::Kind;
    const ServerAuthorization& auth = server_.authorization;
    if (auth.secret) check_secret(*auth.secret, "/auth");
    if (auth.kind == Kind::oauth) return check_oauth();
    if (!auth.client_id.empty() || !auth.scopes.empty()) {
        complain("/auth", "client_id and scopes belong to the type oauth; take them out.");
    }
    if ((auth.kind == Kind::none) == auth.secret.has_value()) {
        complain("/auth", auth.secret ? "the type none sends no secret; take it out."
                                      : "the secret is missing; add one of file, keyring and "
                                        "environment.");
    }
    if (auth.kind != Kind::field) return;
    if (!check_word(auth.field, "/auth/name")) return;
    const std::string lower = ascii_lower(auth.field);
    if (!is_http_token(lower) || is_field_of_transport(lower)) {
        complain("/auth/name", "no field with a secret has this name; write one like X-API-Key.");
    }
}

void ServerChecks::check_oauth() {
    const ServerAuthorization& auth = server_.authorization;
    if (!auth.client_id.empty()) check_word(auth.client_id, "/auth/client_id");
    if (auth.secret && auth.client_id.empty()) {
        complain("/auth", "a secret of oauth belongs to a client; add \"client_id\".");
    }
    if (!check_count(auth.scopes.size(), "/auth/scopes", k_server_list_max)) return;
    for (std::size_t i = 0; i < auth.scopes.size(); ++i) {
        const std::string pointer = pointer_below("/auth/scopes", i);
        if (!check_word(auth.scopes[i], pointer)) continue;
        // RFC 6749 §3.3
        const bool is_scope = std::all_of(auth.scopes[i].begin(), auth.scopes[i].end(), [](char c) {
            return c > ' ' && c < 0x7f && c != '"' && c != '\\';
        });
        if (!is_scope) {
            complain(pointer, "a scope has no blank, quote or backslash; write one an element.");
        }
    }
}

void ServerChecks::check_secret(const SecretReference& secret, const std::string& pointer) {
    switch (secret.place) {
        case SecretReference::Place::file:
            return check_path(secret.name, pointer_below(pointer, "file"));
        case SecretReference::Place::keyring:
            check_word(secret.name, pointer_below(pointer, "keyring"));
            return;
        case SecretReference::Place::environment: {
            const std::string place = pointer_below(pointer, "environment");
            if (check_word(secret.name, place) && !is_variable_name(secret.name)) {
                complain(place, "no variable can have \"=\" in its name; correct it.");
            }
        }
    }
}

void ServerChecks::check_tools() {
    if (!server_.tools || !check_count(server_.tools->size(), "/tools", k_server_tools_max)) return;
    for (const std::string& tool : *server_.tools) check_word(tool, "/tools");
}

void ServerChecks::check_times() {
    const ServerTimes& times = server_.times;
    for (const auto& [name, time] :
         {std::pair{"initialize_ms", times.initialize}, std::pair{"list_ms", times.list},
          std::pair{"call_ms", times.call}, std::pair{"call_total_ms", times.call_total}}) {
        if (time.count() < 1 || time > k_server_time_max) {
            complain(std::string("/timeouts/") + name, "a time has 1 to 86400000 ms (a day).");
        }
    }
    if (times.heartbeat.count() < 0 || times.heartbeat > k_server_time_max) {
        complain("/timeouts/heartbeat_ms",
                 "a heartbeat comes after 1 to 86400000 ms (a day); 0 turns it off.");
    }
    if (server_.calls_per_minute > k_server_calls_max) {
        complain("/calls_per_minute", "a server gets at most " +
                                          std::to_string(k_server_calls_max) +
                                          " calls a minute; lower it, or leave it out.");
    }
    if (times.call > times.call_total) {
        complain("/timeouts/call_ms", "a call cannot wait longer than call_total_ms; raise that.");
    }
}

}  // namespace

bool is_secret_field(std::string_view name) {
    static constexpr std::array<std::string_view, 14> k_fields{
        "authorization",   "proxy-authorization",
        "cookie",          "x-api-key",
        "api-key",         "apikey",
        "x-apikey",        "x-auth-token",
        "x-access-token",  "x-auth-key",
        "x-token",         "private-token",
        "x-authorization", "x-goog-api-key"};
    const std::string lower = ascii_lower(name);
    return std::find(k_fields.begin(), k_fields.end(), lower) != k_fields.end();
}

std::vector<Error> check_server(const ServerConfig& server) {
    return ServerChecks(server).run();
}

}  // namespace iam::mcp
