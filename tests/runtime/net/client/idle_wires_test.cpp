#include "raw_client.hpp"
#include "raw_server.hpp"
#include <iam/net/http_client.hpp>

#include <atomic>
#include <future>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

using namespace iam;
using namespace std::chrono_literals;
using Catch::Contains;
using test::RawPeer;
using test::RawServer;
using test::TestServer;

namespace {

constexpr std::string_view k_ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
constexpr std::string_view k_evil = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil";

std::unique_ptr<net::HttpClient> keeping_client(net::ClientSettings settings = {}) {
    settings.tls.uses_system_roots = false;
    auto client = net::HttpClient::make(std::move(settings));
    if (!client) FAIL(client.error().message);
    return std::move(*client);
}

/// The body of the answer, or the error.
std::string ask(net::HttpClient& client, const std::string& url,
                const std::string& method = "GET") {
    const auto response = client.fetch({.method = method, .url = url});
    return response ? response->body : response.error().message;
}

/// Answers with the port of the client, which tells connections apart.
void tell_port(const net::Request& request, net::Exchange exchange) {
    exchange.answer({200, {}, std::to_string(request.peer.port)});
}

std::string url_on(const TestServer& server, const std::string& host = "http://127.0.0.1") {
    return host + ":" + std::to_string(server.port) + "/";
}

}  // namespace

TEST_CASE("requests to one server follow each other on one connection") {
    const TestServer server(tell_port);
    const TestServer other(tell_port);
    const auto client = keeping_client();
    const std::string first = ask(*client, url_on(server));
    const std::string of_other = ask(*client, url_on(other));
    for (const char* method : {"GET", "POST", "OPTIONS"})
        CHECK(ask(*client, url_on(server), method) == first);
    CHECK(ask(*client, url_on(server), "HEAD").empty());
    CHECK(ask(*client, url_on(server)) == first);
    CHECK(ask(*client, url_on(other)) == of_other);
    CHECK(server.server->connections() == 1);
}

TEST_CASE("requests over TLS follow each other on one connection, and a name has its own") {
    test::GoodServer good;
    net::ServerSettings listen;
    listen.tls = net::ServerTls{good.chain_file, good.key_file};
    const TestServer server(tell_port, listen);
    net::ClientSettings settings;
    settings.tls.ca_file = good.ca_file;
    const auto client = keeping_client(settings);
    const std::string first = ask(*client, url_on(server, "https://localhost"));
    CHECK(ask(*client, url_on(server, "https://localhost"), "POST") == first);
    CHECK(ask(*client, url_on(server, "https://127.0.0.1")) != first);
    CHECK(ask(*client, url_on(server, "https://localhost")) == first);
}

TEST_CASE("requests through a proxy follow each other on one connection") {
    test::GoodServer good;
    test::Sayings sayings;
    sayings.names = "DNS:server.test";
    const test::Identity identity = make_identity(sayings, &good.authority);
    net::ServerSettings listen;
    listen.tls = net::ServerTls{good.folder.write("named.pem", {identity.certificate}),
                                good.folder.write("named.key", identity.key)};
    listen.hosts = {"server.test"};
    const TestServer server(tell_port, listen);
    std::atomic<int> asked = 0;
    const RawServer proxy([&](RawPeer& peer) {
        ++asked;
        peer.read_until("\r\n\r\n");
        peer.send("HTTP/1.1 200 OK\r\n\r\n");
        test::RawClient to(server.port);
        peer.join(RawPeer(to.release()));
    });
    net::ClientSettings settings;
    settings.tls.ca_file = good.ca_file;
    settings.proxy.url = proxy.url();
    const auto client = keeping_client(settings);
    const std::string first = ask(*client, "https://server.test/");
    CHECK(ask(*client, "https://server.test/", "POST") == first);
    CHECK(asked == 1);
}

