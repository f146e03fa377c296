#include "host/session/server_tools.hpp"

#include "host/session/proxy_variables.hpp"
#include <iam/core/build_id.hpp>
#include <iam/mcp/servers_file.hpp>
#include <iam/question/escape.hpp>

#include <utility>

namespace iam::host {

using question::escape_for_display;

namespace {

/// A person reads the address here and opens it.
Result<void> ask_to_open(const ServerToolsParts& parts, const std::string& server,
                         const std::string& url) {
    parts.say("Server " + server + " wants a person to agree. Open this address in a browser: " +
              escape_for_display(url));
    if (parts.on_agreement) parts.on_agreement(server, url);
    return {};
}

/// `parts` outlive the servers.
mcp::ServersParts servers_parts(const ServerToolsParts& parts) {
    mcp::ServersParts servers{.clock = parts.environment.clock,
                              .entropy = parts.environment.entropy};
    servers.settings.client = {.name = parts.registry.application(), .version = build_id()};
    servers.settings.lists_offers = parts.is_gateway;
    // A server may have tools for clients with these abilities alone. All commands must see the
    // same tools, so that a question of the gateway can be answered by another command.
    servers.settings.abilities = {
        .answers_forms = true, .answers_urls = true, .answers_sampling = true};
    servers.environment = parts.environment.variables;
    servers.http.proxy = proxy_in(parts.environment.variables);
    servers.own_paths = parts.own_paths;
    servers.agreements.token_folder = (parts.file.parent_path() / "tokens").string();
    servers.agreements.open_browser = [&parts](const std::string& server, const std::string& url,
                                               const std::stop_token& /*stop*/) {
        return ask_to_open(parts, server, url);
    };
    servers.on_problem = [say = parts.say](const std::string& server, const std::string& problem) {
        say("Server " + server + ": " + escape_for_display(problem));
    };
    servers.on_traffic = parts.on_traffic;
    return servers;
}

}  // namespace

ServerTools::ServerTools(ServerToolsParts parts)
    : parts_(std::move(parts)),
      servers_(servers_parts(parts_)),
      tools_(servers_, parts_.registry) {}

Result<void> ServerTools::connect(std::vector<mcp::ServerConfig> configs) {
    for (const mcp::ServerConfig& config : configs)
        warnings_[config.name] = mcp::sandbox_warning(config);
    return servers_.connect_all(std::move(configs));
}

Result<void> ServerTools::reconnect(std::vector<mcp::ServerConfig> configs,
                                    std::vector<std::string> own_paths) {
    // A server that connect_all() knows keeps its connection, or its end.
    IAM_CHECK(servers_.connect_all({}));
    servers_.close_paths(std::move(own_paths));
    return connect(std::move(configs));
}

void ServerTools::wait(std::chrono::milliseconds longest) {
    tools_.wait_until_settled(longest);
    for (const mcp::ServerStatus& status : servers_.connection_states()) {
        if (status.state == mcp::ConnectionState::failed)
            parts_.say("Server " + status.name + " is not connected: " + status.last_error);
        if (status.state == mcp::ConnectionState::connecting) {
            const std::string& warning = warnings_[status.name];
            parts_.say("Server " + status.name + " has not answered yet; its tools are missing." +
                       (warning.empty() ? "" : " " + warning));
        }
    }
}

}  // namespace iam::host
