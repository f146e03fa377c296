// The console as clients on the loopback find it.
#include "console_fixture.hpp"
#include <iam/net/http_client.hpp>

#include <arpa/inet.h>
#include <console/asset_table.hpp>
#include <runtime/net/certificates.hpp>

#include <set>
#include <thread>

using namespace iam;
using test::Answered;
using test::ConsoleFixture;
using test::RawClient;

namespace {

std::string get_of_host(const std::string& host) {
    return "GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n";
}

/// Every answer of the console has them.
void check_security_fields(const std::string& head) {
    CAPTURE(head);
    for (const char* field :
         {"Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; "
          "img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
          "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'\r\n",
          "X-Content-Type-Options: nosniff\r\n", "Referrer-Policy: no-referrer\r\n",
          "Cache-Control: no-store\r\n", "Cross-Origin-Opener-Policy: same-origin\r\n",
          "Cross-Origin-Resource-Policy: same-origin\r\n"})
        CHECK((head + "\r\n").find(field) != std::string::npos);
    CHECK(head.find("Set-Cookie") == std::string::npos);
    CHECK(head.find("Access-Control-") == std::string::npos);
    CHECK(head.find("Location") == std::string::npos);
}

}  // namespace

TEST_CASE("an address of other machines needs a host name and a certificate (W01)") {
    ConsoleFixture fixture;
    fixture.settings.remote = console::RemotePlace{.address = "0.0.0.0", .host = "desk.example"};
    const auto refused = console::Console::start(fixture.parts(), fixture.settings);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == Errc::invalid_argument);
}

TEST_CASE("the console listens on addresses of loopback alone (W01)") {
    ConsoleFixture fixture;
    fixture.start();
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in other{};
    other.sin_family = AF_INET;
    other.sin_port = htons(static_cast<std::uint16_t>(fixture.port()));
    other.sin_addr.s_addr = htonl(INADDR_LOOPBACK + 1);  // 127.0.0.2
    CHECK(::connect(socket, reinterpret_cast<const sockaddr*>(&other), sizeof other) != 0);
    ::close(socket);
    CHECK(fixture.ask(get_of_host(fixture.host())).status == 200);
}

TEST_CASE("the console is at [::1] under the same port, where the machine has it (W01)") {
    const int probe = ::socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in6 at{};
    at.sin6_family = AF_INET6;
    at.sin6_addr = in6addr_loopback;
    const bool has_v6 = ::bind(probe, reinterpret_cast<const sockaddr*>(&at), sizeof at) == 0;
    ::close(probe);
    if (!has_v6) {
        WARN("this machine has no address ::1");
        return;
    }
    ConsoleFixture fixture;
    fixture.start();
    const int socket = ::socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
    at.sin6_port = htons(static_cast<std::uint16_t>(fixture.port()));
    REQUIRE(::connect(socket, reinterpret_cast<const sockaddr*>(&at), sizeof at) == 0);
    const std::string text = get_of_host(fixture.host());
    CHECK(::send(socket, text.data(), text.size(), MSG_NOSIGNAL) > 0);
    std::array<char, 15> answer{};
    CHECK(::recv(socket, answer.data(), answer.size(), MSG_WAITALL) == 15);
    CHECK(std::string(answer.data(), answer.size()) == "HTTP/1.1 200 OK");
    ::close(socket);
}

TEST_CASE("a chosen port that another program has is an error, and no other port (W01)") {
    ConsoleFixture first;
    first.start();
    ConsoleFixture second;
    second.settings.port = first.port();
    const auto refused = console::Console::start(second.parts(), second.settings);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == Errc::unavailable);
}

TEST_CASE("a place of other machines is served with TLS, under its host name (W01)") {
    const auto identity = test::make_identity({}, nullptr);
    test::CertificateFolder files;
    ConsoleFixture fixture;
    fixture.settings.remote = console::RemotePlace{
        .address = "0.0.0.0",
        .host = "localhost",
        .tls = {.certificate_chain_file = files.write("chain.pem", {identity.certificate}),
                .key_file = files.write("key.pem", identity.key)}};
    fixture.start();
    CHECK(fixture.console->url().starts_with("https://localhost:"));
    auto client = net::HttpClient::make({.tls = {.pins = {test::pin_of(identity)}}});
    REQUIRE(client);
    const auto page = (*client)->fetch({.url = fixture.console->url()});
    REQUIRE(page);
    CHECK(page->status == 200);
    const std::string by_address =
        "https://127.0.0.1" +
        fixture.console->url().substr(std::string("https://localhost").size());
    const auto other = (*client)->fetch({.url = by_address});
    REQUIRE(other);
    CHECK(other->status == 421);
}

TEST_CASE("each state has a name of its own, which stays (W02)") {
    ConsoleFixture fixture;
    fixture.start();
    const std::string name = fixture.host().substr(0, fixture.host().find(':'));
    CHECK(name.size() == std::string_view("iam-0123456789abcdef.localhost").size());
    fixture.console.reset();
    fixture.start();
    CHECK(fixture.host().substr(0, fixture.host().find(':')) == name);
    ConsoleFixture other(2);
    other.start();
    CHECK(other.host().substr(0, other.host().find(':')) != name);
}

