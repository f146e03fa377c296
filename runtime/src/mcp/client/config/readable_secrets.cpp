#include "mcp/client/config/readable_secrets.hpp"

#include "mcp/client/config/environment_names.hpp"
#include <iam/core/json.hpp>
#include <iam/core/value_text.hpp>
#include <iam/mcp/servers_file.hpp>

#include <algorithm>
#include <array>
#include <variant>

namespace iam::mcp {
namespace {

bool is_readable_secret(std::string_view name, std::string_view value) {
    return sounds_secret(name) && !value.empty() && value.find("${") == std::string_view::npos;
}

/// True if the text itself has the form of a known service's key.
bool is_key_text(std::string_view text) {
    static constexpr std::array<std::string_view, 9> k_starts{
        "sk-", "ghp_", "gho_", "github_pat_", "glpat-", "xoxb-", "xoxp-", "AKIA", "eyJ"};
    constexpr std::size_t k_key_size_min = 20;
    return text.size() >= k_key_size_min &&
           std::any_of(k_starts.begin(), k_starts.end(),
                       [&](std::string_view start) { return text.starts_with(start); });
}

/// The index of an argument that holds a key, by the name of its option or by its own form.
std::optional<std::size_t> readable_argument(const std::vector<std::string>& arguments) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string_view argument = arguments[i];
        if (is_key_text(argument)) return i;
        if (!argument.starts_with('-') && argument.find('=') == std::string_view::npos) continue;
        const std::size_t sign = argument.find('=');
        const std::string_view name = argument.substr(0, sign);
        if (sign != std::string_view::npos) {
            const std::string_view value = argument.substr(sign + 1);
            if (is_readable_secret(name, value) || is_key_text(value)) return i;
        } else if (i + 1 < arguments.size() && !arguments[i + 1].starts_with('-') &&
                   is_readable_secret(name, arguments[i + 1])) {
            return i + 1;
        }
    }
    return std::nullopt;
}

/// True if a part of the URL's path holds a key, by the part before it or by its own form.
bool has_key_in_path(std::string_view url) {
    url = url.substr(0, url.find_first_of("?#"));
    const std::size_t scheme = url.find("://");
    std::size_t at = url.find('/', scheme == std::string_view::npos ? 0 : scheme + 3);
    std::string_view before;
    while (at != std::string_view::npos) {
        const std::size_t next = url.find('/', at + 1);
        const std::string_view part = url.substr(at + 1, next - at - 1);
        const std::size_t sign = part.find('=');
        const bool is_pair = sign != std::string_view::npos;
        if (is_key_text(part) || is_readable_secret(before, part) ||
            (is_pair && is_readable_secret(part.substr(0, sign), part.substr(sign + 1)))) {
            return true;
        }
        before = part;
        at = next;
    }
    return false;
}

std::string note_on_argument() {
    return "the argument stands readable in servers.json, and in the list of processes. If it is a "
           "key and the server also takes keys in a variable, take it out and write it into env as "
           "{\"file\": \"/path\"}; else keep the file to yourself (chmod 600).";
}

}  // namespace

std::optional<std::string> note_on_variable(std::string_view name, std::string_view value) {
    if (!is_readable_secret(name, value)) return std::nullopt;
    return "the value stands readable in servers.json. If it is a key, put it into a file of mode "
           "0600 and write {\"file\": \"/path\"} in its place.";
}

std::optional<std::string> note_on_field(std::string_view name, std::string_view value) {
    if (!is_readable_secret(name, value)) return std::nullopt;
    return "the value stands readable in servers.json. If it is a key, put it into a file of mode "
           "0600, take the field out, and write \"auth\": {\"type\": \"header\", \"name\": \"" +
           std::string(name) + "\", \"file\": \"/path\"}.";
}

std::vector<std::pair<std::string_view, std::string_view>> parameters_of(std::string_view url) {
    std::vector<std::pair<std::string_view, std::string_view>> parameters;
    const std::size_t mark = url.find('?');
    if (mark == std::string_view::npos) return parameters;
    std::string_view rest = url.substr(mark + 1);
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('&'), rest.size());
        const std::string_view pair = rest.substr(0, end);
        const std::size_t sign = std::min(pair.find('='), pair.size());
        parameters.emplace_back(pair.substr(0, sign), pair.substr(std::min(sign + 1, pair.size())));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return parameters;
}

std::optional<std::string> note_on_url(std::string_view url) {
    for (const auto& [name, value] : parameters_of(url)) {
        if (!is_readable_secret(name, value)) continue;
        return "the parameter " + quoted_name(name) +
               " of the URL stands readable in servers.json. If it is a key and the server also "
               "takes keys in a header, take it out and write \"auth\"; else keep the file to "
               "yourself (chmod 600).";
    }
    if (!has_key_in_path(url)) return std::nullopt;
    return "a part of the URL's path stands readable in servers.json. If it is a key and the "
           "server "
           "also takes keys in a header, take it out and write \"auth\"; else keep the file to "
           "yourself (chmod 600).";
}

std::vector<std::string> files_of_servers(const std::vector<ServerConfig>& servers) {
    std::vector<std::string> files;
    const auto add = [&](const SecretReference& secret) {
        if (secret.place == SecretReference::Place::file) files.push_back(secret.name);
    };
    for (const ServerConfig& server : servers) {
        if (server.authorization.secret) add(*server.authorization.secret);
        if (const auto* process = std::get_if<StdioEndpoint>(&server.endpoint))
            for (const auto& [name, secret] : process->secrets) add(secret);
        const auto* url = std::get_if<UrlEndpoint>(&server.endpoint);
        if (url != nullptr && !url->tls.ca_file.empty()) files.push_back(url->tls.ca_file);
    }
    return files;
}

std::vector<Error> readable_secrets(const ServerConfig& server) {
    std::vector<Error> notes;
    const auto add = [&](std::string pointer, std::string_view name,
                         std::optional<std::string> note) {
        if (!note) return;
        if (!name.empty()) append_pointer(pointer, name);
        notes.push_back({Errc::invalid_argument, *std::move(note), std::move(pointer)});
    };
    if (const auto* process = std::get_if<StdioEndpoint>(&server.endpoint)) {
        for (const auto& [name, value] : process->environment)
            add("/env", name, note_on_variable(name, value));
        if (const auto at = readable_argument(process->arguments))
            add("/args", std::to_string(*at), note_on_argument());
    }
    if (const auto* url = std::get_if<UrlEndpoint>(&server.endpoint)) {
        add("/url", "", note_on_url(url->url));
        for (const net::Field& field : url->fields.all())
            add("/headers", field.name, note_on_field(field.name, field.value));
    }
    return notes;
}

}  // namespace iam::mcp
