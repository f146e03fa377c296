// Reads the entry of a server at a URL. A value that the server knows this program by becomes a
// secret, or a reference to a variable.
#include "mcp/client/config/import_reading.hpp"
#include "mcp/client/config/readable_secrets.hpp"
#include "mcp/client/config/server_check.hpp"
#include <iam/core/value_text.hpp>

#include <algorithm>
#include <utility>

namespace iam::mcp {
namespace {

using UrlUse = ImportedSecret::Use;
using UrlReference = ImportReference::Kind;

/// The text behind "Bearer "; nothing if the value has another scheme.
std::optional<std::string> bearer_token(const std::string& value) {
    constexpr std::string_view k_bearer_scheme = "bearer ";
    if (ascii_lower(value.substr(0, k_bearer_scheme.size())) != k_bearer_scheme)
        return std::nullopt;
    const std::size_t begin = value.find_first_not_of(' ', k_bearer_scheme.size());
    if (begin == std::string::npos) return std::nullopt;
    return value.substr(begin);
}

}  // namespace

void ImportReading::read_url(Entry& entry) {
    entry.server.endpoint = UrlEndpoint{};
    const char* const name = entry.json.contains("url") ? "url" : "endpoint";
    if (const auto* const url = text(entry, name)) {
        std::get<UrlEndpoint>(entry.server.endpoint).url =
            plain(entry, import_pointer(entry.pointer, name), *url);
        if (auto readable = note_on_url(*url))
            note(import_pointer(entry.pointer, name), *std::move(readable));
    }
    read_fields(entry);
    read_oauth(entry, "oauth");
    read_oauth(entry, "auth");
    const auto* const token = text(entry, "authToken");
    if (token != nullptr && !is_blank_text(*token))
        entry.secrets.push_back({entry.server.name, UrlUse::bearer, "Authorization", *token});
}

/// Applies to processes, too: there the type can only be "stdio".
void ImportReading::read_transport(Entry& entry) {
    const bool has_type = entry.json.contains("type");
    const char* const name = has_type ? "type" : "transport";
    const auto* const type = text(entry, name);
    if (type == nullptr) return;
    const std::string lower = ascii_lower(*type);
    auto* const endpoint = std::get_if<UrlEndpoint>(&entry.server.endpoint);
    const bool fits = endpoint == nullptr ? lower == "stdio" : lower != "stdio";
    if (endpoint != nullptr) {
        if (lower == "http" || lower == "streamable-http" || lower == "streamablehttp") {
            // VS Code says "http" and falls back to SSE; so does a server whose transport is open.
            if (result_.format != ImportFormat::vs_code)
                endpoint->transport = UrlTransport::streamable_http;
        } else if (lower == "sse") {
            endpoint->transport = UrlTransport::sse;
        } else if (lower == "ws" || lower == "websocket") {
            endpoint->transport = UrlTransport::web_socket;
        } else if (fits) {
            note(import_pointer(entry.pointer, name),
                 "this transport is not known; the server is asked for its own.");
        }
    }
    if (!fits) {
        leave_out(entry, import_pointer(entry.pointer, name),
                  "the type does not fit to a server with a command or a URL.");
    }
}

void ImportReading::read_fields(Entry& entry) {
    const Json* const object = member(entry, "headers");
    const std::string pointer = import_pointer(entry.pointer, "headers");
    if (object == nullptr || object->is_null()) return;
    if (!object->is_object()) return leave_out(entry, pointer, "expected an object.");
    for (const auto& item : object->items()) {
        const std::string place = import_pointer(pointer, item.key());
        if (!item.value().is_string()) {
            leave_out(entry, place, "expected a string.");
        } else {
            read_field(entry, item.key(), item.value().get<std::string>(), place);
        }
    }
}

void ImportReading::read_field(Entry& entry, const std::string& name, const std::string& value,
                               const std::string& pointer) {
    const ReferencedText found = references(value);
    const bool is_asked = found.is_one && (found.references.front().kind == UrlReference::input ||
                                           !found.references.front().fallback);
    if (is_secret_field(name) || is_asked) return read_secret_field(entry, name, value, pointer);
    std::get<UrlEndpoint>(entry.server.endpoint).fields.add(name, plain(entry, pointer, value));
    if (auto readable = note_on_field(name, value)) note(pointer, *std::move(readable));
}

/// A server has one field with a secret; the first one is kept.
void ImportReading::read_secret_field(Entry& entry, const std::string& name,
                                      const std::string& value, const std::string& pointer) {
    ServerAuthorization& auth = entry.server.authorization;
    if (auth.kind != ServerAuthorization::Kind::oauth || !entry.secrets.empty()) {
        note(pointer, "not imported: a server has one field with a secret, and has it already.");
        return;
    }
    const auto token = ascii_lower(name) == "authorization" ? bearer_token(value) : std::nullopt;
    const UrlUse use = token ? UrlUse::bearer : UrlUse::field;
    const ReferencedText found = references(token.value_or(value));
    ImportedSecret secret{entry.server.name, use, name, {}};
    if (found.references.empty()) {
        secret.value = token.value_or(value);
        entry.secrets.push_back(std::move(secret));
        return;
    }
    const ImportReference& one = found.references.front();
    if (found.is_one && one.kind == UrlReference::environment) {
        refer(entry.server, secret, variable_reference(one));
        if (one.fallback) note(pointer, "only the variable was imported, not its usual value.");
    } else if (found.is_one && one.kind == UrlReference::input) {
        entry.secrets.push_back(std::move(secret));
    } else {
        hold(entry, pointer, one);
    }
}

void ImportReading::read_oauth(Entry& entry, const char* name) {
    const Json* const object = member(entry, name);
    const std::string pointer = import_pointer(entry.pointer, name);
    if (object == nullptr || object->is_null()) return;
    if (!object->is_object()) return note(pointer, "not imported: it is no object.");
    ServerAuthorization& auth = entry.server.authorization;
    if (auth.kind != ServerAuthorization::Kind::oauth || !entry.secrets.empty()) {
        return note(pointer, "not imported: the server is known by the secret in its header.");
    }
    for (const auto& item : object->items()) {
        const std::string lower = ascii_lower(item.key());
        const std::string place = import_pointer(pointer, item.key());
        const Json& value = item.value();
        if (value.is_string() && (lower == "clientid" || lower == "client_id")) {
            auth.client_id = plain(entry, place, value.get<std::string>());
        } else if (value.is_string() && (lower == "clientsecret" || lower == "client_secret")) {
            read_client_secret(entry, value.get<std::string>(), place);
        } else if (value.is_string() && lower == "scopes") {
            const auto scopes = value.get<std::string>();
            for (std::size_t at = 0; at < scopes.size();) {
                const std::size_t end = std::min(scopes.find(' ', at), scopes.size());
                if (end > at) auth.scopes.push_back(scopes.substr(at, end - at));
                at = end + 1;
            }
        } else if (value.is_array() && lower == "scopes") {
            for (const Json& scope : value) {
                if (scope.is_string()) auth.scopes.push_back(scope.get<std::string>());
            }
        } else {
            note(place, "not imported, since it is not known here.");
        }
    }
}

void ImportReading::read_client_secret(Entry& entry, const std::string& value,
                                       const std::string& pointer) {
    const ReferencedText found = references(value);
    ImportedSecret secret{entry.server.name, UrlUse::client_secret, "client_secret", {}};
    if (found.references.empty()) {
        secret.value = value;
        entry.secrets.push_back(std::move(secret));
    } else if (found.is_one && found.references.front().kind == UrlReference::environment) {
        entry.server.authorization.secret = variable_reference(found.references.front());
    } else if (found.is_one && found.references.front().kind == UrlReference::input) {
        entry.secrets.push_back(std::move(secret));
    } else {
        hold(entry, pointer, found.references.front());
    }
}

}  // namespace iam::mcp