TEST_CASE("any other spelling of the name is refused, for pages too (W02)") {
    ConsoleFixture fixture;
    fixture.start();
    const std::string host = fixture.host();
    const std::string name = host.substr(0, host.find(':'));
    const std::string port = host.substr(host.find(':'));
    std::string shouted = name;
    shouted[0] = 'I';
    const std::vector<std::string> others{"",
                                          name,
                                          name + ":1",
                                          name + ":",
                                          name + "." + port,
                                          shouted + port,
                                          "localhost" + port,
                                          "127.0.0.1" + port,
                                          "[::1]" + port,
                                          "127.0.0.1." + port,
                                          "127.evil.test" + port,
                                          name + ".evil.test" + port,
                                          "evil.test" + port,
                                          "x." + host,
                                          "user@" + host,
                                          "http://" + host,
                                          host + "/",
                                          host + ", evil.test",
                                          name + ":0" + port.substr(1),
                                          "127.1" + port,
                                          "0.0.0.0" + port};
    for (const std::string& other : others) {
        CAPTURE(other);
        const Answered page = fixture.ask(get_of_host(other));
        CHECK(page.status == 421);
        CHECK(page.body.find("evil") == std::string::npos);
        check_security_fields(page.head);
        CHECK(fixture.ask("GET /console.js HTTP/1.1\r\nHost: " + other + "\r\n\r\n").status == 421);
    }
    // RFC 9112 §3.2 names the status of these.
    CHECK(fixture.ask("GET / HTTP/1.1\r\n\r\n").status == 400);
    CHECK(
        fixture.ask("GET / HTTP/1.1\r\nHost: " + host + "\r\nHost: " + host + "\r\n\r\n").status ==
        400);
    CHECK(fixture.ask("GET http://" + host + "/ HTTP/1.1\r\nHost: " + host + "\r\n\r\n").status ==
          421);
    CHECK(fixture.ask(get_of_host(host)).status == 200);
}

TEST_CASE("a browser without names below localhost finds the console by its address (W02)") {
    ConsoleFixture fixture;
    fixture.settings.has_own_name = false;
    fixture.start();
    CHECK(fixture.console->url() == "http://127.0.0.1:" + std::to_string(fixture.port()) + "/");
    CHECK(fixture.ask(get_of_host(fixture.host())).status == 200);
    CHECK(fixture.ask(get_of_host("localhost:" + std::to_string(fixture.port()))).status == 421);
}

