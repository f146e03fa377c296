#include "raw_client.hpp"
#include <support/few_descriptors.hpp>

#include <atomic>
#include <condition_variable>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

using namespace iam;
using test::RawClient;
using test::TestServer;

namespace {

bool is_answered(const TestServer& server, RawClient& client) {
    client.send(server.get());
    return test::status_of(client.read_response()) == 200;
}

}  // namespace

TEST_CASE("W01 an address of other machines needs TLS, or a setting") {
    net::ServerSettings settings;
    for (const char* address : {"0.0.0.0", "::", "192.0.2.1"}) {
        settings.endpoints = {{address, 0}};
        const auto server = net::HttpServer::start(settings, test::echo);
        REQUIRE_FALSE(server);
        CHECK(server.error().code == Errc::invalid_argument);
        CHECK(server.error().message.find("TLS") != std::string::npos);
    }
    settings.endpoints = {{"0.0.0.0", 0}};
    settings.allows_plain_text = true;
    const auto server = net::HttpServer::start(settings, test::echo);
    REQUIRE(server);
    RawClient client((*server)->endpoints().front().port);
    client.send("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    CHECK(test::status_of(client.read_response()) == 421);
}

TEST_CASE("endpoints that cannot be are refused with their names") {
    net::ServerSettings settings;
    settings.endpoints = {};
    CHECK(net::HttpServer::start(settings, test::echo).error().code == Errc::invalid_argument);
    for (const char* address : {"localhost", "", "127.0.0.1:80", "[::1]"}) {
        settings.endpoints = {{address, 0}};
        CHECK(net::HttpServer::start(settings, test::echo).error().code == Errc::invalid_argument);
    }
    settings.endpoints = {{"127.0.0.1", 65536}};
    CHECK(net::HttpServer::start(settings, test::echo).error().code == Errc::invalid_argument);
    const TestServer taken;
    settings.endpoints = {{"127.0.0.1", taken.port}};
    const auto second = net::HttpServer::start(settings, test::echo);
    REQUIRE_FALSE(second);
    CHECK(second.error().code == Errc::unavailable);
    CHECK(second.error().message.find(std::to_string(taken.port)) != std::string::npos);
}

TEST_CASE("endpoints of one port get the first one's, or none (W01)") {
    net::ServerSettings settings;
    settings.has_one_port = true;
    settings.endpoints = {{"127.0.0.1", 0}, {"127.0.0.2", 0}};
    const auto server = test::start(settings, test::echo);
    REQUIRE(server->endpoints().size() == 2);
    CHECK(server->endpoints()[0].port == server->endpoints()[1].port);
    settings.endpoints[0].port = 0;
    settings.endpoints[1] = {"127.0.0.1", 0};
    const auto refused = net::HttpServer::start(settings, test::echo);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == Errc::unavailable);
}

TEST_CASE("common fields that cannot be sent are refused (W06)") {
    net::ServerSettings settings;
    settings.common_fields = {{"X-Bad", "a\r\nb"}};
    const auto broken = net::HttpServer::start(settings, test::echo);
    REQUIRE_FALSE(broken);
    CHECK(broken.error().code == Errc::invalid_argument);
    settings.common_fields = {{"Content-Length", "3"}};
    CHECK_FALSE(net::HttpServer::start(settings, test::echo));
}

TEST_CASE("connections beyond the maximum are answered with 503") {
    net::ServerSettings settings;
    settings.limits.connections_max = 2;
    const TestServer server(test::echo, settings);
    std::vector<RawClient> kept;
    for (int i = 0; i < 2; ++i) {
        kept.push_back(server.connect());
        kept.back().send(server.get());
        CHECK(test::status_of(kept.back().read_response()) == 200);
    }
    RawClient third = server.connect();
    third.send(server.get());
    const std::string answer = third.read_all();
    CHECK(test::status_of(answer) == 503);
    kept.front().send(server.get());
    CHECK(test::status_of(kept.front().read_response()) == 200);
}

TEST_CASE("a server that stops closes idle connections and takes no new ones") {
    TestServer server;
    RawClient client = server.connect();
    client.send(server.get());
    CHECK(test::status_of(client.read_response()) == 200);
    server.server->stop();
    CHECK(client.is_closed_without_bytes());
    CHECK(server.server->connections() == 0);
}

