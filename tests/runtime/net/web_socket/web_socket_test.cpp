// Tests of runtime/src/net/web_socket/web_socket.cpp and runtime/src/net/client/socket_job.cpp.
#include "iam/net/web_socket.hpp"

#include "certificates.hpp"
#include "raw_client.hpp"
#include <iam/net/http_client.hpp>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

using namespace iam;
using namespace std::chrono_literals;
using Catch::Contains;
using test::RawClient;
using test::TestServer;

namespace {

// What one side of a WebSocket saw. It is made before its client, which calls it until its end.
struct SocketLog {
    std::mutex mutex{};
    std::condition_variable changed{};
    bool is_open = false;
    std::vector<std::string> messages{};
    std::optional<Result<void>> end{};

    net::WebSocketEvents events() {
        net::WebSocketEvents events;
        events.on_open = [this] { set([&] { is_open = true; }); };
        events.on_message = [this](std::string message, bool is_text) {
            set([&] { messages.push_back((is_text ? "t:" : "b:") + message); });
        };
        events.on_end = [this](Result<void> result) { set([&] { end = std::move(result); }); };
        return events;
    }
    template <class Change>
    void set(Change change) {
        const std::lock_guard lock(mutex);
        change();
        changed.notify_all();
    }
    template <class Holds>
    void wait_until(Holds holds) {
        std::unique_lock lock(mutex);
        REQUIRE(changed.wait_for(lock, 20s, holds));
    }
    void wait_for_messages(std::size_t count) {
        wait_until([&] { return messages.size() == count; });
    }
    Result<void> wait_for_end() {
        wait_until([&] { return end.has_value(); });
        return *end;
    }
};

// A server that sends each message back, and notes the end of its connections.
struct EchoServer {
    net::WebSocketSettings of_sockets;
    std::mutex mutex{};
    std::vector<std::shared_ptr<std::optional<net::WebSocket>>> sockets{};
    SocketLog log{};
    TestServer server;

    explicit EchoServer(net::WebSocketSettings settings = {}, net::ServerSettings of_server = {})
        : of_sockets(std::move(settings)),
          server([this](net::Request request,
                        net::Exchange exchange) { serve(request, std::move(exchange)); },
                 std::move(of_server)) {}
    ~EchoServer() { server.server->stop(); }

