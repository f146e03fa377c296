// Tests of runtime/src/net/client/{http_client,client_call,opening}.cpp.
#include "iam/net/http_client.hpp"

#include "raw_client.hpp"
#include "raw_server.hpp"
#include <iam/net/sse.hpp>

#include <condition_variable>
#include <future>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace iam;
using namespace std::chrono_literals;
using Catch::Contains;
using test::RawPeer;
using test::RawServer;
using test::TestServer;

namespace {

std::unique_ptr<net::HttpClient> make_client(net::ClientSettings settings = {}) {
    settings.tls.uses_system_roots = false;
    auto client = net::HttpClient::make(std::move(settings));
    if (!client) FAIL(client.error().message);
    return std::move(*client);
}

net::ClientRequest request_of(std::string url, std::string method = "GET", std::string body = {}) {
    net::ClientRequest request;
    request.url = std::move(url);
    request.method = std::move(method);
    request.body = std::move(body);
    return request;
}

std::string url_of(const TestServer& server, const std::string& target = "/") {
    return "http://127.0.0.1:" + std::to_string(server.port) + target;
}

// A response that is read as it comes.
struct Stream {
    std::mutex mutex{};
    std::condition_variable changed{};
    unsigned status = 0;
    std::string bytes{};
    std::optional<Result<void>> end{};

    net::ResponseEvents events() {
        net::ResponseEvents events;
        events.on_head = [this](net::Response head) { set([&] { status = head.status; }); };
        events.on_bytes = [this](std::string_view more) { set([&] { bytes += more; }); };
        events.on_end = [this](Result<void> result) { set([&] { end = std::move(result); }); };
        return events;
    }
    template <class Change>
    void set(Change change) {
        const std::lock_guard lock(mutex);
        change();
        changed.notify_all();
    }
    void wait_for_bytes(std::string_view wanted) {
        std::unique_lock lock(mutex);
        CHECK(changed.wait_for(lock, 20s, [&] { return bytes == wanted; }));
    }
    Result<void> wait_for_end() {
        std::unique_lock lock(mutex);
        REQUIRE(changed.wait_for(lock, 20s, [&] { return end.has_value(); }));
        return *end;
    }
};

}  // namespace

TEST_CASE("a client gets and posts") {
    const TestServer server;
    const auto client = make_client();
    const auto got = client->fetch(request_of(url_of(server, "/a?b=c#d")));
    REQUIRE(got);
    CHECK(got->status == 200);
    CHECK(got->body == "GET /a?b=c ");
    const std::string body(1'000'000, 'x');
    const auto posted = client->fetch(request_of(url_of(server), "POST", body));
    REQUIRE(posted);
    CHECK(posted->body == "POST / " + body);
    const auto head = client->fetch(request_of(url_of(server), "HEAD"));
    REQUIRE(head);
    CHECK(head->body.empty());
}

TEST_CASE("H39 a request asks for identity encoding, and follows no redirect") {
    std::string seen;
    const RawServer server([&](RawPeer& peer) {
        seen = peer.read_until("\r\n\r\n");
        peer.send(
            "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n");
    });
    net::ClientRequest request = request_of(server.url(), "POST");
    request.fields.add("Authorization", "Bearer key");
    const auto response = make_client()->fetch(request);
    REQUIRE(response);
    CHECK(response->status == 302);
    CHECK_THAT(seen, Contains("Accept-Encoding: identity\r\n") &&
                         Contains("Content-Length: 0\r\n") &&
                         Contains("Host: 127.0.0.1:" + std::to_string(server.port()) + "\r\n"));
}

TEST_CASE("H39 plain http leads to this machine only, unless it is set") {
    const auto client = make_client();
    const auto refused = client->fetch(request_of("http://192.0.2.1/"));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == Errc::invalid_argument);
    CHECK_THAT(refused.error().message, Contains("use https"));
    CHECK(client->fetch(request_of("http://127.evil.test/")).error().code ==
          Errc::invalid_argument);
}

TEST_CASE("a stream is read as it comes, and ended at any time") {
    std::promise<net::Exchange> asked;
    const TestServer server(
        [&](net::Request, net::Exchange exchange) { asked.set_value(std::move(exchange)); });
    const auto client = make_client();
    Stream stream;
    auto call = client->start(request_of(url_of(server), "POST", "{}"), stream.events());
    REQUIRE(call);
    net::Exchange exchange = asked.get_future().get();
    std::promise<void> gone;
    exchange.on_gone([&] { gone.set_value(); });
    CHECK(exchange.begin({}));
    CHECK(exchange.write("a"));
    stream.wait_for_bytes("a");
    CHECK(exchange.write("\n\n"));
    stream.wait_for_bytes("a\n\n");
    CHECK(stream.status == 200);
    call->cancel();
    const auto end = stream.wait_for_end();
    REQUIRE_FALSE(end);
    CHECK_THAT(end.error().message, Contains("cancelled"));
    gone.get_future().get();
    call->cancel();
}

