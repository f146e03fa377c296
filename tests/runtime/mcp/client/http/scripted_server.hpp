// A server of HTTP that answers as a test says, and a log of the events of a transport.
#pragma once

#include "mcp/client/fake_timers.hpp"
#include "mcp/client/http/streamable_http.hpp"
#include "mcp/client/transport.hpp"
#include <iam/core/json.hpp>
#include <iam/net/http_client.hpp>
#include <iam/net/http_server.hpp>
#include <iam/net/sse.hpp>

#include <catch2/catch.hpp>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace iam::test {

inline constexpr std::chrono::seconds k_patience{30};

/// Keeps each request until the test takes it, and answers it.
class ScriptedServer {
 public:
    struct Taken {
        net::Request request{};
        net::Exchange exchange;
        std::string field(std::string_view name) const {
            return std::string(request.fields.find(name).value_or(""));
        }
        void json(std::string body, unsigned status = 200, net::Fields more = {}) {
            more.add("Content-Type", "application/json");
            exchange.answer({.status = status, .fields = std::move(more), .body = std::move(body)});
        }
        void status(unsigned status, net::Fields fields = {}, std::string body = {}) {
            exchange.answer(
                {.status = status, .fields = std::move(fields), .body = std::move(body)});
        }
        void begin_events(net::Fields more = {}) {
            more.add("Content-Type", "text/event-stream");
            exchange.begin({.status = 200, .fields = std::move(more)});
        }
        void event(std::string data, std::string id = {}) {
            exchange.write(net::sse_text({.id = std::move(id), .data = std::move(data)}));
        }
    };

    ScriptedServer() {
        auto started =
            net::HttpServer::start({}, [this](net::Request request, net::Exchange exchange) {
                const std::lock_guard lock(mutex_);
                waiting_.push_back({std::move(request), std::move(exchange)});
                changed_.notify_all();
            });
        REQUIRE(started);
        server_ = *std::move(started);
    }
    ~ScriptedServer() { server_->stop(); }
    ScriptedServer(const ScriptedServer&) = delete;
    ScriptedServer& operator=(const ScriptedServer&) = delete;

    unsigned port() const { return server_->endpoints().front().port; }
    std::string origin() const { return "http://127.0.0.1:" + std::to_string(port()); }
    std::string url() const { return origin() + "/mcp"; }

    /// The next request.
    Taken take() {
        std::unique_lock lock(mutex_);
        REQUIRE(changed_.wait_for(lock, k_patience, [&] { return !waiting_.empty(); }));
        Taken taken = std::move(waiting_.front());
        waiting_.pop_front();
        return taken;
    }
    /// The next request, which has this method.
    Taken take(std::string_view method) {
        Taken taken = take();
        REQUIRE(taken.request.method == method);
        return taken;
    }
    bool has_none() {
        const std::lock_guard lock(mutex_);
        return waiting_.empty();
    }

 private:
    std::mutex mutex_{};
    std::condition_variable changed_{};
    std::deque<Taken> waiting_{};
    std::unique_ptr<net::HttpServer> server_{};
};

/// What a transport has told.
class TransportLog {
 public:
    struct Failure {
        std::string request{};
        rpc::ErrorObject error{};
    };
    mcp::TransportEvents events() {
        mcp::TransportEvents events;
        events.on_message = [this](std::string_view message) {
            note([&] { messages_.emplace_back(message); });
        };
        events.on_failed_request = [this](const rpc::Id& id, rpc::ErrorObject error) {
            note([&] { failures_.push_back({id.json(), std::move(error)}); });
        };
        events.on_free = [this] { note([&] { ++frees_; }); };
        events.on_end = [this](Error why) { note([&] { ends_.push_back(std::move(why)); }); };
        return events;
    }
    std::string message() { return next(messages_); }
    Failure failure() { return next(failures_); }
    Error end() { return next(ends_); }
    void wait_for_free() {
        std::unique_lock lock(mutex_);
        REQUIRE(changed_.wait_for(lock, k_patience, [&] { return frees_ > 0; }));
        --frees_;
    }
    /// True if nothing was told that the test has not taken.
    bool is_empty() {
        const std::lock_guard lock(mutex_);
        return messages_.empty() && failures_.empty() && ends_.empty();
    }

