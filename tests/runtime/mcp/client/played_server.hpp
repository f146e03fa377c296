// A server at the other end of a Transport, played by a test.
#pragma once

#include "mcp/client/connection/connection.hpp"
#include "mcp/client/manual_timers.hpp"
#include <iam/core/json.hpp>
#include <support/fake_clock.hpp>
#include <support/fake_entropy.hpp>

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace iam::test {

/// The sent messages, the revisions in use, and the events of the last opened way.
struct PlayedWire {
    std::mutex mutex{};
    std::vector<Json> sent{};
    std::vector<std::string> revisions{};
    mcp::TransportEvents events{};
    std::function<net::Fields(const Json& params)> parameter_fields{};
    int opened = 0;
    int closed = 0;
    bool listens = false;
};

class PlayedTransport final : public mcp::Transport {
 public:
    explicit PlayedTransport(std::shared_ptr<PlayedWire> wire) : wire_(std::move(wire)) {}
    ~PlayedTransport() override { ++wire_->closed; }
    bool send(rpc::Output& output) override {
        const std::lock_guard lock(wire_->mutex);
        wire_->sent.push_back(parse_json(output.text).value());
        return true;
    }
    void use_revision(std::string_view revision) override {
        wire_->revisions.emplace_back(revision);
    }
    void listen() override { wire_->listens = true; }

 private:
    std::shared_ptr<PlayedWire> wire_;
};

/// A connection and its server. `settings`, `config` and `is_stream` count at open().
struct PlayedServer {
    FakeClock clock{};
    FakeEntropy entropy{};
    ManualTimers timers{clock};
    mcp::ServersSettings settings{.client = {.name = "desk", .version = "1.2"}};
    mcp::ServerConfig config{
        .name = "files",
        .pass_on = {.elicitation = true, .url_elicitation = true, .sampling = true}};
    bool is_stream = true;
    Result<void> may_open{};
    std::shared_ptr<mcp::SecretMask> mask = std::make_shared<mcp::SecretMask>();
    std::shared_ptr<PlayedWire> wire = std::make_shared<PlayedWire>();
    int changes = 0;
    std::vector<LogMessage> messages{};  ///< of no call
    std::shared_ptr<mcp::Connection> connection{};

    mcp::Connection& open() {
        connection = std::make_shared<mcp::Connection>(mcp::ConnectionParts{
            .clock = clock,
            .entropy = entropy,
            .timers = timers,
            .config = config,
            .settings = settings,
            .open =
                [this](mcp::TransportEvents events,
                       std::function<net::Fields(const Json&)> parameter_fields) {
                    wire->parameter_fields = std::move(parameter_fields);
                    return make(std::move(events));
                },
            .is_stream = is_stream,
            .mask = mask,
            .on_change = [this] { ++changes; },
            .on_message = [this](const LogMessage& message) { messages.push_back(message); }});
        connection->connect();
        timers.run();
        return *connection;
    }

    /// The last request or notification of this method; null if there is none.
    Json last(std::string_view method) {
        const std::lock_guard lock(wire->mutex);
        for (auto at = wire->sent.rbegin(); at != wire->sent.rend(); ++at)
            if (at->value("method", "") == method) return *at;
        return {};
    }
    std::size_t count(std::string_view method) {
        const std::lock_guard lock(wire->mutex);
        std::size_t found = 0;
        for (const Json& message : wire->sent) found += message.value("method", "") == method;
        return found;
    }
    void say(const Json& message) {
        wire->events.on_message(canonical_json(message).value());
        timers.run();
    }
    void answer(std::string_view method, const Json& result) {
        say({{"jsonrpc", "2.0"}, {"id", last(method)["id"]}, {"result", result}});
    }
    void refuse(std::string_view method, const Json& error) {
        say({{"jsonrpc", "2.0"}, {"id", last(method)["id"]}, {"error", error}});
    }

    /// A server with sessions and one tool, "echo".
    mcp::Connection& open_with_session() {
        open();
        refuse("server/discover", {{"code", -32601}, {"message", "no such method"}});
        answer("initialize", initialized("2025-11-25"));
        answer("tools/list", {{"tools", {echo()}}});
        return *connection;
    }
    mcp::Connection& open_stateless() {
        open();
        answer("server/discover", discovered());
        answer("tools/list", {{"tools", {echo()}}});
        return *connection;
    }
    static Json initialized(const std::string& revision) {
        return {{"protocolVersion", revision},
                {"capabilities", {{"tools", {{"listChanged", true}}}}},
                {"serverInfo", {{"name", "files-server"}, {"version", "7"}}},
                {"instructions", "Use it well."}};
    }
    static Json discovered() {
        return {{"supportedVersions", {"2026-07-28"}},
                {"capabilities", {{"tools", Json::object()}}},
                {"_meta",
                 {{"io.modelcontextprotocol/serverInfo",
                   {{"name", "files-server"}, {"version", "8"}}}}}};
    }
    static Json echo() { return {{"name", "echo"}, {"inputSchema", {{"type", "object"}}}}; }

 private:
    Result<std::unique_ptr<mcp::Transport>> make(mcp::TransportEvents events) {
        if (!may_open) return tl::unexpected(may_open.error());
        wire->events = std::move(events);
        ++wire->opened;
        return std::make_unique<PlayedTransport>(wire);
    }
};

}  // namespace iam::test
