// Tests of runtime/src/net/wire/{plain_wire,boost_sources}.cpp, too.
#include "raw_client.hpp"

#include <atomic>
#include <condition_variable>
#include <future>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace iam;
using namespace std::chrono_literals;
using test::RawClient;
using test::TestServer;

TEST_CASE("requests follow each other on one connection") {
    const TestServer server;
    RawClient client = server.connect();
    for (int i = 0; i < 3; ++i) {
        client.send(server.post(std::to_string(i)));
        const std::string answer = client.read_response();
        CHECK(test::status_of(answer) == 200);
        CHECK(test::body_of(answer) == "POST / " + std::to_string(i));
        CHECK(answer.find("\r\nDate: ") != std::string::npos);
        CHECK(answer.find("Connection:") == std::string::npos);
    }
    CHECK(server.server->connections() == 1);
}

TEST_CASE("requests that come at once are answered in their order") {
    const TestServer server;
    RawClient client = server.connect();
    std::string all;
    for (int i = 0; i < 100; ++i) all += server.post(std::to_string(i));
    std::thread sending([&] { client.send(all); });
    for (int i = 0; i < 100; ++i)
        CHECK(test::body_of(client.read_response()) == "POST / " + std::to_string(i));
    sending.join();
}

TEST_CASE("a request is answered alike however it is cut") {
    const TestServer server;
    RawClient client = server.connect();
    const std::string text = server.post("body");
    for (std::size_t cut = 1; cut < text.size(); cut += 5) {
        client.send(text.substr(0, cut));
        client.send(text.substr(cut));
        CHECK(test::body_of(client.read_response()) == "POST / body");
    }
}

TEST_CASE("a client that wants to close is told so, and the connection ends") {
    const TestServer server;
    RawClient client = server.connect();
    client.send(server.get("Connection: foo, Close\r\n"));
    const std::string answer = client.read_all();
    CHECK(test::status_of(answer) == 200);
    CHECK(answer.find("Connection: close\r\n") != std::string::npos);
}

TEST_CASE("HTTP/1.0 gets one answer, then the connection ends") {
    const TestServer server;
    RawClient client = server.connect();
    client.send("GET /a HTTP/1.0\r\n" + server.host() + "\r\n");
    const std::string answer = client.read_all();
    CHECK(test::body_of(answer) == "GET /a ");
}

TEST_CASE("HEAD gets the length of a body and no body") {
    const TestServer server;
    RawClient client = server.connect();
    client.send("HEAD / HTTP/1.1\r\n" + server.host() + "\r\n" + server.get());
    const std::string head = client.read_until("\r\n\r\n");
    CHECK(head.find("Content-Length: 7\r\n") != std::string::npos);
    CHECK(test::body_of(client.read_response()) == "GET / ");
}

