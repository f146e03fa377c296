// Reads the members of one server into values. Shapes are judged here, values by check_server().
#include "mcp/client/config/passed_parts.hpp"
#include "mcp/client/config/servers_reading.hpp"
#include "mcp/client/recipes/recipes_read.hpp"
#include <iam/core/value_text.hpp>
#include <iam/mcp/servers_file.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace iam::mcp {

void ServersReading::env(const Json& value, const std::string& pointer, ServerConfig& server) {
    if (!is_object(value, pointer)) return;
    for (const auto& item : value.items()) {
        const std::string place = pointer_below(pointer, item.key());
        if (item.value().is_object()) {
            mistakes_.add_unknown_members(item.value(), place, {"file", "keyring", "environment"});
            auto reference = secret(item.value(), place);
            if (reference) {
                process(server).secrets.emplace(item.key(), *std::move(reference));
            } else if (item.value().empty()) {
                complain(place, "the secret is missing; add one of file, keyring and environment.");
            }
        } else if (const auto* words = text(item.value(), place)) {
            process(server).environment.emplace(item.key(), *words);
        }
    }
}

void ServersReading::sandbox(const Json& value, const std::string& pointer, ServerConfig& server) {
    Sandbox& sandbox = process(server).sandbox;
    if (value.is_boolean()) {
        sandbox.is_on = value.get<bool>();
        return;
    }
    if (!value.is_object()) {
        complain(pointer, "expected an object with network, readable and writable, or false.");
        return;
    }
    mistakes_.add_unknown_members(value, pointer, {"network", "readable", "writable"});
    if (value.contains("network"))
        sandbox.has_network = boolean(value["network"], pointer_below(pointer, "network"));
    if (value.contains("readable"))
        sandbox.readable = texts(value["readable"], pointer_below(pointer, "readable"));
    if (value.contains("writable"))
        sandbox.writable = texts(value["writable"], pointer_below(pointer, "writable"));
}

void ServersReading::transport(const Json& value, const std::string& pointer,
                               ServerConfig& server) {
    const auto* words = text(value, pointer);
    if (words == nullptr) return;
    if (*words == "http") {
        listener(server).transport = UrlTransport::streamable_http;
    } else if (*words == "sse") {
        listener(server).transport = UrlTransport::sse;
    } else if (*words == "websocket") {
        listener(server).transport = UrlTransport::web_socket;
    } else {
        complain(pointer,
                 "a transport is \"http\", \"sse\" or \"websocket\"; leave it out to find it out.");
    }
}

void ServersReading::headers(const Json& value, const std::string& pointer, ServerConfig& server) {
    if (!is_object(value, pointer)) return;
    for (const auto& item : value.items()) {
        const auto* words = text(item.value(), pointer_below(pointer, item.key()));
        if (words != nullptr) listener(server).fields.add(item.key(), *words);
    }
}

void ServersReading::tls(const Json& value, const std::string& pointer, ServerConfig& server) {
    if (!is_object(value, pointer)) return;
    mistakes_.add_unknown_members(value, pointer, {"ca_file", "pins"});
    ServerTrust& tls = listener(server).tls;
    if (value.contains("ca_file")) {
        const std::string place = pointer_below(pointer, "ca_file");
        if (const auto* words = text(value["ca_file"], place)) {
            tls.ca_file = *words;
            if (words->empty()) complain(place, "the file is empty; write its path.");
        }
    }
    if (value.contains("pins")) tls.pins = texts(value["pins"], pointer_below(pointer, "pins"));
}

/// Reads the type, and says which members it has.
bool ServersReading::auth_type(const Json& value, const std::string& pointer,
                               ServerAuthorization& auth) {
    using Kind = ServerAuthorization::Kind;
    const auto type = value.find("type");
    const std::string place = pointer_below(pointer, "type");
    constexpr const char* k_types = "the type is \"none\", \"bearer\", \"header\" or \"oauth\".";
    if (type == value.end()) {
        complain(pointer, std::string("\"type\" is missing; ") + k_types);
        return false;
    }
    const auto* words = text(*type, place);
    if (words == nullptr) return false;
    if (*words == "none") {
        auth.kind = Kind::none;
        mistakes_.add_unknown_members(value, pointer, {"type"});
    } else if (*words == "bearer") {
        auth.kind = Kind::bearer;
        mistakes_.add_unknown_members(value, pointer, {"type", "file", "keyring", "environment"});
    } else if (*words == "header") {
        auth.kind = Kind::field;
        mistakes_.add_unknown_members(value, pointer,
                                      {"type", "name", "file", "keyring", "environment"});
    } else if (*words == "oauth") {
        auth.kind = Kind::oauth;
        mistakes_.add_unknown_members(
            value, pointer, {"type", "client_id", "scopes", "file", "keyring", "environment"});
    } else {
        complain(place, k_types);
        return false;
    }
    return true;
}