TEST_CASE("several requests at once have a connection each, and so many are kept") {
    std::vector<net::Exchange> waiting;
    std::promise<void> all_wait;
    const TestServer server([&](const net::Request& request, net::Exchange exchange) {
        if (request.target == "/count") return tell_port(request, std::move(exchange));
        waiting.push_back(std::move(exchange));
        if (waiting.size() == 3) all_wait.set_value();
    });
    net::ClientSettings settings;
    settings.limits.kept_connections_max = 2;
    const auto client = keeping_client(settings);
    std::vector<std::future<Result<net::Response>>> answers;
    for (int i = 0; i < 3; ++i) {
        answers.push_back(
            std::async(std::launch::async, [&] { return client->fetch({.url = url_on(server)}); }));
    }
    all_wait.get_future().get();
    CHECK(server.server->connections() == 3);
    for (net::Exchange& exchange : waiting) exchange.answer({200, {}, "done"});
    for (auto& answer : answers) CHECK(answer.get()->body == "done");
    // The third one ends, which the server learns soon.
    while (server.server->connections() > 2) ask(*client, url_on(server) + "count");
    CHECK(server.server->connections() == 2);
}

TEST_CASE("a client that keeps nothing closes each connection") {
    std::string head;
    const RawServer server([&](RawPeer& peer) {
        head = peer.read_until("\r\n\r\n");
        peer.send(k_ok);
        peer.wait_for_end();
    });
    net::ClientSettings settings;
    settings.limits.kept_connections_max = 0;
    const auto client = keeping_client(settings);
    for (int i = 0; i < 2; ++i) {
        CHECK(ask(*client, server.url()) == "ok");
        CHECK_THAT(head, Contains("Connection: close\r\n"));
    }
}

TEST_CASE("a kept connection is closed after its time") {
    std::promise<void> closed;
    const RawServer server([&](RawPeer& peer) {
        peer.read_until("\r\n\r\n");
        peer.send(k_ok);
        peer.wait_for_end();
        closed.set_value();
    });
    net::ClientSettings settings;
    settings.limits.kept_time = 20ms;
    const auto client = keeping_client(settings);
    CHECK(ask(*client, server.url()) == "ok");
    closed.get_future().get();
}

TEST_CASE("a connection that the server has closed, or has sent more on, is not used again") {
    const bool sends_more = GENERATE(false, true);
    std::atomic<int> connections = 0;
    std::promise<void> answered;
    std::promise<void> over;
    const RawServer server([&](RawPeer& peer) {
        const bool is_first = ++connections == 1;
        peer.read_until("\r\n\r\n");
        peer.send(k_ok);
        if (!is_first) return;
        answered.get_future().get();
        sends_more ? peer.send(k_evil) : static_cast<void>(::shutdown(peer.socket(), SHUT_RDWR));
        over.set_value();
    });
    const auto client = keeping_client();
    CHECK(ask(*client, server.url()) == "ok");
    answered.set_value();
    over.get_future().get();
    // A POST is not sent twice, so it has to find out before.
    CHECK(ask(*client, server.url(), "POST") == "ok");
    CHECK(connections == 2);
}

TEST_CASE("an answer after which its connection is of no use leaves none") {
    const std::string answer = GENERATE(
        as<std::string>(), "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: x, CLOSE\r\n\r\nok",
        "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok", std::string(k_ok) + std::string(k_evil));
    std::atomic<int> connections = 0;
    const RawServer server([&](RawPeer& peer) {
        ++connections;
        peer.read_until("\r\n\r\n");
        peer.send(answer);
        peer.wait_for_end();
    });
    const auto client = keeping_client();
    CHECK(ask(*client, server.url()) == "ok");
    CHECK(ask(*client, server.url(), "POST") == "ok");
    CHECK(connections == 2);
}

TEST_CASE("a GET whose kept connection ends unanswered is sent once more, and a POST is not") {
    const bool recovers = GENERATE(true, false);
    std::atomic<int> connections = 0;
    const RawServer server([&](RawPeer& peer) {
        ++connections;
        peer.read_until("\r\n\r\n");
        if (connections == 1 || recovers) {
            peer.send(k_ok);
            peer.read_until("\r\n\r\n");
        }
    });
    const auto client = keeping_client();
    CHECK(ask(*client, server.url()) == "ok");
    if (!recovers) {
        CHECK_THAT(ask(*client, server.url()), Contains("No whole answer"));
        CHECK(connections == 2);
        return;
    }
    CHECK(ask(*client, server.url()) == "ok");
    CHECK(connections == 2);
    const auto posted = client->fetch({.method = "POST", .url = server.url()});
    REQUIRE_FALSE(posted);
    CHECK(posted.error().code == Errc::outcome_unknown);
    CHECK(connections == 2);
}
