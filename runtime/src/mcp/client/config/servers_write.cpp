// Writes servers.json for people: a member a line, usual values left out.
#include "mcp/client/config/passed_parts.hpp"
#include "mcp/client/config/server_check.hpp"
#include "mcp/client/config/server_names.hpp"
#include "mcp/client/recipes/recipes_read.hpp"
#include <iam/core/json.hpp>
#include <iam/mcp/servers_file.hpp>

#include <algorithm>
#include <utility>

namespace iam::mcp {
namespace {

OrderedJson texts_as_json(const std::vector<std::string>& texts) {
    OrderedJson all = OrderedJson::array();
    for (const std::string& text : texts) all.push_back(text);
    return all;
}

void put_secret(const SecretReference& secret, OrderedJson& out) {
    switch (secret.place) {
        case SecretReference::Place::file:
            out["file"] = secret.name;
            return;
        case SecretReference::Place::keyring:
            out["keyring"] = secret.name;
            return;
        case SecretReference::Place::environment:
            out["environment"] = secret.name;
    }
}

void put_sandbox(const Sandbox& sandbox, OrderedJson& out) {
    if (!sandbox.is_on) {
        out["sandbox"] = false;
        return;
    }
    OrderedJson opened = OrderedJson::object();
    if (sandbox.has_network) opened["network"] = true;
    if (!sandbox.readable.empty()) opened["readable"] = texts_as_json(sandbox.readable);
    if (!sandbox.writable.empty()) opened["writable"] = texts_as_json(sandbox.writable);
    if (!opened.empty()) out["sandbox"] = std::move(opened);
}

void put_authorization(const ServerAuthorization& auth, OrderedJson& out) {
    using Kind = ServerAuthorization::Kind;
    OrderedJson one = OrderedJson::object();
    switch (auth.kind) {
        case Kind::none:
            one["type"] = "none";
            break;
        case Kind::bearer:
            one["type"] = "bearer";
            break;
        case Kind::field:
            one["type"] = "header";
            one["name"] = auth.field;
            break;
        case Kind::oauth:
            if (auth.client_id.empty() && auth.scopes.empty()) return;
            one["type"] = "oauth";
            if (!auth.client_id.empty()) one["client_id"] = auth.client_id;
            if (!auth.scopes.empty()) one["scopes"] = texts_as_json(auth.scopes);
    }
    if (auth.secret) put_secret(*auth.secret, one);
    out["auth"] = std::move(one);
}

void put_endpoint(const StdioEndpoint& endpoint, const ServerConfig& /*server*/, OrderedJson& out) {
    out["command"] = endpoint.command;
    if (!endpoint.arguments.empty()) out["args"] = texts_as_json(endpoint.arguments);
    std::map<std::string, OrderedJson> variables;
    for (const auto& [name, value] : endpoint.environment) variables[name] = value;
    for (const auto& [name, secret] : endpoint.secrets) put_secret(secret, variables[name]);
    for (auto& [name, value] : variables) out["env"][name] = std::move(value);
    if (!endpoint.folder.empty()) out["cwd"] = endpoint.folder;
    put_sandbox(endpoint.sandbox, out);
}

void put_endpoint(const UrlEndpoint& endpoint, const ServerConfig& server, OrderedJson& out) {
    out["url"] = endpoint.url;
    if (endpoint.transport == UrlTransport::streamable_http) out["transport"] = "http";
    if (endpoint.transport == UrlTransport::sse) out["transport"] = "sse";
    if (endpoint.transport == UrlTransport::web_socket) out["transport"] = "websocket";
    std::map<std::string, std::string> fields;
    for (const net::Field& field : endpoint.fields.all()) fields[field.name] = field.value;
    for (const auto& [name, value] : fields) out["headers"][name] = value;
    if (!endpoint.protocols.empty()) out["subprotocols"] = texts_as_json(endpoint.protocols);
    if (!endpoint.tls.ca_file.empty()) out["tls"]["ca_file"] = endpoint.tls.ca_file;
    if (!endpoint.tls.pins.empty()) out["tls"]["pins"] = texts_as_json(endpoint.tls.pins);
    put_authorization(server.authorization, out);
}

void put_endpoint(const SocketEndpoint& endpoint, const ServerConfig& /*server*/,
                  OrderedJson& out) {
    out["socket"] = endpoint.path;
}

void put_passed(const PassedParts& passed, OrderedJson& out) {
    if (passed == PassedParts()) return;
    OrderedJson words = OrderedJson::array();
    for (const PassedWord& known : k_passed_words)
        if (passed.*known.part) words.push_back(known.word);
    out["pass_on"] = std::move(words);
}

void put_times(const ServerTimes& times, OrderedJson& out) {
    const ServerTimes usual;
    const auto put = [&](const char* name, std::chrono::milliseconds time,
                         std::chrono::milliseconds usual_time) {
        if (time != usual_time) out["timeouts"][name] = time.count();
    };
    put("initialize_ms", times.initialize, usual.initialize);
    put("list_ms", times.list, usual.list);
    put("call_ms", times.call, usual.call);
    put("call_total_ms", times.call_total, usual.call_total);
    put("heartbeat_ms", times.heartbeat, usual.heartbeat);
}

OrderedJson server_as_json(const ServerConfig& server) {
    OrderedJson out = OrderedJson::object();
    std::visit([&](const auto& endpoint) { put_endpoint(endpoint, server, out); }, server.endpoint);
    if (!server.is_enabled) out["enabled"] = false;
    if (server.era == ServerEra::sessions) out["era"] = "sessions";
    if (server.era == ServerEra::stateless) out["era"] = "stateless";
    if (server.tools) out["tools"] = texts_as_json({server.tools->begin(), server.tools->end()});
    put_passed(server.pass_on, out);
    if (!server.roots.empty()) out["roots"] = texts_as_json(server.roots);
    put_times(server.times, out);
    if (!server.recipes.ready.empty())
        out["recipes"] = server.recipes.ready;
    else if (!server.recipes.by_tool.empty())
        out["recipes"] = recipes_as_json(server.recipes.by_tool);
    if (server.calls_per_minute != 0) out["calls_per_minute"] = server.calls_per_minute;
    return out;
}

}  // namespace

Result<std::string> write_servers(const std::vector<ServerConfig>& servers) {
    std::map<std::string, const ServerConfig*> sorted;
    ServerNames names;
    for (const ServerConfig& server : servers) {
        std::string pointer = "/servers";
        append_pointer(pointer, server.name);
        if (!names.take(server.name)) {
            return fail(Errc::invalid_argument,
                        "another server has this name, apart from capital letters; rename one.",
                        std::move(pointer));
        }
        for (Error& error : check_server(server)) {
            error.pointer = pointer + error.pointer;
            return tl::unexpected(std::move(error));
        }
        sorted[server.name] = &server;
    }
    OrderedJson all = OrderedJson::object();
    all["servers"] = OrderedJson::object();
    for (const auto& [name, server] : sorted) all["servers"][name] = server_as_json(*server);
    std::string text = all.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
    if (text.size() > k_servers_bytes_max || sorted.size() > k_servers_max) {
        return fail(Errc::invalid_argument, "the file would have more than 1 MiB or " +
                                                std::to_string(k_servers_max) +
                                                " servers; take some out.");
    }
    return text;
}

}  // namespace iam::mcp
