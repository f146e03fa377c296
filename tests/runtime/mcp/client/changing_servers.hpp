// Servers whose tools a test changes, and a program that imports them.
#pragma once

#include "mcp/conversation.hpp"
#include <iam/core/clock.hpp>
#include <iam/mcp/imported_tools.hpp>

#include <catch2/catch.hpp>

#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace iam::test {

// As long as a test waits for an event; it is never waited for to its end.
inline constexpr std::chrono::seconds k_event_time{200};

/// A server that starts with these tools (changing_server.py).
inline mcp::ServerConfig changing_server(std::string name, std::vector<std::string> tools) {
    tools.insert(tools.begin(), IAM_TEST_CHANGING_SERVER);
    return {.name = std::move(name),
            .endpoint = mcp::StdioEndpoint{.command = "/usr/bin/python3",
                                           .arguments = std::move(tools),
                                           .sandbox = {.is_on = false}},
            .pass_on = {.elicitation = true, .url_elicitation = true, .sampling = true}};
}

/// A program with the tools of servers in its registry.
struct ServersProgram : Program {
    SystemClock real_clock{};
    std::unique_ptr<mcp::Servers> servers{};
    std::unique_ptr<mcp::ImportedTools> tools{};

    /// A lost server is tried again after `retry`.
    explicit ServersProgram(std::chrono::milliseconds retry = std::chrono::milliseconds{1}) {
        mcp::ServersParts parts{.clock = real_clock, .entropy = entropy};
        parts.settings.client = {.name = "desk"};
        parts.settings.abilities.answers_forms = true;
        parts.settings.retry_first = parts.settings.retry_last = retry;
        servers = std::make_unique<mcp::Servers>(std::move(parts));
        tools = std::make_unique<mcp::ImportedTools>(*servers, registry);
    }

    void connect(std::vector<mcp::ServerConfig> configs) {
        require_ok(servers->connect_all(std::move(configs)));
        REQUIRE(tools->wait_until_settled(k_event_time));
    }
    /// "a/echo b/echo"
    std::string names() const {
        std::string all;
        const auto catalogue = registry.snapshot();
        for (const Contract* contract : catalogue->contracts())
            all += (all.empty() ? "" : " ") + display_name(contract->id);
        return all;
    }
    /// "a/echo: the name …", a line each; "!" before a tool that is left out.
    std::string findings() const {
        std::string all;
        for (const mcp::ImportFinding& one : tools->findings())
            all += (one.is_left_out ? "!" : "") + one.server + "/" + one.tool + ": " + one.reason +
                   "\n";
        return all;
    }
    /// A call that the host vouches for.
    ToolResult call_server_tool(const ToolId& tool, const Json& arguments,
                                gate::CallOptions options = {}) {
        Call call;
        call.tool = tool;
        call.arguments = arguments.dump();
        options.confirmed = true;
        return runtime().call(call, options);
    }
    /// Has server `a` list these tools, and waits until its new list is in the registry.
    void become(const Json& tool_objects, const std::string& expected_names) {
        const auto reply = servers->call("a", "become", Json({{"tools", tool_objects}}).dump());
        INFO(reply.error.message);
        REQUIRE(reply.kind == mcp::RemoteReply::Kind::result);
        wait_for_names(expected_names);
        REQUIRE(tools->wait_until_settled(k_event_time));
    }
    void wait_for_names(const std::string& expected) const {
        const auto end = std::chrono::steady_clock::now() + k_event_time;
        while (names() != expected && std::chrono::steady_clock::now() < end)
            std::this_thread::yield();
        REQUIRE(names() == expected);
    }
};

inline Json tool_object(const std::string& name, const std::string& description = "Does it.") {
    return {{"name", name}, {"description", description}, {"inputSchema", {{"type", "object"}}}};
}

}  // namespace iam::test
