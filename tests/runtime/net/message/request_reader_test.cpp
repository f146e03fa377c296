// Tests of runtime/src/net/message/{request_reader,head_scan,head_text,fields}.cpp: requests out of
// bytes, without a socket.
#include "net/message/request_reader.hpp"

#include "net/message/head_text.hpp"

#include <catch2/catch.hpp>

#include <string>
#include <string_view>

using namespace iam;
using net::RequestReader;
using Step = RequestReader::Step;

namespace {

// Feeds a request in pieces of a size, as a connection does.
Step feed(RequestReader& reader, std::string_view text, std::size_t piece) {
    std::string input;
    Step step = Step::more;
    for (;;) {
        std::string_view rest = input;
        step = reader.go_on(rest);
        input.erase(0, input.size() - rest.size());
        if (step == Step::head) continue;
        if (step != Step::more || text.empty()) return step;
        input += text.substr(0, piece);
        text.remove_prefix(std::min(piece, text.size()));
    }
}

unsigned refusal_of(std::string_view text, RequestReader::Limits limits = {4096, 4096}) {
    unsigned first = 0;
    for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, text.size()}) {
        RequestReader reader(limits);
        const unsigned status =
            feed(reader, text, piece) == Step::refused ? reader.refusal().status : 0;
        if (piece == 1) first = status;
        CHECK(status == first);
        if (status != 0) CHECK_FALSE(reader.refusal().text.empty());
    }
    return first;
}

}  // namespace

TEST_CASE("a request is read alike from pieces of any size") {
    const std::string_view text =
        "POST /a?b=1 HTTP/1.1\r\nHost: x\r\nA:  b c \r\nTransfer-Encoding: chunked\r\n\r\n"
        "3;x=\"y\"\r\nabc\r\n0a\r\n0123456789\r\n0\r\nTrailer: t\r\n\r\n";
    for (std::size_t piece = 1; piece <= text.size(); ++piece) {
        RequestReader reader({4096, 4096});
        CAPTURE(piece);
        REQUIRE(feed(reader, text, piece) == Step::done);
        CHECK(reader.request().method == "POST");
        CHECK(reader.request().target == "/a?b=1");
        CHECK(reader.request().body == "abc0123456789");
        CHECK(reader.request().fields.find("a") == "b c");
        CHECK(reader.request().fields.all().size() == 3);
    }
}

TEST_CASE("fields are found without regard to case, and counted") {
    const net::Fields fields{{"Accept", "a"}, {"ACCEPT", "b"}};
    CHECK(fields.find("accept") == "a");
    CHECK(fields.count("aCCept") == 2);
    CHECK_FALSE(fields.find("Accep"));
}

TEST_CASE("a head ends at its limit, before more of it is kept") {
    const std::string head = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
    CHECK(refusal_of(head, {head.size(), 1}) == 0);
    CHECK(refusal_of(head, {head.size() - 1, 1}) == 431);
}

TEST_CASE("a body ends at its limit, with a length and in chunks") {
    const std::string head = "POST / HTTP/1.1\r\nHost: x\r\n";
    CHECK(refusal_of(head + "Content-Length: 4\r\n\r\n0123", {100, 4}) == 0);
    CHECK(refusal_of(head + "Content-Length: 5\r\n\r\n", {100, 4}) == 413);
    const std::string chunked = head + "Transfer-Encoding: chunked\r\n\r\n";
    CHECK(refusal_of(chunked + "2\r\n01\r\n2\r\n23\r\n0\r\n\r\n", {100, 4}) == 0);
    CHECK(refusal_of(chunked + "2\r\n01\r\n3\r\n", {100, 4}) == 413);
    CHECK(refusal_of(chunked + "ffffffffffffffff\r\n", {100, 4}) == 413);
    CHECK(refusal_of(chunked + "fffffffffffffffff\r\n", {100, 4}) == 400);
}

TEST_CASE("what surrounds a chunk has the limit of a head") {
    const std::string head = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1;a=";
    CHECK(refusal_of(head + std::string(200, 'x'), {100, 4}) == 431);
    CHECK(refusal_of("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nA: " +
                         std::string(200, 'x'),
                     {100, 4}) == 431);
}

TEST_CASE("versions other than 1.0 and 1.1 are refused") {
    CHECK(refusal_of("GET / HTTP/1.1\r\nHost: x\r\n\r\n") == 0);
    CHECK(refusal_of("GET / HTTP/1.0\r\n\r\n") == 0);
    CHECK(refusal_of("GET / HTTP/2.0\r\n\r\n") == 505);
    CHECK(refusal_of("GET / HTTP/1.2\r\n\r\n") == 505);
    CHECK(refusal_of("GET /\r\n\r\n") == 400);
    CHECK(refusal_of("GET / http/1.1\r\n\r\n") == 505);
    CHECK(refusal_of("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n") == 505);
}

TEST_CASE("expectations other than 100-continue are refused") {
    CHECK(refusal_of("POST / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nContent-Length: 1\r\n\r\n") ==
          417);
}

TEST_CASE("a date is that of RFC 9110") {
    CHECK(net::http_date(std::chrono::sys_seconds(std::chrono::seconds(784111777))) ==
          "Sun, 06 Nov 1994 08:49:37 GMT");
}

TEST_CASE("fields that frame a message, or break out of it, cannot be sent") {
    CHECK(net::can_be_sent({{"Content-Type", "text/plain"}}));
    CHECK_FALSE(net::can_be_sent({{"content-length", "1"}}));
    CHECK_FALSE(net::can_be_sent({{"X", "a\r\nY: b"}}));
    CHECK_FALSE(net::can_be_sent({{"X", std::string("a\0b", 3)}}));
    CHECK_FALSE(net::can_be_sent({{"X Y", "a"}}));
    CHECK_FALSE(net::can_be_sent({{"", "a"}}));
}