 private:
    void note(const std::function<void()>& change) {
        const std::lock_guard lock(mutex_);
        change();
        changed_.notify_all();
    }
    template <class Value>
    Value next(std::deque<Value>& from) {
        std::unique_lock lock(mutex_);
        const bool came = changed_.wait_for(lock, k_patience, [&] { return !from.empty(); });
        if (!came) {
            for (const Failure& failure : failures_) UNSCOPED_INFO(failure.error.message);
            for (const std::string& message : messages_) UNSCOPED_INFO(message);
        }
        REQUIRE(came);
        Value value = std::move(from.front());
        from.pop_front();
        return value;
    }

    std::mutex mutex_{};
    std::condition_variable changed_{};
    std::deque<std::string> messages_{};
    std::deque<Failure> failures_{};
    std::deque<Error> ends_{};
    int frees_ = 0;
};

inline std::unique_ptr<net::HttpClient> loopback_client(net::ClientLimits limits = {}) {
    net::ClientSettings settings;
    settings.tls.uses_system_roots = false;
    settings.limits = limits;
    auto client = net::HttpClient::make(std::move(settings));
    REQUIRE(client);
    return *std::move(client);
}

/// Tokens that a test renews by hand.
class ScriptedTokens final : public mcp::TokenSource {
 public:
    std::string authorization() override {
        const std::lock_guard lock(mutex_);
        return value_;
    }
    void renew(mcp::TokenRefusal refusal, std::function<void(Result<void>)> done) override {
        const std::lock_guard lock(mutex_);
        renewals_.push_back({std::move(refusal), std::move(done)});
        changed_.notify_all();
    }
    void set(std::string value) {
        const std::lock_guard lock(mutex_);
        value_ = std::move(value);
    }
    std::pair<mcp::TokenRefusal, std::function<void(Result<void>)>> take() {
        std::unique_lock lock(mutex_);
        REQUIRE(changed_.wait_for(lock, k_patience, [&] { return !renewals_.empty(); }));
        auto renewal = std::move(renewals_.front());
        renewals_.pop_front();
        return renewal;
    }

 private:
    std::mutex mutex_{};
    std::condition_variable changed_{};
    std::string value_{};
    std::deque<std::pair<mcp::TokenRefusal, std::function<void(Result<void>)>>> renewals_{};
};

/// A transport of Streamable HTTP to a scripted server. Set members before open().
struct StreamableSide {
    ScriptedServer server{};
    FakeTimers timers{};
    TransportLog log{};
    std::unique_ptr<net::HttpClient> client = loopback_client();
    ScriptedTokens tokens{};
    bool has_tokens = false;
    std::string url{};
    net::Fields fields{};
    std::function<net::Fields(const Json&)> parameter_fields{};
    mcp::StreamableHttpLimits limits{};
    std::unique_ptr<mcp::Transport> transport{};

    StreamableSide() {
        limits.delete_time = std::chrono::milliseconds(1);
        limits.listen_wait = std::chrono::milliseconds(0);
    }
    mcp::Transport& open(std::string_view revision = {}) {
        transport = mcp::make_streamable_http({.url = url.empty() ? server.url() : url,
                                               .fields = fields,
                                               .client = *client,
                                               .timers = timers,
                                               .tokens = has_tokens ? &tokens : nullptr,
                                               .parameter_fields = parameter_fields,
                                               .limits = limits},
                                              log.events());
        transport->use_revision(revision);
        return *transport;
    }
    /// Opens a session with the id "s1".
    mcp::Transport& open_session() {
        open();
        request(0, "initialize");
        server.take("POST").json(answer_text(0), 200, {{"MCP-Session-Id", "s1"}});
        log.message();
        transport->use_revision("2025-11-25");
        return *transport;
    }

    bool send(std::string text, std::optional<int> id = std::nullopt) {
        rpc::Output output;
        output.text = std::move(text);
        if (id) output.own_request = rpc::Id::of(static_cast<std::int64_t>(*id));
        return transport->send(output);
    }
    bool request(int id, std::string_view method, std::string_view params = "{}") {
        return send(R"({"id":)" + std::to_string(id) + R"(,"jsonrpc":"2.0","method":")" +
                        std::string(method) + R"(","params":)" + std::string(params) + "}",
                    id);
    }
    bool notify(std::string_view method, std::string_view params = "{}") {
        return send(R"({"jsonrpc":"2.0","method":")" + std::string(method) + R"(","params":)" +
                    std::string(params) + "}");
    }
    static std::string answer_text(int id, std::string_view result = "{}") {
        return R"({"id":)" + std::to_string(id) + R"(,"jsonrpc":"2.0","result":)" +
               std::string(result) + "}";
    }
};

}  // namespace iam::test