TEST_CASE("every answer says what browsers may do with it (W06)") {
    ConsoleFixture fixture;
    fixture.start().log_in();
    const std::string host = "Host: " + fixture.host() + "\r\n";
    check_security_fields(fixture.get("/").head);
    check_security_fields(fixture.get("/console.js").head);
    check_security_fields(fixture.get("/nothing").head);
    check_security_fields(fixture.get("/api/questions").head);
    check_security_fields(fixture.get("/api/nothing").head);
    check_security_fields(fixture.post("/api/login", "{}").head);
    check_security_fields(fixture.ask("nonsense\r\n\r\n").head);
    check_security_fields(
        fixture.ask("GET / HTTP/1.1\r\n" + host + "X: " + std::string(20'000, 'x') + "\r\n\r\n")
            .head);
    check_security_fields(
        fixture.ask("POST /api/login HTTP/1.1\r\n" + host + "Content-Length: 9999999\r\n\r\n")
            .head);
    RawClient stream(fixture.port());
    stream.send(fixture.lines("GET", "/api/events") + "\r\n");
    check_security_fields(stream.read_until("\r\n\r\n"));
}

TEST_CASE("a browser gets the pages in gzip's form, and another client as they are (W45)") {
    ConsoleFixture fixture;
    fixture.start();
    const auto ask = [&](const std::string& codings) {
        RawClient client(fixture.port());
        client.send("GET /app/main.js HTTP/1.1\r\nHost: " + fixture.host() + "\r\n" + codings +
                    "Connection: close\r\n\r\n");
        return client.read_all();
    };
    const auto* const asset = console::find_asset("/app/main.js");
    REQUIRE(asset != nullptr);
    const std::string text = ask("Accept-Encoding: br, gzip\r\n");
    CHECK(text.find("Content-Encoding: gzip\r\n") != std::string::npos);
    CHECK(test::body_of(text) == asset->gzip);
    for (const char* other : {"", "Accept-Encoding: br\r\n", "Accept-Encoding: gzip;q=0\r\n"})
        CHECK(test::body_of(ask(other)) == asset->bytes);
}

TEST_CASE("paths lead to compiled-in pages and to nothing else (W07)") {
    ConsoleFixture fixture;
    fixture.start();
    CHECK(fixture.get("/").head.find("Content-Type: text/html") != std::string::npos);
    CHECK(fixture.get("/?x=1").status == 200);
    RawClient head(fixture.port());
    head.send("HEAD / HTTP/1.1\r\nHost: " + fixture.host() + "\r\nConnection: close\r\n\r\n");
    const std::string text = head.read_all();
    CHECK(test::status_of(text) == 200);
    CHECK(test::body_of(text).empty());
    for (const char* path : {"/index.html",
                             "//",
                             "/.",
                             "/..",
                             "/../etc/passwd",
                             "/%2e%2e/etc/passwd",
                             "/app/main.js/",
                             "/app/main.js%00",
                             "/APP/MAIN.JS",
                             "/./app/main.js",
                             "/app/main.js;x",
                             "/\\app/main.js",
                             "/api",
                             "/api/",
                             "/api//questions",
                             "/api/questions/",
                             "/api/questions/../entries",
                             "/api/questions/%61",
                             "/api/questions/a/b",
                             "/api/entries/<script>"}) {
        CAPTURE(path);
        const Answered answered = fixture.get(path);
        CHECK((answered.status == 404 || answered.status == 400));
        CHECK(answered.body.find("script") == std::string::npos);
        CHECK(answered.body.find("passwd") == std::string::npos);
    }
}

TEST_CASE("random bytes get an answer of the console's own words, or none (W07)") {
    ConsoleFixture fixture;
    fixture.start();
    test::FakeEntropy bytes(7);
    for (int round = 0; round < 300; ++round) {
        std::array<std::uint8_t, 24> noise{};
        bytes.fill(noise);
        std::string path = "/";
        for (const std::uint8_t byte : noise) path += static_cast<char>(byte);
        RawClient client(fixture.port());
        client.send("GET " + path + " HTTP/1.1\r\nHost: " + fixture.host() +
                    "\r\nConnection: close\r\n\r\n");
        const std::string text = client.read_all();
        CAPTURE(to_hex(noise), text);
        CHECK(test::status_of(text) >= 400);
        CHECK(text.find(path.substr(1)) == std::string::npos);
    }
}

TEST_CASE("heads and bodies have a largest size (W08)") {
    ConsoleFixture fixture;
    fixture.start();
    CHECK(fixture.ask(fixture.lines("GET", "/") + "X: " + std::string(17'000, 'x') + "\r\n\r\n")
              .status == 431);
    CHECK(fixture.post("/api/login", std::string((std::size_t{1} << 20U) + 1, ' ')).status == 413);
    CHECK(fixture.post("/api/login", std::string(std::size_t{1} << 20U, ' ')).status == 400);
}

TEST_CASE("beyond 32 connections a client hears that there is no room (W08)") {
    ConsoleFixture fixture;
    fixture.start();
    std::vector<RawClient> clients;
    for (int i = 0; i < 32; ++i) {
        clients.emplace_back(fixture.port());
        clients.back().send(fixture.lines("GET", "/") + "\r\n");
        CHECK(test::status_of(clients.back().read_response()) == 200);
    }
    RawClient late(fixture.port());
    CHECK(test::status_of(late.read_response()) == 503);
    clients.pop_back();
    late.close();
    // The end of a connection is noticed by the server on a thread of its own.
    Answered answered;
    while (answered.status != 200) answered = fixture.get("/");
    CHECK(answered.status == 200);
}

TEST_CASE("clients that send their bytes slowly are cut (W08)") {
    ConsoleFixture fixture;
    fixture.settings.limits.header_time = std::chrono::milliseconds(50);
    fixture.settings.limits.body_time = std::chrono::milliseconds(50);
    fixture.settings.limits.idle_time = std::chrono::milliseconds(50);
    fixture.start();
    RawClient head(fixture.port());
    head.send("GET / HTTP/1.1\r\nHost: ");
    CHECK(test::status_of(head.read_response()) == 408);
    RawClient body(fixture.port());
    body.send(fixture.lines("POST", "/api/login") + "Content-Length: 100\r\n\r\n{");
    CHECK(test::status_of(body.read_response()) == 408);
    RawClient idle(fixture.port());
    idle.send(fixture.lines("GET", "/") + "\r\n");
    CHECK(test::status_of(idle.read_response()) == 200);
    CHECK(idle.is_closed_without_bytes());
}

TEST_CASE("a process that the check refuses gets no page (W09)") {
    ConsoleFixture fixture;
    console::Parts parts = fixture.parts();
    parts.check_peer = {};
    auto started = console::Console::start(std::move(parts));
    REQUIRE(started);
    fixture.console = *std::move(started);
    // This test is the console's own process, as a tool's function is.
    CHECK(fixture.get("/").status == 403);
    CHECK(fixture.post("/api/login", R"({"code":")" + fixture.new_code() + R"("})").status == 403);
    CHECK(fixture.get("/api/questions").status == 403);
}

TEST_CASE("a console ends while pages listen") {
    ConsoleFixture fixture;
    fixture.start().log_in();
    RawClient stream(fixture.port());
    stream.send(fixture.lines("GET", "/api/events") + "\r\n");
    CHECK(test::status_of(stream.read_until("\r\n\r\n")) == 200);
    fixture.console.reset();
    CHECK(stream.read_all().find("event: snapshot") != std::string::npos);
}
