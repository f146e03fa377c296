#include "mcp/client/config/readable_secrets.hpp"

#include "mcp/client/config/environment_names.hpp"
#include <iam/core/json.hpp>
#include <iam/core/value_text.hpp>
#include <iam/mcp/servers_file.hpp>

#include <algorithm>
#include <variant>

namespace iam::mcp {
namespace {

bool is_readable_secret(std::string_view name, std::string_view value) {
    return sounds_secret(name) && !value.empty() && value.find("${") == std::string_view::npos;
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

std::optional<std::string> note_on_url(std::string_view url) {
    const std::size_t mark = url.find('?');
    if (mark == std::string_view::npos) return std::nullopt;
    std::string_view rest = url.substr(mark + 1);
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('&'), rest.size());
        const std::string_view pair = rest.substr(0, end);
        const std::size_t sign = std::min(pair.find('='), pair.size());
        const std::string_view name = pair.substr(0, sign);
        if (sign < pair.size() && is_readable_secret(name, pair.substr(sign + 1))) {
            return "the parameter " + quoted_name(name) +
                   " of the URL stands readable in servers.json. If it is a key and the server "
                   "also takes keys in a header, take it out and write \"auth\"; else keep the "
                   "file to yourself (chmod 600).";
        }
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return std::nullopt;
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
    }
    if (const auto* url = std::get_if<UrlEndpoint>(&server.endpoint)) {
        add("/url", "", note_on_url(url->url));
        for (const net::Field& field : url->fields.all())
            add("/headers", field.name, note_on_field(field.name, field.value));
    }
    return notes;
}

}  // namespace iam::mcp
