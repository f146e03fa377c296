// Tests of runtime/src/mcp/client/{servers,open_transport}.cpp and
// runtime/src/mcp/client/http/{http_request,streamable_http}.cpp: servers at URLs that attack
// (tests/attacks/servers.tsv).
#include "mcp/client/changing_servers.hpp"
#include <iam/net/http_server.hpp>
#include <iam/net/sse.hpp>

#include <atomic>
#include <functional>
#include <mutex>

using namespace iam;
using namespace iam::test;
using Catch::Contains;
using mcp::ConnectionState;
using mcp::RemoteReply;

namespace {

/// A server with the tool "echo", whose answers a test changes.
class HostileUrl {
 public:
    using Handler = std::function<bool(const net::Request&, const Json& message, net::Exchange&)>;

    /// The handler returns false for requests that the server answers as usual.
    explicit HostileUrl(Handler handler) : handler_(std::move(handler)) {
        auto started =
            net::HttpServer::start({}, [this](net::Request request, net::Exchange exchange) {
                ++requests_;
                const Json message = parse_json(request.body).value_or(Json());
                if (handler_(request, message, exchange)) return;
                answer(message, exchange);
            });
        REQUIRE(started);
        server_ = *std::move(started);
    }
    ~HostileUrl() { server_->stop(); }
    HostileUrl(const HostileUrl&) = delete;
    HostileUrl& operator=(const HostileUrl&) = delete;

    std::string origin() const {
        return "http://127.0.0.1:" + std::to_string(server_->endpoints().front().port);
    }
    mcp::ServerConfig config() const {
        mcp::ServerConfig config{.name = "bad",
                                 .endpoint = mcp::UrlEndpoint{.url = origin() + "/mcp"},
                                 .era = mcp::ServerEra::sessions};
        config.authorization.kind = mcp::ServerAuthorization::Kind::none;
        return config;
    }
    int requests() const { return requests_; }

    static void say(net::Exchange& exchange, const Json& id, const Json& result,
                    net::Fields fields = {}) {
        fields.add("Content-Type", "application/json");
        exchange.answer(
            {.status = 200,
             .fields = std::move(fields),
             .body = Json({{"jsonrpc", "2.0"}, {"id", id}, {"result", result}}).dump()});
    }

 private:
    static void answer(const Json& message, net::Exchange& exchange) {
        const std::string method = message.is_object() ? message.value("method", "") : "";
        if (method == "initialize")
            return say(exchange, message["id"],
                       {{"protocolVersion", "2025-11-25"},
                        {"capabilities", {{"tools", Json::object()}}},
                        {"serverInfo", {{"name", "bad"}, {"version", "1"}}}});
        if (method == "tools/list")
            return say(exchange, message["id"], {{"tools", {tool_object("echo")}}});
        if (method == "tools/call")
            return say(exchange, message["id"],
                       {{"content", {{{"type", "text"}, {"text", "hello"}}}}});
        exchange.answer({.status = message.is_object() ? 202U : 405U});
    }

    Handler handler_;
    std::atomic<int> requests_{0};
    std::unique_ptr<net::HttpServer> server_{};
};

bool is_method(const Json& message, std::string_view method) {
    return message.is_object() && message.value("method", "") == method;
}

/// The program with this server, and why it is not connected.
struct UrlProgram : ServersProgram {
    explicit UrlProgram(const HostileUrl& server) : ServersProgram(k_event_time) {
        connect({server.config()});
    }
    std::string problem() const { return servers->connection_states().at(0).last_error; }
};

}  // namespace

TEST_CASE("XR23 a redirect to a file, another server or this machine's network is not followed") {
    HostileUrl other([](const auto&, const auto&, auto&) { return false; });
    for (const std::string& location :
         {std::string("file:///etc/passwd"), other.origin() + "/mcp",
          std::string("http://169.254.169.254/latest/meta-data/"), std::string("//127.0.0.1:1/"),
          std::string("http://localhost/mcp"), std::string("https://127.0.0.1/mcp"),
          std::string("gopher://127.0.0.1/"), std::string("\\\\127.0.0.1\\mcp")}) {
        HostileUrl server([&](const auto&, const auto&, net::Exchange& exchange) {
            exchange.answer({.status = 307, .fields = {{"Location", location}}});
            return true;
        });
        const UrlProgram program(server);
        INFO(location);
        CHECK_THAT(program.problem(), Contains("is not followed"));
        CHECK(server.requests() <= 4);
    }
    CHECK(other.requests() == 0);
}

TEST_CASE("XR30 an answer that is compressed is not unpacked") {
    std::string asked;
    HostileUrl server(
        [&](const net::Request& request, const Json& message, net::Exchange& exchange) {
            if (!is_method(message, "tools/list")) return false;
            asked = std::string(request.fields.find("Accept-Encoding").value_or(""));
            exchange.answer(
                {.status = 200,
                 .fields = {{"Content-Type", "application/json"}, {"Content-Encoding", "gzip"}},
                 .body = "\x1f\x8b\x08 a bomb"});
            return true;
        });
    const UrlProgram program(server);
    CHECK(asked == "identity");
    CHECK_THAT(program.problem(), Contains("tools/list") && Contains("no JSON"));
    CHECK(program.names().empty());
}

TEST_CASE("XR21 a stream without end ends its call without an outcome, and no other one") {
    std::mutex mutex;
    std::vector<net::Exchange> open;
    HostileUrl server([&](const auto&, const Json& message, net::Exchange& exchange) {
        if (!is_method(message, "tools/call") || message["params"]["arguments"].empty())
            return false;
        exchange.begin({.status = 200, .fields = {{"Content-Type", "text/event-stream"}}});
        exchange.write(std::string(net::sse_comment()));
        exchange.write(net::sse_text({.id = "1\t2", .data = "{}"}));
        const std::lock_guard lock(mutex);
        open.push_back(std::move(exchange));
        return true;
    });
    const UrlProgram program(server);
    mcp::RemoteCallOptions options;
    options.timeout = std::chrono::milliseconds{300};
    const RemoteReply reply = program.servers->call("bad", "echo", R"({"a":1})", options);
    CHECK(reply.kind == RemoteReply::Kind::unknown);
    CHECK_THAT(reply.error.message, Contains("did not answer in time"));
    CHECK(program.servers->call("bad", "echo", "{}").kind == RemoteReply::Kind::result);
}

TEST_CASE("XR39 a link to a file in a result is data, and nothing is opened") {
    const Json link{{"type", "resource_link"}, {"uri", "file:///etc/passwd"}, {"name", "x"}};
    // The client's stream for the server's messages may open before or after the call.
    std::atomic<int> requests{0};
    HostileUrl server([&](const auto&, const Json& message, net::Exchange& exchange) {
        if (message.contains("id")) ++requests;
        if (!is_method(message, "tools/call")) return false;
        HostileUrl::say(exchange, message["id"], {{"content", {link}}});
        return true;
    });
    UrlProgram program(server);
    const int before = requests;
    const ToolResult result = program.call_server_tool({"bad", "echo"}, Json::object());
    INFO(result.message);
    REQUIRE(result.success);
    CHECK(json_equal(parse_json(result.result.value()).value(), Json::array({link})));
    CHECK(requests == before + 1);
}