TEST_CASE("a client that waits for 100 gets it before its body comes") {
    const TestServer server;
    RawClient client = server.connect();
    client.send("POST / HTTP/1.1\r\n" + server.host() +
                "Expect: 100-continue\r\nContent-Length: 4\r\n\r\n");
    CHECK(client.read_until("\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n");
    client.send("body");
    CHECK(test::body_of(client.read_response()) == "POST / body");
}

TEST_CASE("a request that is refused by its head gets no 100") {
    net::ServerSettings settings;
    settings.limits.body_bytes_max = 3;
    const TestServer server(test::echo, settings);
    const std::string expects = "Expect: 100-continue\r\nContent-Length: ";
    CHECK(test::status_of(
              server.ask("POST / HTTP/1.1\r\n" + server.host() + expects + "4\r\n\r\n")) == 413);
    CHECK(test::status_of(
              server.ask("POST / HTTP/1.1\r\nHost: evil.test\r\n" + expects + "3\r\n\r\n")) == 421);
}

TEST_CASE("XM64 10 MB of headers are refused at the limit") {
    const TestServer server;
    RawClient client = server.connect();
    std::thread sending([&] {
        client.send("GET / HTTP/1.1\r\n" + server.host());
        const std::string field = "X-Field: " + std::string(1000, 'x') + "\r\n";
        for (int i = 0; i < 10'000 && client.send(field); ++i) {
        }
    });
    CHECK(test::status_of(client.read_response()) == 431);
    sending.join();
}

TEST_CASE("W08 a body beyond its limit is refused, and the client can read why") {
    net::ServerSettings settings;
    settings.limits.body_bytes_max = 100'000;
    const TestServer server(test::echo, settings);
    CHECK(test::status_of(server.ask(server.post(std::string(100'000, 'x')))) == 200);
    const std::string answer = server.ask(server.post(std::string(100'001, 'x')));
    CHECK(test::status_of(answer) == 413);
    CHECK(test::body_of(answer).find("100000 bytes") != std::string::npos);
}

TEST_CASE("XM63 1 byte a second: a head that takes too long is answered with 408") {
    net::ServerSettings settings;
    settings.limits.header_time = 50ms;
    const TestServer server(test::echo, settings);
    RawClient client = server.connect();
    // Each byte comes in time for a limit that began anew with it.
    std::atomic<bool> ended = false;
    std::thread sending([&] {
        const std::string head = "GET / HTTP/1.1\r\nX: ";
        if (!client.send(head)) return;
        std::mutex mutex;
        std::condition_variable never;
        std::unique_lock lock(mutex);
        while (!ended && client.send("x")) never.wait_for(lock, 5ms);
    });
    CHECK(test::status_of(client.read_response()) == 408);
    ended = true;
    sending.join();
}

TEST_CASE("XM63 1 byte a second: a body that takes too long is answered with 408") {
    net::ServerSettings settings;
    settings.limits.body_time = 50ms;
    const TestServer server(test::echo, settings);
    RawClient client = server.connect();
    const std::string framing = GENERATE("Content-Length: 1000000", "Transfer-Encoding: chunked");
    client.send("POST / HTTP/1.1\r\n" + server.host() + framing + "\r\n\r\n");
    const std::string piece = framing.front() == 'C' ? "x" : "1\r\nx\r\n";
    // Each byte comes in time for a limit that began anew with it.
    std::atomic<bool> ended = false;
    std::thread sending([&] {
        std::mutex mutex;
        std::condition_variable never;
        std::unique_lock lock(mutex);
        while (!ended && client.send(piece)) never.wait_for(lock, 5ms);
    });
    CHECK(test::status_of(client.read_response()) == 408);
    ended = true;
    sending.join();
}

TEST_CASE("W08 a body that takes too long is answered with 408") {
    net::ServerSettings settings;
    settings.limits.body_time = 30ms;
    const TestServer server(test::echo, settings);
    RawClient client = server.connect();
    client.send("POST / HTTP/1.1\r\n" + server.host() + "Content-Length: 4\r\n\r\nab");
    CHECK(test::status_of(client.read_response()) == 408);
}

TEST_CASE("W08 a connection without a request is closed after its time") {
    net::ServerSettings settings;
    settings.limits.header_time = 30ms;
    settings.limits.idle_time = 30ms;
    const TestServer server(test::echo, settings);
    RawClient silent = server.connect();
    CHECK(silent.is_closed_without_bytes());
    RawClient client = server.connect();
    client.send(server.get());
    CHECK(test::status_of(client.read_response()) == 200);
    CHECK(client.is_closed_without_bytes());
}

TEST_CASE("W08 a client that does not read its answer is cut") {
    net::ServerSettings settings;
    settings.limits.send_time = 50ms;
    std::promise<void> gone;
    const TestServer server(
        [&](net::Request, net::Exchange exchange) {
            exchange.on_gone([&] { gone.set_value(); });
            exchange.answer({200, {}, std::string(std::size_t{64} << 20U, 'x')});
        },
        settings);
    RawClient client(server.port, 4096);
    client.send(server.get());
    gone.get_future().get();
}

TEST_CASE("a client that goes away while its request waits is noticed") {
    const bool resets = GENERATE(false, true);
    std::promise<net::Exchange> asked;
    const TestServer server(
        [&](net::Request, net::Exchange exchange) { asked.set_value(std::move(exchange)); });
    RawClient client = server.connect();
    client.send(server.get());
    net::Exchange exchange = asked.get_future().get();
    std::promise<void> gone;
    exchange.on_gone([&] { gone.set_value(); });
    resets ? client.reset() : client.close();
    gone.get_future().get();
    CHECK_FALSE(exchange.answer({}));
    bool is_called_at_once = false;
    exchange.on_gone([&] { is_called_at_once = true; });
    CHECK(is_called_at_once);
}

TEST_CASE("a client that goes away within its request leaves no connection") {
    TestServer server;
    RawClient client = server.connect();
    client.send("POST / HTTP/1.1\r\n" + server.host() + "Content-Length: 4\r\n\r\nab");
    client.close();
    server.server->stop(20s);
    CHECK(server.server->connections() == 0);
}

TEST_CASE("a handler that throws gives 500") {
    const TestServer server(
        [](net::Request, net::Exchange) { throw std::runtime_error("secret"); });
    RawClient client = server.connect();
    client.send(server.get());
    const std::string answer = client.read_response();
    CHECK(test::status_of(answer) == 500);
    CHECK(answer.find("secret") == std::string::npos);
    client.send(server.get());
    CHECK(test::status_of(client.read_response()) == 500);
}

TEST_CASE("a request knows where it comes from") {
    const TestServer server([](net::Request request, net::Exchange exchange) {
        exchange.answer(
            {200, {}, request.peer.address + (request.peer.is_tls ? " tls" : " plain")});
    });
    CHECK(test::body_of(server.ask(server.get())) == "127.0.0.1 plain");
}

TEST_CASE("a body that breaks behind 100 is refused behind it") {
    const TestServer server;
    RawClient client = server.connect();
    client.send("POST / HTTP/1.1\r\n" + server.host() +
                "Expect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n");
    CHECK(client.read_until("\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n");
    client.send("bad chunk\r\n");
    CHECK(test::status_of(client.read_response()) == 400);
}

TEST_CASE("common fields stand in every answer, and in every refusal (W06)") {
    net::ServerSettings settings;
    settings.common_fields = {{"X-Common", "a"}, {"X-Other", "b"}};
    settings.limits.header_bytes_max = 1000;
    settings.limits.connections_max = 1;
    const TestServer server(
        [](net::Request request, net::Exchange exchange) {
            if (request.target == "/throws") throw std::runtime_error("no");
            if (request.target == "/stream") {
                exchange.begin({});
                exchange.finish();
                return;
            }
            test::echo(std::move(request), std::move(exchange));
        },
        settings);
    const std::string end = " HTTP/1.1\r\n" + server.host() + "Connection: close\r\n\r\n";
    RawClient only = server.connect();
    only.send("GET /" + end);
    std::vector<std::string> heads{only.read_response()};
    RawClient late = server.connect();
    heads.push_back(late.read_response());
    CHECK(test::status_of(heads.back()) == 503);
    only.close();
    late.close();
    while (server.server->connections() != 0) std::this_thread::yield();
    for (const std::string& text :
         {"GET /throws" + end, "GET /stream" + end, std::string("nonsense\r\n\r\n"),
          std::string("GET / HTTP/1.1\r\nHost: evil.test\r\n\r\n"),
          "GET /" + std::string(2000, 'x') + end}) {
        RawClient client = server.connect();
        client.send(text);
        heads.push_back(client.read_all());
        client.close();
        while (server.server->connections() != 0) std::this_thread::yield();
    }
    for (const std::string& head : heads) {
        CAPTURE(head);
        CHECK(head.find("X-Common: a\r\nX-Other: b\r\n") != std::string::npos);
    }
}