    void serve(const net::Request& request, net::Exchange exchange) {
        const auto socket = std::make_shared<std::optional<net::WebSocket>>();
        net::WebSocketEvents events = log.events();
        events.on_message = [socket](std::string message, bool is_text) {
            if (*socket) (*socket)->send(std::move(message), is_text);
        };
        *socket = exchange.upgrade(of_sockets, std::move(events));
        if (!*socket) {
            CHECK_FALSE(net::wants_web_socket(request));
            exchange.answer({426, {}, "no"});
            return;
        }
        const std::lock_guard lock(mutex);
        sockets.push_back(socket);
    }
    std::string url(const std::string& scheme = "http") const {
        return scheme + "://localhost:" + std::to_string(server.port) + "/ws";
    }
    std::string head(const std::string& fields = {}) const {
        return "GET /ws HTTP/1.1\r\n" + server.host() +
               "Connection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n" + fields;
    }
    std::string good_head() const {
        return head(
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
    }
};

net::WebSocket open_socket(net::HttpClient& client, const std::string& url, SocketLog& log,
                           net::WebSocketSettings settings = {}) {
    net::ClientRequest request;
    request.url = url;
    auto socket = client.open_socket(std::move(request), std::move(settings), log.events());
    if (!socket) FAIL(socket.error().message);
    return std::move(*socket);
}

std::unique_ptr<net::HttpClient> socket_client(const std::string& ca_file = {}) {
    net::ClientSettings settings;
    settings.tls.uses_system_roots = false;
    settings.tls.ca_file = ca_file;
    auto client = net::HttpClient::make(std::move(settings));
    REQUIRE(client);
    return std::move(*client);
}

}  // namespace

TEST_CASE("messages go both ways over a WebSocket, and it is closed in good order") {
    EchoServer server;
    SocketLog log;
    const auto client = socket_client();
    auto socket = open_socket(*client, server.url(), log);
    CHECK(socket.send("one"));
    CHECK(socket.send(std::string("\0\xff", 2), false));
    const std::string large(300'000, 'x');
    CHECK(socket.send(large));
    CHECK(socket.send(""));
    log.wait_for_messages(4);
    CHECK(log.is_open);
    CHECK(log.messages ==
          std::vector<std::string>{"t:one", std::string("b:\0\xff", 4), "t:" + large, "t:"});
    CHECK(socket.unsent_bytes() == 0);
    socket.close();
    CHECK_FALSE(socket.send("late"));
    CHECK(log.wait_for_end());
    CHECK(server.log.wait_for_end());
}

TEST_CASE("a WebSocket runs over TLS") {
    const test::GoodServer good;
    net::ServerSettings settings;
    settings.tls = net::ServerTls{good.chain_file, good.key_file};
    EchoServer server({}, settings);
    SocketLog refused;
    SocketLog log;
    const auto client = socket_client(good.ca_file);
    auto socket = open_socket(*client, server.url("https"), log);
    CHECK(socket.send("one"));
    log.wait_for_messages(1);
    const auto stranger = socket_client();
    const auto other = open_socket(*stranger, server.url("https"), refused);
    const auto end = refused.wait_for_end();
    REQUIRE_FALSE(end);
    CHECK_THAT(end.error().message, Contains("No secure connection"));
}

TEST_CASE("a subprotocol is agreed on, or the WebSocket fails") {
    EchoServer server(net::WebSocketSettings{1000, 1000, 1s, "mcp"});
    SocketLog good;
    SocketLog bad;
    const auto client = socket_client();
    net::WebSocketSettings settings;
    settings.protocol = "mcp";
    const auto socket = open_socket(*client, server.url(), good, settings);
    good.wait_until([&] { return good.is_open; });
    settings.protocol = "other";
    const auto second = open_socket(*client, server.url(), bad, settings);
    CHECK_FALSE(bad.wait_for_end());
    CHECK_FALSE(bad.is_open);
}

TEST_CASE("a server that answers a WebSocket otherwise is an end with its reason") {
    const TestServer server;
    SocketLog log;
    const auto client = socket_client();
    const auto socket =
        open_socket(*client, "http://localhost:" + std::to_string(server.port) + "/", log);
    const auto end = log.wait_for_end();
    REQUIRE_FALSE(end);
    CHECK(end.error().code == Errc::unavailable);
    SocketLog unused;
    net::ClientRequest request;
    request.url = "http://192.0.2.1/";
    CHECK_FALSE(client->open_socket(request, {}, unused.events()));
}

TEST_CASE("a client and a server that go end their WebSockets") {
    std::optional<EchoServer> server;
    server.emplace();
    auto client = socket_client();
    SocketLog first;
    auto socket = open_socket(*client, server->url(), first);
    first.wait_until([&] { return first.is_open; });
    client.reset();
    CHECK_FALSE(first.wait_for_end());
    CHECK_FALSE(socket.send("late"));
    server->log.wait_for_end();
    client = socket_client();
    SocketLog second;
    const auto other = open_socket(*client, server->url(), second);
    second.wait_until([&] { return second.is_open; });
    server->server.server->stop();
    second.wait_for_end();
    CHECK(server->server.server->connections() == 0);
}

TEST_CASE("the page of another origin gets no WebSocket") {
    const EchoServer server;
    CHECK(test::status_of(server.server.ask(server.head("Origin: http://evil.test\r\n\r\n"))) ==
          403);
}

TEST_CASE("a request that asks for no WebSocket cannot be made one") {
    const EchoServer server;
    CHECK(test::status_of(server.server.ask(server.server.get())) == 426);
    CHECK(test::status_of(server.server.ask(server.server.get("Upgrade: websocket\r\n"))) == 426);
    // One that asks and cannot: no key, another version.
    for (const char* fields : {"\r\n", "Sec-WebSocket-Version: 13\r\n\r\n",
                               "Sec-WebSocket-Version: 8\r\nSec-WebSocket-Key: "
                               "dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"}) {
        CAPTURE(fields);
        RawClient client = server.server.connect();
        client.send(server.head(fields));
        const unsigned status = test::status_of(client.read_response());
        CHECK((status == 400 || status == 426));
    }
}

TEST_CASE("frames are those of RFC 6455") {
    EchoServer server;
    RawClient client = server.server.connect();
    client.send(server.good_head());
    const std::string head = client.read_until("\r\n\r\n");
    CHECK(test::status_of(head) == 101);
    CHECK_THAT(head, Contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"));
    // "Hello", masked, and the echo without a mask (RFC 6455 §5.7), then in two fragments.
    client.send("\x81\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58");
    CHECK(client.read_bytes(7) == "\x81\x05Hello");
    client.send(std::string("\x01\x83\0\0\0\0Hel\x80\x82\0\0\0\0lo", 17));
    CHECK(client.read_bytes(7) == "\x81\x05Hello");
    client.send(std::string("\x89\x82\0\0\0\0hi", 8));
    CHECK(client.read_bytes(4) == "\x8a\x02hi");
}

TEST_CASE("a WebSocket that breaks the protocol is closed") {
    for (const std::string& frame :
         {std::string("\x81\x05Hello"),            // no mask
          std::string("\xc1\x80\0\0\0\0", 6),      // a reserved bit
          std::string("\x83\x80\0\0\0\0", 6),      // an unknown kind
          std::string("\x80\x80\0\0\0\0", 6),      // a continuation of nothing
          std::string("\x81\x81\0\0\0\0\xff", 7),  // no UTF-8
          std::string("\x09\x80\0\0\0\0", 6),      // a ping in fragments
          std::string("\x82\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\0", 14)}) {  // 2^64 bytes
        EchoServer server;
        RawClient client = server.server.connect();
        client.send(server.good_head());
        CHECK(test::status_of(client.read_until("\r\n\r\n")) == 101);
        client.send(frame);
        client.read_all();
        CHECK_FALSE(server.log.wait_for_end());
    }
}

TEST_CASE("a message of a WebSocket has a limit") {
    net::WebSocketSettings settings;
    settings.message_bytes_max = 1000;
    EchoServer server(settings);
    SocketLog log;
    const auto client = socket_client();
    auto socket = open_socket(*client, server.url(), log);
    CHECK(socket.send(std::string(1000, 'x')));
    log.wait_for_messages(1);
    CHECK(socket.send(std::string(1001, 'x')));
    CHECK_FALSE(server.log.wait_for_end());
    log.wait_for_end();
}

TEST_CASE("a WebSocket whose other side is silent or does not read is cut") {
    SECTION("silent") {
        net::WebSocketSettings settings;
        settings.idle_time = 50ms;
        EchoServer server(settings);
        RawClient client = server.server.connect();
        client.send(server.good_head());
        CHECK(test::status_of(client.read_until("\r\n\r\n")) == 101);
        client.read_all();
        CHECK_FALSE(server.log.wait_for_end());
    }
    SECTION("does not read") {
        net::WebSocketSettings settings;
        settings.unsent_bytes_max = 100'000;
        EchoServer server(settings);
        RawClient client(server.server.port, 4096);
        client.send(server.good_head());
        server.log.wait_until([&] { return server.log.is_open; });
        const std::lock_guard lock(server.mutex);
        net::WebSocket& socket = server.sockets.front()->value();
        while (socket.send(std::string(10'000, 'x'))) CHECK(socket.unsent_bytes() <= 100'000);
        CHECK_FALSE(server.log.wait_for_end());
    }
}
