// Tests of runtime/src/net/message/response_reader.cpp.
#include "net/message/response_reader.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>
#include <string_view>

using namespace iam;
using net::ResponseReader;
using ResponseStep = ResponseReader::Step;

namespace {

// "status|body", or "bad" with what ends it.
std::string read_response(std::string_view text, std::size_t piece,
                          ResponseReader::Form form = {4096, false, false}) {
    std::string body;
    ResponseReader reader(form, [&](std::string_view bytes) { body += bytes; });
    std::string input;
    for (;;) {
        std::string_view rest = input;
        const auto step = reader.go_on(rest);
        input.erase(0, input.size() - rest.size());
        if (!step) return "bad";
        const std::string seen = std::to_string(reader.head().status) + "|" + body;
        if (*step == ResponseStep::done) return seen + "|" + input + std::string(text);
        if (*step == ResponseStep::head) continue;
        if (text.empty()) return reader.end() ? seen + "|end" : "cut";
        input += text.substr(0, piece);
        text.remove_prefix(std::min(piece, text.size()));
    }
}

std::string read_response_every_way(std::string_view text,
                                    ResponseReader::Form form = {4096, false, false}) {
    const std::string whole = read_response(text, text.size(), form);
    for (std::size_t piece = 1; piece < text.size(); ++piece) {
        CAPTURE(text, piece);
        CHECK(read_response(text, piece, form) == whole);
    }
    return whole;
}

}  // namespace

TEST_CASE("a response is read alike from pieces of any size") {
    CHECK(read_response_every_way("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbodynext") ==
          "200|body|next");
    CHECK(read_response_every_way("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                                  "1\r\na\r\n00b;x=y\r\n0123456789a\r\n0\r\nX: y\r\n\r\n") ==
          "200|a0123456789a|");
    CHECK(read_response_every_way("HTTP/1.1 200\r\n\r\n") == "bad");
    CHECK(read_response_every_way("HTTP/1.1 200 \r\n\r\nto the end") == "200|to the end|end");
    CHECK(read_response_every_way("HTTP/1.1 204 No Content\r\n\r\n") == "204||");
}

TEST_CASE("interim responses are skipped") {
    CHECK(read_response_every_way("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nX: y\r\n\r\n"
                                  "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na") == "200|a|");
}

TEST_CASE("HEAD and CONNECT have no body, whatever the head says") {
    CHECK(read_response_every_way("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n",
                                  {4096, true, false}) == "200||");
    CHECK(read_response_every_way("HTTP/1.1 200 OK\r\n\r\nx", {4096, false, true}) == "200||x");
    CHECK(read_response_every_way("HTTP/1.1 407 No\r\nContent-Length: 1\r\n\r\nx",
                                  {4096, false, true}) == "407|x|");
}

TEST_CASE("a response that is cut off is none") {
    CHECK(read_response_every_way("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbod") == "cut");
    CHECK(read_response_every_way(
              "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n") == "cut");
    CHECK(read_response_every_way("HTTP/1.1 200 OK\r\nCont") == "cut");
}

TEST_CASE("a response with two readings is refused") {
    for (const char* fields : {"Content-Length: 1\r\nTransfer-Encoding: chunked\r\n",
                               "Content-Length: 1\r\nContent-Length: 1\r\n",
                               "Content-Length: 1, 1\r\n", "Transfer-Encoding: gzip, chunked\r\n",
                               "X: a\r\n b\r\n", "X: a\nY: b\r\n", "X : a\r\n"}) {
        CAPTURE(fields);
        CHECK(read_response(std::string("HTTP/1.1 200 OK\r\n") + fields + "\r\n", 1) == "bad");
    }
}

TEST_CASE("the head of a response and what is around its chunks have a limit") {
    const std::string head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    CHECK(read_response(head, 1, {head.size(), false, false}) == "cut");
    CHECK(read_response(head, 1, {head.size() - 1, false, false}) == "bad");
    CHECK(read_response(head + "1;a=" + std::string(200, 'x'), 1, {100, false, false}) == "bad");
}
