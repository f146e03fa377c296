#include "raw_client.hpp"

#include <atomic>
#include <future>
#include <optional>
#include <string>
#include <thread>
#include <vector>

using namespace iam;
using namespace std::chrono_literals;
using test::RawClient;
using test::TestServer;

namespace {

// A server that hands out the exchange of each request.
struct Asked {
    std::promise<net::Exchange> promise{};
    TestServer server;
    explicit Asked(net::ServerSettings settings = {})
        : server([this](net::Request,
                        net::Exchange exchange) { promise.set_value(std::move(exchange)); },
                 std::move(settings)) {}
    net::Exchange next() {
        net::Exchange exchange = promise.get_future().get();
        promise = {};
        return exchange;
    }
};

std::string read_chunk(RawClient& client) {
    const std::string size = client.read_until("\r\n");
    const std::string bytes = client.read_bytes(std::strtoul(size.c_str(), nullptr, 16));
    client.read_until("\r\n");
    return bytes;
}

}  // namespace

TEST_CASE("a request is answered on any thread, once") {
    Asked asked;
    RawClient client = asked.server.connect();
    client.send(asked.server.get());
    net::Exchange exchange = asked.next();
    CHECK(exchange.answer({201, {{"X-A", "b"}}, "body"}));
    CHECK_FALSE(exchange.answer({}));
    CHECK_FALSE(exchange.begin({}));
    CHECK_FALSE(exchange.write("x"));
    CHECK_FALSE(exchange.finish());
    const std::string answer = client.read_response();
    CHECK(test::status_of(answer) == 201);
    CHECK(answer.find("X-A: b\r\n") != std::string::npos);
    CHECK(test::body_of(answer) == "body");
}

TEST_CASE("a stream is sent in chunks as it is written, and the connection goes on behind it") {
    Asked asked;
    RawClient client = asked.server.connect();
    client.send(asked.server.get());
    net::Exchange exchange = asked.next();
    CHECK(exchange.begin({200, {{"Content-Type", "text/event-stream"}}, {}}));
    const std::string head = client.read_until("\r\n\r\n");
    CHECK(head.find("Transfer-Encoding: chunked\r\n") != std::string::npos);
    CHECK(head.find("Content-Length") == std::string::npos);
    CHECK(exchange.write("one"));
    CHECK(read_chunk(client) == "one");
    CHECK(exchange.write(""));
    CHECK(exchange.write(std::string(20, 'x')));
    CHECK(read_chunk(client) == std::string(20, 'x'));
    CHECK(exchange.finish());
    CHECK_FALSE(exchange.write("late"));
    CHECK(read_chunk(client).empty());
    client.send(asked.server.get());
    CHECK(asked.next().answer({200, {}, "next"}));
    CHECK(test::body_of(client.read_response()) == "next");
}

TEST_CASE("a stream for HTTP/1.0 ends with its connection") {
    Asked asked;
    RawClient client = asked.server.connect();
    client.send("GET / HTTP/1.0\r\n" + asked.server.host() + "\r\n");
    net::Exchange exchange = asked.next();
    CHECK(exchange.begin({}));
    CHECK(exchange.write("one"));
    CHECK(exchange.write("two"));
    CHECK(exchange.finish());
    const std::string answer = client.read_all();
    CHECK(test::body_of(answer) == "onetwo");
    CHECK(answer.find("Transfer-Encoding") == std::string::npos);
}

TEST_CASE("a stream for HEAD, and one without a body, is its head") {
    Asked asked;
    RawClient client = asked.server.connect();
    client.send("HEAD / HTTP/1.1\r\n" + asked.server.host() + "\r\n");
    {
        net::Exchange exchange = asked.next();
        CHECK(exchange.begin({}));
        CHECK(exchange.write("one"));
        CHECK(exchange.finish());
    }
    CHECK(client.read_until("\r\n\r\n").find("Transfer-Encoding: chunked\r\n") !=
          std::string::npos);
    client.send(asked.server.get());
    CHECK(asked.next().answer({204, {}, "none"}));
    const std::string none = client.read_until("\r\n\r\n");
    CHECK(none.find("Content-Length") == std::string::npos);
    client.send(asked.server.get());
    CHECK(asked.next().answer({200, {}, "next"}));
    CHECK(test::body_of(client.read_response()) == "next");
}

