// Tests of runtime/src/net/message/{request_reader,head_scan}.cpp and runtime/src/net/server:
// requests that two readers could take for different ones.
#include "raw_client.hpp"

#include <atomic>
#include <string>
#include <vector>

using namespace iam;
using test::RawClient;
using test::TestServer;

namespace {

struct Attack {
    std::string fields;
    unsigned status = 400;
};

}  // namespace

TEST_CASE(
    "XM62 request smuggling: a head that has two readings is refused, and nothing behind it is "
    "read") {
    std::atomic<int> handled = 0;
    const TestServer server([&](net::Request request, net::Exchange exchange) {
        ++handled;
        test::echo(std::move(request), std::move(exchange));
    });
    const std::vector<Attack> attacks{
        {"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n"},
        {"Transfer-Encoding: chunked\r\nContent-Length: 4\r\n"},
        {"Content-Length: 4\r\nContent-Length: 5\r\n"},
        {"Content-Length: 4\r\nContent-Length: 4\r\n"},
        {"Content-Length: 4, 4\r\n"},
        {"Content-Length: +4\r\n"},
        {"Content-Length: -4\r\n"},
        {"Content-Length: 0x4\r\n"},
        {"Content-Length: 4 4\r\n"},
        {"Content-Length: \r\n"},
        {"Content-Length: 18446744073709551620\r\n"},
        {"Transfer-Encoding: gzip, chunked\r\n", 501},
        {"Transfer-Encoding: chunked, identity\r\n", 501},
        {"Transfer-Encoding: xchunked\r\n", 501},
        {"Transfer-Encoding: identity\r\n", 501},
        {"Transfer-Encoding: chunked;q=1\r\n", 501},
        {"Transfer-Encoding: \"chunked\"\r\n", 501},
        {"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"},
        {"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n"},
        {"Transfer-Encoding : chunked\r\n"},
        {"Transfer-Encoding\t: chunked\r\n"},
        {"Content-Length : 4\r\n"},
        {"X: a\r\n Transfer-Encoding: chunked\r\n"},
        {"X: a\r\n\tb\r\n"},
        {" X: a\r\n"},
        {"X: a\nTransfer-Encoding: chunked\r\n"},
        {"X: a\rTransfer-Encoding: chunked\r\n"},
        {"X: a\r\r\n"},
        {std::string("X: a\0b\r\n", 8)},
        {"X: a\x7f\r\n"},
        {"X: a\x0b\r\n"},
        {"X\r\n"},
        {": a\r\n"},
        {"X Y: a\r\n"},
        {"X(: a\r\n"},
        {"\x80: a\r\n"},
    };
    for (const Attack& attack : attacks) {
        CAPTURE(attack.fields);
        RawClient client = server.connect();
        client.send("POST / HTTP/1.1\r\n" + server.host() + attack.fields + "\r\n0\r\n\r\n" +
                    server.get());
        const std::string all = client.read_all();
        CHECK(test::status_of(all) == attack.status);
        CHECK(all.find("Connection: close\r\n") != std::string::npos);
        CHECK(all.find("HTTP/1.1", 1) == std::string::npos);
    }
    CHECK(handled == 0);
}

TEST_CASE("XM62 request smuggling: a request line that has two readings is refused") {
    const TestServer server;
    for (const char* line :
         {"GET  / HTTP/1.1\r\n", "GET /  HTTP/1.1\r\n", "GET / HTTP/1.1 \r\n",
          "GET /\tHTTP/1.1\r\n", " GET / HTTP/1.1\r\n", "GET / HTTP/1.1\n",
          "GET / HTTP/1.1\rX: a\r\n", "G(T / HTTP/1.1\r\n", "GET / HTTP/1.10\r\n",
          "GET / HTTP/01.1\r\n", "\r\nGET / HTTP/1.1\r\n", "GET / x HTTP/1.1\r\n"}) {
        CAPTURE(line);
        const unsigned status = test::status_of(server.ask(line + server.host() + "\r\n"));
        CHECK((status == 400 || status == 505));
    }
}

TEST_CASE("XM62 request smuggling: chunks whose size has two readings are refused") {
    const TestServer server;
    for (const char* body :
         {"0x4\r\nabcd\r\n0\r\n\r\n", "-1\r\nabcd\r\n0\r\n\r\n", " 4\r\nabcd\r\n0\r\n\r\n",
          "4\nabcd\n0\n\n\r\n\r\n", "4\r\nabcde\r\n0\r\n\r\n", "4\rabcd\r\n0\r\n\r\n",
          "\r\n0\r\n\r\n", "4 x\r\nabcd\r\n0\r\n\r\n", "4;\r\nabcd\r\n0\r\n\r\n",
          "10000000000000000\r\n", "g\r\n\r\n"}) {
        CAPTURE(body);
        RawClient client = server.connect();
        client.send("POST / HTTP/1.1\r\n" + server.host() + "Transfer-Encoding: chunked\r\n\r\n" +
                    body);
        const std::string all = client.read_all();
        CHECK(test::status_of(all) == 400);
        CHECK(all.find("HTTP/1.1", 1) == std::string::npos);
    }
}

TEST_CASE("XM62 request smuggling: HTTP/1.0 has no chunks") {
    const TestServer server;
    CHECK(test::status_of(server.ask("POST / HTTP/1.0\r\n" + server.host() +
                                     "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n")) == 400);
}

TEST_CASE(
    "XM62 request smuggling: fields behind the last chunk do not become fields of the request") {
    const TestServer server([](net::Request request, net::Exchange exchange) {
        net::Response response;
        response.body = std::to_string(request.fields.count("X-Late"));
        exchange.answer(std::move(response));
    });
    CHECK(test::body_of(server.ask("POST / HTTP/1.1\r\n" + server.host() +
                                   "Transfer-Encoding: chunked\r\n\r\n0\r\nX-Late: 1\r\n\r\n")) ==
          "0");
    CHECK(test::status_of(server.ask(
              "POST / HTTP/1.1\r\n" + server.host() +
              "Transfer-Encoding: chunked\r\n\r\n0\r\nContent-Length: 3\r\n\r\nabc")) == 400);
}
