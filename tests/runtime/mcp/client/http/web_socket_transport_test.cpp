#include "mcp/client/http/web_socket_transport.hpp"

#include "mcp/client/http/scripted_server.hpp"
#include <iam/net/web_socket.hpp>

#include <set>
#include <vector>

using namespace iam;
using namespace iam::test;
using namespace std::chrono_literals;
using Catch::Contains;
using Attempts = std::vector<mcp::WebSocketAttempt>;

namespace {

/// The server's end of a WebSocket. The server may hear messages when this is gone.
class SocketEnd {
 public:
    explicit SocketEnd(ScriptedServer::Taken& taken, const std::string& protocol = {}) {
        net::WebSocketEvents events;
        events.on_message = [inbox = inbox_](std::string message, bool is_text) {
            const std::lock_guard lock(inbox->mutex);
            if (!is_text) message = "no text";
            inbox->messages.push_back(std::move(message));
            inbox->changed.notify_all();
        };
        socket_ = taken.exchange.upgrade({.protocol = protocol}, std::move(events));
        REQUIRE(socket_);
    }
    std::string message() {
        std::unique_lock lock(inbox_->mutex);
        REQUIRE(
            inbox_->changed.wait_for(lock, k_patience, [&] { return !inbox_->messages.empty(); }));
        std::string message = inbox_->messages.front();
        inbox_->messages.pop_front();
        return message;
    }
    net::WebSocket& socket() { return *socket_; }

 private:
    struct Inbox {
        std::mutex mutex{};
        std::condition_variable changed{};
        std::deque<std::string> messages{};
    };
    std::shared_ptr<Inbox> inbox_ = std::make_shared<Inbox>();
    std::optional<net::WebSocket> socket_{};
};

/// A transport over a WebSocket to a scripted server. Set members before the first message.
struct SocketSide {
    ScriptedServer server{};
    FakeTimers timers{};
    TransportLog log{};
    std::unique_ptr<net::HttpClient> client = loopback_client();
    std::string path = "/ws";
    std::vector<std::string> protocols{};
    mcp::WebSocketLimits limits{};
    std::mutex mutex{};
    std::multiset<std::string> notes{};
    std::unique_ptr<mcp::Transport> transport{};

    bool request(int id, const std::string& text = "ask") {
        if (!transport) {
            transport = mcp::make_web_socket(
                {.url = "ws://127.0.0.1:" + std::to_string(server.port()) + path,
                 .fields = {{"X-API-Key", "k"}},
                 .client = *client,
                 .timers = timers,
                 .protocols = protocols,
                 .on_note =
                     [this](std::string_view note) {
                         const std::lock_guard lock(mutex);
                         notes.emplace(note);
                     },
                 .limits = limits},
                log.events());
        }
        rpc::Output output;
        output.text = text;
        output.own_request = rpc::Id::of(static_cast<std::int64_t>(id));
        return transport->send(output);
    }
    std::size_t count_notes() {
        const std::lock_guard lock(mutex);
        return notes.size();
    }
};

}  // namespace

TEST_CASE("a WebSocket is sought at the URL, with the usual subprotocols and paths") {
    CHECK(mcp::web_socket_attempts("ws://h/x", {"p"}) == Attempts{{"http://h/x", "p"},
                                                                  {"http://h/x", ""},
                                                                  {"http://h/ws", "p"},
                                                                  {"http://h/ws", ""},
                                                                  {"http://h/mcp", "p"},
                                                                  {"http://h/mcp", ""}});
    const auto usual = mcp::web_socket_attempts("WSS://h:1/ws", {});
    CHECK(usual.size() == 8);
    CHECK(Attempts(usual.begin(), usual.begin() + 5) ==
          Attempts{{"https://h:1/ws", "jsonrpc-2.0"},
                   {"https://h:1/ws", "jsonrpc"},
                   {"https://h:1/ws", ""},
                   {"https://h:1/ws", "mcp"},
                   {"https://h:1/mcp", "jsonrpc-2.0"}});
    const std::string no_path = GENERATE(as<std::string>(), "http://h", "ws://h/");
    CHECK(mcp::web_socket_attempts(no_path, {"p"}).front() ==
          mcp::WebSocketAttempt{"http://h/ws", "p"});
    CHECK(mcp::web_socket_attempts("file:///x", {"p"}).size() == 2);
}

TEST_CASE("messages wait for the WebSocket, and then go as text") {
    SocketSide side;
    REQUIRE(side.request(1, "one"));
    REQUIRE(side.request(2, "two"));
    auto get = side.server.take("GET");
    CHECK(get.request.target == "/ws");
    CHECK(get.field("X-API-Key") == "k");
    CHECK(get.field("Sec-WebSocket-Protocol") == "jsonrpc-2.0");
    SocketEnd end(get, "jsonrpc-2.0");
    CHECK(end.message() == "one");
    CHECK(end.message() == "two");
    end.socket().send("answer");
    CHECK(side.log.message() == "answer");
    REQUIRE(side.request(3, "three"));
    CHECK(end.message() == "three");
    CHECK(side.count_notes() == 0);
}