TEST_CASE("a stop request ends a fetch at once") {
    std::promise<net::Exchange> asked;
    const TestServer server(
        [&](net::Request, net::Exchange exchange) { asked.set_value(std::move(exchange)); });
    std::stop_source stop;
    const auto client = make_client();
    std::optional<net::Exchange> kept;
    std::thread stopping([&] {
        kept.emplace(asked.get_future().get());
        stop.request_stop();
    });
    const auto response = client->fetch(request_of(url_of(server)), stop.get_token());
    stopping.join();
    REQUIRE_FALSE(response);
    CHECK_THAT(response.error().message, Contains("cancelled"));
    const auto again = client->fetch(request_of(url_of(server)), stop.get_token());
    REQUIRE_FALSE(again);
    CHECK(again.error().code == Errc::unavailable);
}

TEST_CASE("a client that goes ends what is under way") {
    const RawServer server([](RawPeer& peer) { peer.wait_for_end(); });
    Stream stream;
    {
        const auto client = make_client();
        REQUIRE(client->start(request_of(server.url(), "POST"), stream.events()));
    }
    CHECK_FALSE(stream.wait_for_end());
}

TEST_CASE("H39 waits have limits: for the first byte, and between two pieces") {
    net::ClientSettings settings;
    settings.limits.first_byte_time = 30ms;
    const RawServer silent([](RawPeer& peer) { peer.wait_for_end(); });
    const auto nothing = make_client(settings)->fetch(request_of(silent.url()));
    REQUIRE_FALSE(nothing);
    CHECK_THAT(nothing.error().message, Contains("its first byte took longer than 30 ms"));
    settings = {};
    settings.limits.idle_time = 30ms;
    const RawServer half([](RawPeer& peer) {
        peer.read_until("\r\n\r\n");
        peer.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nab");
        peer.wait_for_end();
    });
    const auto idle = make_client(settings)->fetch(request_of(half.url()));
    REQUIRE_FALSE(idle);
    CHECK_THAT(idle.error().message, Contains("the next piece of its body took longer than 30 ms"));
}

TEST_CASE("a response has a limit for the time of all of it") {
    net::ClientSettings settings;
    settings.limits.total_time = 30ms;
    const RawServer half([](RawPeer& peer) {
        peer.read_until("\r\n\r\n");
        peer.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nab");
        peer.wait_for_end();
    });
    const auto slow = make_client(settings)->fetch(request_of(half.url()));
    REQUIRE_FALSE(slow);
    CHECK_THAT(slow.error().message, Contains("its whole answer took longer than 30 ms"));
}

TEST_CASE("H39 the way to a server has a limit") {
    net::ClientSettings settings;
    settings.limits.connect_time = 40ms;
    const RawServer silent([](RawPeer& peer) { peer.wait_for_end(); });
    const auto response = make_client(settings)->fetch(request_of(silent.url("https")));
    REQUIRE_FALSE(response);
    CHECK(response.error().code == Errc::unavailable);
    CHECK_THAT(response.error().message, Contains("TLS with 127.0.0.1") && Contains("40 ms"));
}

TEST_CASE("a lost POST may have happened, a lost GET has not") {
    const RawServer server([](RawPeer& peer) { peer.read_until("\r\n\r\n"); });
    const auto client = make_client();
    CHECK(client->fetch(request_of(server.url(), "POST")).error().code == Errc::outcome_unknown);
    CHECK(client->fetch(request_of(server.url(), "GET")).error().code == Errc::unavailable);
}

TEST_CASE("a server that is not there is named") {
    unsigned port = 0;
    {
        const TestServer server;
        port = server.port;
    }
    const auto response =
        make_client()->fetch(request_of("http://localhost:" + std::to_string(port) + "/", "POST"));
    REQUIRE_FALSE(response);
    CHECK(response.error().code == Errc::unavailable);
    CHECK_THAT(response.error().message, Contains("localhost:" + std::to_string(port)));
}

TEST_CASE("each address of a name is tried") {
    // "localhost" is ::1 as well on most machines, where this server does not listen.
    const TestServer server;
    const auto response =
        make_client()->fetch(request_of("http://localhost:" + std::to_string(server.port) + "/"));
    REQUIRE(response);
    CHECK(response->status == 200);
}

TEST_CASE("a whole response has a limit, a stream has none") {
    net::ClientSettings settings;
    settings.limits.body_bytes_max = 1000;
    const TestServer server([](net::Request, net::Exchange exchange) {
        exchange.answer({200, {}, std::string(1001, 'x')});
    });
    const auto client = make_client(settings);
    const auto response = client->fetch(request_of(url_of(server)));
    REQUIRE_FALSE(response);
    CHECK_THAT(response.error().message, Contains("larger than 1000 bytes"));
    Stream stream;
    REQUIRE(client->start(request_of(url_of(server)), stream.events()));
    CHECK(stream.wait_for_end());
    CHECK(stream.bytes.size() == 1001);
}

TEST_CASE("an answer that comes before the request has been sent is read") {
    const RawServer server([](RawPeer& peer) {
        peer.read_until("\r\n\r\n");
        peer.send("HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\n\r\nno");
        peer.wait_for_end();
    });
    const auto response =
        make_client()->fetch(request_of(server.url(), "POST", std::string(10'000'000, 'x')));
    REQUIRE(response);
    CHECK(response->status == 413);
}