TEST_CASE("a server that stops has answers under way sent within its grace") {
    std::promise<net::Exchange> asked;
    TestServer server(
        [&](net::Request, net::Exchange exchange) { asked.set_value(std::move(exchange)); });
    RawClient client = server.connect();
    client.send(server.get());
    net::Exchange exchange = asked.get_future().get();
    std::thread stopping([&] { server.server->stop(std::chrono::seconds(20)); });
    CHECK(exchange.answer({200, {}, "late"}));
    CHECK(test::body_of(client.read_response()) == "late");
    CHECK(client.is_closed_without_bytes());
    stopping.join();
    CHECK(server.server->connections() == 0);
}

TEST_CASE("a server that stops cuts what is not answered, and an exchange may outlive it") {
    std::promise<net::Exchange> asked;
    std::optional<TestServer> server;
    server.emplace(
        [&](net::Request, net::Exchange exchange) { asked.set_value(std::move(exchange)); });
    RawClient client = server->connect();
    client.send(server->get());
    net::Exchange exchange = asked.get_future().get();
    std::atomic<int> gone = 0;
    exchange.on_gone([&] { ++gone; });
    server.reset();
    CHECK(client.is_closed_without_bytes());
    CHECK(gone == 1);
    CHECK_FALSE(exchange.answer({}));
    CHECK_FALSE(exchange.begin({}));
    CHECK_FALSE(exchange.write("x"));
    CHECK_FALSE(exchange.finish());
    CHECK(exchange.unsent_bytes() == 0);
}

TEST_CASE("many clients are served at once") {
    const TestServer server(test::echo);
    std::atomic<int> good = 0;
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 4; ++thread) {
        threads.emplace_back([&, thread] {
            std::vector<RawClient> clients;
            for (int i = 0; i < 8; ++i) clients.push_back(server.connect());
            for (int round = 0; round < 20; ++round) {
                const std::string body = std::to_string(thread * 1000 + round);
                for (RawClient& client : clients) client.send(server.post(body));
                for (RawClient& client : clients)
                    if (test::body_of(client.read_response()) == "POST / " + body) ++good;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(good == 4 * 8 * 20);
}

TEST_CASE("a connection that comes when no descriptor is left waits without work") {
    net::ServerSettings settings;
    settings.limits.accept_pause = std::chrono::hours(24);
    std::promise<std::string> problem;
    settings.on_problem = [&](const std::string& text) { problem.set_value(text); };
    const TestServer server(test::echo, settings);
    RawClient first = server.connect();
    CHECK(is_answered(server, first));
    std::optional<test::FewDescriptors> few(std::in_place, 1U);
    RawClient second = server.connect();
    CHECK(problem.get_future().get().find("Too many open files") != std::string::npos);
    few.reset();
    // A server that tries again at once would take the connection meanwhile.
    for (int i = 0; i < 100; ++i) CHECK(is_answered(server, first));
    CHECK(server.server->connections() == 1);
}

TEST_CASE("a connection that came when no descriptor was left is taken later, and told of once") {
    net::ServerSettings settings;
    settings.limits.accept_pause = std::chrono::milliseconds(1);
    std::promise<void> told;
    std::atomic<int> problems = 0;
    settings.on_problem = [&](const std::string&) {
        if (++problems == 1) told.set_value();
    };
    const TestServer server(test::echo, settings);
    RawClient first = server.connect();
    CHECK(is_answered(server, first));
    std::optional<test::FewDescriptors> few(std::in_place, 1U);
    RawClient second = server.connect();
    told.get_future().get();
    for (int i = 0; i < 100; ++i) CHECK(is_answered(server, first));
    few.reset();
    CHECK(is_answered(server, second));
    CHECK(problems == 1);
}

TEST_CASE("a handler's job runs on its thread, and others are served while it blocks") {
    std::promise<void> free;
    std::atomic<net::HttpServer*> http{nullptr};
    std::atomic<bool> is_same_thread{false};
    const TestServer server([&](const net::Request& request, net::Exchange exchange) {
        if (request.body != "slow") return test::echo(request, std::move(exchange));
        auto kept = std::make_shared<net::Exchange>(std::move(exchange));
        std::function<void()> job = [&, kept, handler = std::this_thread::get_id()] {
            is_same_thread = handler == std::this_thread::get_id();
            free.get_future().wait();
            kept->answer({.status = 204});
        };
        REQUIRE(http.load()->run_next(job));
        std::function<void()> second = [] {};
        CHECK_FALSE(http.load()->run_next(second));
    });
    http = server.server.get();
    RawClient slow = server.connect();
    slow.send(server.post("slow"));
    RawClient quick = server.connect();
    for (int i = 0; i < 3; ++i) {
        quick.send(server.post("x"));
        CHECK(test::body_of(quick.read_response()) == "POST / x");
    }
    free.set_value();
    CHECK(slow.read_response().find("204") != std::string::npos);
    CHECK(is_same_thread);
}
