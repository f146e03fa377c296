#include "host/output/client_config.hpp"

#include <iam/core/json.hpp>
#include <iam/core/value_text.hpp>

#include <algorithm>
#include <array>

namespace iam::host {
namespace {

/// The member of a client's file with its servers, and the client's own words beside the command.
struct Form {
    std::string_view client;
    std::string_view list;
    std::string_view key = {};  ///< one more member of the server; empty: none
    std::string_view value = {};
};

// claude_desktop_config.json and .mcp.json, .vscode/mcp.json, .cursor/mcp.json, and Zed's
// settings.json, as their makers document them.
constexpr std::array k_forms{
    Form{"claude", "mcpServers"},
    Form{"vscode", "servers", "type", "stdio"},
    Form{"cursor", "mcpServers"},
    Form{"zed", "context_servers", "source", "custom"},
};

}  // namespace

std::string known_clients() {
    std::string all;
    for (std::size_t at = 0; at < k_forms.size(); ++at) {
        if (at > 0) all += at + 1 == k_forms.size() ? " or " : ", ";
        all += k_forms[at].client;
    }
    return all;
}

Result<std::string> client_config(std::string_view client, const ServerCommand& server) {
    const auto* const form = std::find_if(k_forms.begin(), k_forms.end(),
                                          [&](const Form& one) { return one.client == client; });
    if (form == k_forms.end()) {
        return fail(Errc::invalid_argument, "There is no configuration for \"" +
                                                std::string(client) + "\"; name " +
                                                known_clients() + ".");
    }
    OrderedJson one = OrderedJson::object();
    if (!form->key.empty()) one[std::string(form->key)] = form->value;
    one["command"] = server.program;
    one["args"] = server.arguments;
    OrderedJson all = OrderedJson::object();
    all[std::string(form->list)][server.name] = std::move(one);
    return all.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

}  // namespace iam::host