TEST_CASE("an answer that breaks its framing or ends early is none") {
    for (const char* answer : {"nonsense\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab",
                               "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nz\r\n",
                               "HTTP/1.1 200 OK\r\nX: a\n\r\n\r\n", ""}) {
        CAPTURE(answer);
        const RawServer server([&](RawPeer& peer) {
            peer.read_until("\r\n\r\n");
            peer.send(answer);
        });
        const auto response = make_client()->fetch(request_of(server.url()));
        REQUIRE_FALSE(response);
        CHECK(response.error().code == Errc::unavailable);
    }
}

TEST_CASE("what cannot be sent is refused before anything is") {
    const auto client = make_client();
    CHECK_FALSE(client->fetch(request_of("not a url")));
    CHECK_FALSE(client->fetch(request_of("http://user@localhost/")));
    CHECK_FALSE(client->fetch(request_of("http://localhost/", "G T")));
    for (const net::Field& field : {net::Field{"X", "a\r\nY: b"}, net::Field{"Host", "evil.test"},
                                    net::Field{"Content-Length", "1"}}) {
        net::ClientRequest request = request_of("http://localhost/");
        request.fields.add(field.name, field.value);
        const auto response = client->fetch(request);
        REQUIRE_FALSE(response);
        CHECK(response.error().code == Errc::invalid_argument);
    }
}

TEST_CASE("a function that throws ends its request, not the client") {
    const TestServer server;
    const auto client = make_client();
    for (const bool in_head : {true, false}) {
        Stream stream;
        net::ResponseEvents events = stream.events();
        if (in_head)
            events.on_head = [](const net::Response&) { throw std::runtime_error("x"); };
        else
            events.on_bytes = [](std::string_view) { throw std::runtime_error("x"); };
        REQUIRE(client->start(request_of(url_of(server)), std::move(events)));
        const auto end = stream.wait_for_end();
        REQUIRE_FALSE(end);
        CHECK(end.error().code == Errc::internal);
    }
    CHECK(client->fetch(request_of(url_of(server))));
}

// ---- proxies

namespace {

std::string ask_by_proxy(const std::string& answer, const std::string& user = {}) {
    const RawServer proxy([&](RawPeer& peer) {
        peer.read_until("\r\n\r\n");
        peer.send(answer);
    });
    net::ClientSettings settings;
    settings.proxy.url = "http://" + user + "127.0.0.1:" + std::to_string(proxy.port());
    const auto response = make_client(settings)->fetch(request_of("https://server.test/", "POST"));
    if (response) return "taken";
    CHECK(response.error().code == Errc::unavailable);
    return response.error().message;
}

}  // namespace

TEST_CASE("H38 https goes through a proxy by CONNECT, and the certificate is that of the server") {
    test::GoodServer good;
    test::Sayings sayings;
    sayings.names = "DNS:server.test";
    const test::Identity identity = make_identity(sayings, &good.authority);
    const RawServer server(
        [&](RawPeer& peer) { serve_tls(peer, identity.key, {identity.certificate}); });
    std::string asked;
    const RawServer proxy([&](RawPeer& peer) {
        asked = peer.read_until("\r\n\r\n");
        peer.send("HTTP/1.1 200 Connection established\r\nX: y\r\n\r\n");
        test::RawClient to(server.port());
        peer.join(RawPeer(to.release()));
    });
    net::ClientSettings settings;
    settings.tls.ca_file = good.ca_file;
    settings.proxy.url = "http://127.0.0.1:" + std::to_string(proxy.port());
    const auto response = make_client(settings)->fetch(request_of("https://server.test/secret"));
    if (!response) FAIL(response.error().message);
    CHECK(response->body == "ok");
    CHECK(asked == "CONNECT server.test:443 HTTP/1.1\r\nHost: server.test:443\r\n\r\n");
}

TEST_CASE("H38 failures of a proxy have words of their own") {
    CHECK_THAT(ask_by_proxy("HTTP/1.1 407 Who\r\nContent-Length: 0\r\n\r\n"),
               Contains("wants a user and a password"));
    CHECK_THAT(ask_by_proxy("HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n"),
               Contains("does not lead to server.test:443: it answered 403"));
    CHECK_THAT(ask_by_proxy("SSH-2.0-x\r\n\r\n"), Contains("is not one of a proxy"));
    CHECK_THAT(ask_by_proxy(""), Contains("closed the connection before it answered"));
    CHECK_THAT(ask_by_proxy("HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\n\r\n"),
               Contains("sent more than its answer"));
    CHECK_THAT(ask_by_proxy("HTTP/1.1 407 Who\r\n\r\n", "user:secret@"), !Contains("secret"));
    net::ClientSettings settings;
    {
        const TestServer gone;
        settings.proxy.url = "http://127.0.0.1:" + std::to_string(gone.port);
    }
    const auto response = make_client(settings)->fetch(request_of("https://server.test/"));
    REQUIRE_FALSE(response);
    CHECK_THAT(response.error().message, Contains("Cannot connect to the proxy 127.0.0.1"));
}