TEST_CASE("an exchange that is dropped gives 500, and a stream that is dropped is cut") {
    Asked asked;
    RawClient client = asked.server.connect();
    client.send(asked.server.get());
    asked.next();
    CHECK(test::status_of(client.read_response()) == 500);
    client.send(asked.server.get());
    {
        net::Exchange exchange = asked.next();
        exchange.begin({});
        exchange.write("one");
    }
    const std::string all = client.read_all();
    CHECK(all.find("0\r\n\r\n") == std::string::npos);
}

TEST_CASE("an exchange that takes the place of another drops it") {
    Asked asked;
    RawClient first = asked.server.connect();
    first.send(asked.server.get());
    net::Exchange exchange = asked.next();
    RawClient second = asked.server.connect();
    second.send(asked.server.get());
    exchange = asked.next();
    CHECK(test::status_of(first.read_response()) == 500);
    CHECK(exchange.answer({}));
    CHECK(test::status_of(second.read_response()) == 200);
}

TEST_CASE("W08 a stream that its client does not read is cut at the limit") {
    net::ServerSettings settings;
    settings.limits.unsent_bytes_max = 100'000;
    Asked asked(settings);
    RawClient client(asked.server.port, 4096);
    client.send(asked.server.get());
    net::Exchange exchange = asked.next();
    std::promise<void> gone;
    exchange.on_gone([&] { gone.set_value(); });
    CHECK(exchange.begin({}));
    const std::string bytes(10'000, 'x');
    while (exchange.write(bytes)) CHECK(exchange.unsent_bytes() <= 100'000);
    gone.get_future().get();
    CHECK(exchange.unsent_bytes() == 0);
}

TEST_CASE("a client that leaves a stream is noticed without a write") {
    Asked asked;
    RawClient client = asked.server.connect();
    client.send(asked.server.get());
    net::Exchange exchange = asked.next();
    std::promise<void> gone;
    exchange.on_gone([&] { gone.set_value(); });
    CHECK(exchange.begin({}));
    client.read_until("\r\n\r\n");
    client.close();
    gone.get_future().get();
    CHECK_FALSE(exchange.write("x"));
}

TEST_CASE("a function for a lost client may hold the exchange, and is dropped with the answer") {
    Asked asked;
    RawClient client = asked.server.connect();
    client.send(asked.server.get());
    const auto exchange = std::make_shared<std::optional<net::Exchange>>(asked.next());
    const auto called = std::make_shared<bool>(false);
    (*exchange)->on_gone([exchange, called] { *called = true; });
    CHECK((*exchange)->answer({}));
    CHECK(test::status_of(client.read_response()) == 200);
    asked.server.server->stop(20s);
    CHECK(exchange.use_count() == 1);
    CHECK_FALSE(*called);
}

TEST_CASE("a response with fields that cannot be sent is a 500") {
    Asked asked;
    RawClient client = asked.server.connect();
    for (const net::Field& field :
         {net::Field{"X", "a\r\nSet-Cookie: b"}, net::Field{"Content-Length", "99"}}) {
        client.send(asked.server.get());
        CHECK(asked.next().answer({200, net::Fields{field}, "x"}));
        const std::string answer = client.read_response();
        CHECK(test::status_of(answer) == 500);
        CHECK(answer.find("Set-Cookie") == std::string::npos);
    }
}

TEST_CASE("many threads write into one stream without mixing their bytes") {
    Asked asked;
    RawClient client = asked.server.connect();
    client.send("GET / HTTP/1.0\r\n" + asked.server.host() + "\r\n");
    net::Exchange exchange = asked.next();
    CHECK(exchange.begin({}));
    std::vector<std::thread> threads;
    for (char name = 'a'; name < 'e'; ++name) {
        threads.emplace_back([&, name] {
            for (int i = 0; i < 200; ++i) exchange.write(std::string(9, name) + "\n");
        });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(exchange.finish());
    const std::string body = test::body_of(client.read_all());
    REQUIRE(body.size() == 8000);
    for (std::size_t at = 0; at < body.size(); at += 10)
        REQUIRE(body.substr(at, 10) == std::string(9, body[at]) + "\n");
}