void ServersReading::auth(const Json& value, const std::string& pointer, ServerConfig& server) {
    ServerAuthorization& auth = server.authorization;
    if (!is_object(value, pointer) || !auth_type(value, pointer, auth)) return;
    if (auth.kind == ServerAuthorization::Kind::none) return;
    auth.secret = secret(value, pointer);
    if (auth.kind == ServerAuthorization::Kind::field && value.contains("name")) {
        if (const auto* words = text(value["name"], pointer_below(pointer, "name")))
            auth.field = *words;
    }
    if (auth.kind != ServerAuthorization::Kind::oauth) return;
    if (value.contains("client_id")) {
        if (const auto* words = text(value["client_id"], pointer_below(pointer, "client_id")))
            auth.client_id = *words;
    }
    if (value.contains("scopes"))
        auth.scopes = texts(value["scopes"], pointer_below(pointer, "scopes"));
}

std::optional<SecretReference> ServersReading::secret(const Json& object,
                                                      const std::string& pointer) {
    using Place = SecretReference::Place;
    std::optional<SecretReference> found;
    for (const auto& [name, place] :
         {std::pair{"file", Place::file}, std::pair{"keyring", Place::keyring},
          std::pair{"environment", Place::environment}}) {
        const auto member = object.find(name);
        if (member == object.end()) continue;
        const std::string at = pointer_below(pointer, name);
        const auto* words = text(*member, at);
        if (found) complain(at, "a secret has one place; take the others out.", true);
        found = SecretReference{place, words == nullptr ? "" : *words};
    }
    return found;
}

void ServersReading::era(const Json& value, const std::string& pointer, ServerConfig& server) {
    const auto* words = text(value, pointer);
    if (words == nullptr) return;
    if (*words == "sessions") {
        server.era = ServerEra::sessions;
    } else if (*words == "stateless") {
        server.era = ServerEra::stateless;
    } else {
        complain(pointer,
                 "an era is \"sessions\" or \"stateless\"; leave it out to ask the server.");
    }
}

void ServersReading::tools(const Json& value, const std::string& pointer, ServerConfig& server) {
    const std::vector<std::string> names = texts(value, pointer);
    server.tools.emplace(names.begin(), names.end());
}

void ServersReading::pass_on(const Json& value, const std::string& pointer, ServerConfig& server) {
    if (!is_array(value, pointer)) return;
    std::vector<std::string_view> words;
    for (const PassedWord& known : k_passed_words) words.push_back(known.word);
    server.pass_on = k_no_part;
    for (std::size_t i = 0; i < value.size(); ++i) {
        const std::string place = pointer_below(pointer, i);
        const auto* word = text(value[i], place);
        if (word == nullptr) continue;
        const auto* const known =
            std::find_if(k_passed_words.begin(), k_passed_words.end(),
                         [&](const PassedWord& one) { return one.word == *word; });
        if (known == k_passed_words.end()) {
            complain(place, quoted_name(*word) + " cannot be passed on; known are " +
                                quoted_list(words) + ".");
        } else {
            server.pass_on.*(known->part) = true;
        }
    }
}

void ServersReading::timeouts(const Json& value, const std::string& pointer, ServerConfig& server) {
    if (!is_object(value, pointer)) return;
    mistakes_.add_unknown_members(
        value, pointer, {"initialize_ms", "list_ms", "call_ms", "call_total_ms", "heartbeat_ms"});
    constexpr auto k_time_max =
        static_cast<std::uint64_t>(std::chrono::milliseconds(k_server_time_max).count());
    ServerTimes& times = server.times;
    for (const auto& [name, time] :
         {std::pair{"initialize_ms", &times.initialize}, std::pair{"list_ms", &times.list},
          std::pair{"call_ms", &times.call}, std::pair{"call_total_ms", &times.call_total},
          std::pair{"heartbeat_ms", &times.heartbeat}}) {
        const auto member = value.find(name);
        if (member == value.end()) continue;
        if (!member->is_number_unsigned() || member->get<std::uint64_t>() > k_time_max) {
            complain(pointer_below(pointer, name),
                     "a time has 1 to 86400000 ms (a day), without quotes.");
            continue;
        }
        *time = std::chrono::milliseconds(member->get<std::int64_t>());
    }
}

void ServersReading::recipes(const Json& value, const std::string& pointer, ServerConfig& server) {
    if (!value.is_string()) {
        server.recipes.by_tool =
            read_recipes(value, pointer, [this](const std::string& at, std::string message) {
                complain(at, std::move(message));
            });
        return;
    }
    server.recipes.ready = value.get<std::string>();
    if (ready_recipes(server.recipes.ready)) return;
    complain(pointer, "there are no ready recipes of this name; known are " +
                          quoted_list(ready_recipe_names()) + ".");
}

void ServersReading::calls_per_minute(const Json& value, const std::string& pointer,
                                      ServerConfig& server) {
    if (value.is_number_unsigned() && value.get<std::uint64_t>() > 0 &&
        value.get<std::uint64_t>() <= k_server_calls_max) {
        server.calls_per_minute = value.get<std::size_t>();
        return;
    }
    complain(pointer, "a server gets 1 to " + std::to_string(k_server_calls_max) +
                          " calls a minute; leave it out for no limit.");
}

}  // namespace iam::mcp
