// Writes the endpoint of a server as one text, so that two configurations can be compared.
#include "iam/mcp/server_endpoint.hpp"

#include "mcp/client/config/environment_names.hpp"
#include <iam/core/digest.hpp>
#include <iam/core/json.hpp>

#include <set>
#include <variant>

namespace iam::mcp {
namespace {

std::string words_of(const SecretReference& secret) {
    switch (secret.place) {
        case SecretReference::Place::file:
            return "file " + secret.name;
        case SecretReference::Place::keyring:
            return "keyring " + secret.name;
        case SecretReference::Place::environment:
            break;
    }
    return "environment " + secret.name;
}

Json names_of_variables(const StdioEndpoint& endpoint) {
    std::set<std::string> names;
    for (const auto& [name, value] : endpoint.environment)
        names.insert(chooses_code(name) ? name + "=" + value : name);
    for (const auto& [name, secret] : endpoint.secrets)
        names.insert(chooses_code(name) ? name + " from " + words_of(secret) : name);
    return names;
}

Json sandbox_terms(const Sandbox& sandbox) {
    if (!sandbox.is_on) return false;
    Json terms = Json::object();
    if (sandbox.has_network) terms["network"] = true;
    if (!sandbox.readable.empty()) terms["readable"] = sandbox.readable;
    if (!sandbox.writable.empty()) terms["writable"] = sandbox.writable;
    return terms;
}

Json terms_of(const StdioEndpoint& endpoint) {
    Json terms = Json::object();
    terms["command"] = endpoint.command;
    if (!endpoint.arguments.empty()) terms["args"] = endpoint.arguments;
    if (!endpoint.folder.empty()) terms["cwd"] = endpoint.folder;
    Json names = names_of_variables(endpoint);
    if (!names.empty()) terms["env"] = std::move(names);
    Json sandbox = sandbox_terms(endpoint.sandbox);
    if (!sandbox.is_object() || !sandbox.empty()) terms["sandbox"] = std::move(sandbox);
    return terms;
}

Json terms_of(const UrlEndpoint& endpoint) {
    const std::size_t query = endpoint.url.find('?');
    Json terms = {{"url", endpoint.url.substr(0, query)}};
    if (query != std::string::npos)
        terms["query_sha256"] = sha256("", endpoint.url.substr(query + 1)).hex();
    Json tls = Json::object();
    if (!endpoint.tls.ca_file.empty()) tls["ca_file"] = endpoint.tls.ca_file;
    if (!endpoint.tls.pins.empty())
        tls["pins"] = std::set<std::string>(endpoint.tls.pins.begin(), endpoint.tls.pins.end());
    if (!tls.empty()) terms["tls"] = std::move(tls);
    return terms;
}

Json terms_of(const SocketEndpoint& endpoint) {
    return {{"socket", endpoint.path}};
}

}  // namespace

std::string endpoint_text(const ServerConfig& server) {
    const Json terms = std::visit([](const auto& one) { return terms_of(one); }, server.endpoint);
    // A text with invalid UTF-8 has no canonical form.
    if (auto canonical = canonical_json(terms)) return *std::move(canonical);
    return terms.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace iam::mcp