TEST_CASE("binary frames are messages if they are UTF-8") {
    SocketSide side;
    REQUIRE(side.request(1));
    auto get = side.server.take("GET");
    SocketEnd end(get, "jsonrpc-2.0");
    end.socket().send("\xff", false);
    end.socket().send("caf\xc3\xa9", false);
    CHECK(side.log.message() == "caf\xc3\xa9");
    CHECK(side.count_notes() == 2);
}

TEST_CASE("a server that refuses a subprotocol or a path is offered the next one") {
    SocketSide side;
    side.path = "/x";
    side.protocols = {"p"};
    REQUIRE(side.request(1, "one"));
    side.server.take("GET").status(400);
    auto get = side.server.take("GET");
    CHECK(get.request.target == "/x");
    CHECK_FALSE(get.request.fields.find("Sec-WebSocket-Protocol"));
    get.status(404);
    get = side.server.take("GET");
    CHECK(get.request.target == "/ws");
    CHECK(get.field("Sec-WebSocket-Protocol") == "p");
    SocketEnd end(get, "p");
    CHECK(end.message() == "one");
    end.socket().send("answer");
    side.log.message();
    CHECK(side.count_notes() == 1);
}

TEST_CASE("a server without a WebSocket ends the transport, and nothing was sent") {
    SocketSide side;
    side.protocols = {"p"};
    REQUIRE(side.request(1));
    for (int i = 0; i < 4; ++i) side.server.take("GET").status(404);
    const auto failure = side.log.failure();
    CHECK(failure.request == "1");
    CHECK(failure.error.code == mcp::k_not_sent_code);
    CHECK(side.log.end().code == Errc::unavailable);
    CHECK(side.request(2));
    CHECK(side.log.is_empty());
}

TEST_CASE("a server that never answers the handshake is given up in time") {
    SocketSide side;
    side.limits.open_time = 20s;
    REQUIRE(side.request(1));
    auto get = side.server.take("GET");
    CHECK(side.timers.wait_for_one() == 20s);
    side.timers.pass(20s);
    CHECK(side.log.failure().error.code == mcp::k_not_sent_code);
    CHECK_THAT(side.log.end().message, Contains("within 20000 ms"));
}

TEST_CASE("the end of the WebSocket is the end of the transport") {
    SocketSide side;
    REQUIRE(side.request(1));
    auto get = side.server.take("GET");
    SocketEnd end(get, "jsonrpc-2.0");
    end.message();
    end.socket().close();
    CHECK_THAT(side.log.end().message, Contains("has closed the connection"));
    CHECK(side.log.is_empty());
}

TEST_CASE("a message over the limit ends the WebSocket") {
    SocketSide side;
    side.limits.message_bytes_max = 1000;
    REQUIRE(side.request(1));
    auto get = side.server.take("GET");
    SocketEnd end(get, "jsonrpc-2.0");
    end.message();
    end.socket().send(std::string(2000, 'x'));
    CHECK(side.log.end().code == Errc::unavailable);
}

TEST_CASE("messages that wait for the WebSocket are limited") {
    SocketSide side;
    side.limits.unsent_bytes_max = 10;
    REQUIRE(side.request(1, std::string(20, 'x')));
    CHECK_FALSE(side.request(2));
    auto get = side.server.take("GET");
    SocketEnd end(get, "jsonrpc-2.0");
    CHECK(end.message().size() == 20);
    end.socket().send("answer");
    side.log.message();
    side.timers.pass(side.limits.look);
    side.log.wait_for_free();
    CHECK(side.request(2));
    CHECK(end.message() == "ask");
}

TEST_CASE("the transport over a WebSocket goes at any time without an event") {
    SocketSide side;
    REQUIRE(side.request(1));
    auto get = side.server.take("GET");
    const bool is_open = GENERATE(true, false);
    std::optional<SocketEnd> end;
    if (is_open) {
        end.emplace(get, "jsonrpc-2.0");
        end->message();
    }
    side.transport.reset();
    side.timers.pass(1min);
    CHECK(side.log.is_empty());
}

TEST_CASE("a WebSocket is sought at no other scheme") {
    SocketSide side;
    side.transport = mcp::make_web_socket(
        {.url = "file:///etc/passwd", .client = *side.client, .timers = side.timers},
        side.log.events());
    REQUIRE(side.request(1));
    CHECK(side.log.failure().error.code == mcp::k_not_sent_code);
    CHECK_THAT(side.log.end().message, Contains("no URL of a server"));
}
