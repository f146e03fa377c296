#include "raw_client.hpp"

#include <string>
#include <vector>

using namespace iam;
using test::TestServer;

namespace {

std::string host_field(const std::string& host) {
    return "GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n";
}

}  // namespace

TEST_CASE("XM60 DNS rebinding: only names of loopback with the own port are served") {
    const TestServer server;
    const std::string port = ":" + std::to_string(server.port);
    for (const std::string name : {"localhost", "127.0.0.1", "[::1]", "LocalHost"})
        CHECK(test::status_of(server.ask(host_field(name + port))) == 200);
    const std::vector<std::string> refused{"",
                                           "localhost",
                                           "127.0.0.1",
                                           "localhost:1",
                                           "localhost:",
                                           "localhost." + port,
                                           "127.0.0.1." + port,
                                           "127.evil.test" + port,
                                           "localhost.evil.test" + port,
                                           "evil.test",
                                           "evil.test" + port,
                                           "user@localhost" + port,
                                           "user:pass@127.0.0.1" + port,
                                           "127.1" + port,
                                           "2130706433" + port,
                                           "0x7f.0.0.1" + port,
                                           "127.0.0.2" + port,
                                           "0.0.0.0" + port,
                                           "[::ffff:127.0.0.1]" + port,
                                           "[0:0:0:0:0:0:0:1]" + port,
                                           "::1" + port,
                                           "localhost" + port + ", evil.test",
                                           "localhost" + port + "/",
                                           "localhost:0" + port.substr(1),
                                           "http://localhost" + port};
    for (const std::string& host : refused) {
        CAPTURE(host);
        CHECK(test::status_of(server.ask(host_field(host))) == 421);
    }
}

TEST_CASE("W02 a Host field must be there, once") {
    const TestServer server;
    CHECK(test::status_of(server.ask("GET / HTTP/1.1\r\n\r\n")) == 400);
    CHECK(test::status_of(server.ask("GET / HTTP/1.0\r\n\r\n")) == 421);
    CHECK(test::status_of(
              server.ask("GET / HTTP/1.1\r\n" + server.host() + server.host() + "\r\n")) == 400);
    CHECK(test::status_of(
              server.ask("GET / HTTP/1.1\r\n" + server.host() + "Host: evil.test\r\n\r\n")) == 400);
}

TEST_CASE("W02 a target in absolute form does not stand in for the Host field") {
    const TestServer server;
    const std::string own = "127.0.0.1:" + std::to_string(server.port);
    for (const std::string& target : std::vector<std::string>{
             "http://" + own + "/", "http://evil.test/", "http://user@" + own + "/", own,
             std::string("*"), std::string("a")}) {
        CAPTURE(target);
        CHECK(test::status_of(
                  server.ask("GET " + target + " HTTP/1.1\r\n" + server.host() + "\r\n")) == 421);
    }
    CHECK(test::status_of(
              server.ask("CONNECT " + own + " HTTP/1.1\r\n" + server.host() + "\r\n")) == 421);
    CHECK(test::status_of(server.ask("OPTIONS * HTTP/1.1\r\n" + server.host() + "\r\n")) == 200);
}

TEST_CASE(
    "XM61 cross-origin POST: a page of another origin gets 403, and its request is not handled") {
    int handled = 0;
    const TestServer server([&](net::Request request, net::Exchange exchange) {
        ++handled;
        test::echo(std::move(request), std::move(exchange));
    });
    const std::string port = ":" + std::to_string(server.port);
    for (const std::string& origin : std::vector<std::string>{
             std::string("http://evil.test"), "http://evil.test" + port, std::string("null"),
             "https://localhost" + port, std::string("http://localhost"),
             std::string("http://localhost:1"), "http://localhost" + port + "/",
             "http://localhost" + port + ".evil.test", "http://localhost." + port.substr(1),
             std::string(""), "localhost" + port, "http://user@localhost" + port,
             "http://localhost" + port + " http://evil.test"}) {
        CAPTURE(origin);
        CHECK(test::status_of(server.ask(server.post("{}", "Origin: " + origin + "\r\n"))) == 403);
    }
    CHECK(test::status_of(server.ask(server.post(
              "{}", "Origin: http://localhost" + port + "\r\nOrigin: http://evil.test\r\n"))) ==
          403);
    CHECK(handled == 0);
    CHECK(test::status_of(
              server.ask(server.post("{}", "Origin: http://localhost" + port + "\r\n"))) == 200);
    CHECK(handled == 1);
}

TEST_CASE("a server takes the names and origins of its settings, too") {
    net::ServerSettings settings;
    settings.hosts = {"app.localhost"};
    settings.origins = {"https://app.example"};
    const TestServer server(test::echo, settings);
    const std::string port = ":" + std::to_string(server.port);
    CHECK(test::status_of(server.ask(host_field("app.localhost"))) == 200);
    CHECK(test::status_of(server.ask(host_field("APP.localhost" + port))) == 200);
    CHECK(test::status_of(server.ask(host_field("app.localhost:1"))) == 421);
    CHECK(test::status_of(server.ask(host_field("x.app.localhost" + port))) == 421);
    CHECK(test::status_of(server.ask(server.get("Origin: https://app.example\r\n"))) == 200);
    CHECK(test::status_of(server.ask(server.get("Origin: http://app.localhost" + port + "\r\n"))) ==
          200);
    CHECK(test::status_of(server.ask(server.get("Origin: https://app.example:1\r\n"))) == 403);
}

TEST_CASE(
    "a server of listed hosts alone takes their spelling with its port, byte for byte (W02)") {
    net::ServerSettings settings;
    settings.hosts = {"app.localhost"};
    settings.has_listed_hosts_only = true;
    const TestServer server(test::echo, settings);
    const std::string port = ":" + std::to_string(server.port);
    const std::string host = "app.localhost" + port;
    CHECK(test::status_of(server.ask(host_field(host))) == 200);
    for (const std::string& other :
         std::vector<std::string>{"app.localhost", "APP.localhost" + port, "localhost" + port,
                                  "127.0.0.1" + port, "[::1]" + port, "app.localhost." + port}) {
        CAPTURE(other);
        CHECK(test::status_of(server.ask(host_field(other))) == 421);
    }
    const auto with_origin = [&](const std::string& origin) {
        return test::status_of(
            server.ask("GET / HTTP/1.1\r\nHost: " + host + "\r\nOrigin: " + origin + "\r\n\r\n"));
    };
    CHECK(with_origin("http://" + host) == 200);
    CHECK(with_origin("http://APP.localhost" + port) == 403);
    CHECK(with_origin("http://localhost" + port) == 403);
}
