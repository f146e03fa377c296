#include "mcp/client/http/bad_response.hpp"

#include <catch2/catch.hpp>

#include <string>

using namespace iam;
using Catch::Contains;

TEST_CASE("an error of HTTP names the status, the text and a way out") {
    const auto error = mcp::error_of_response(503, "down\nfor \x1b[31mrepair");
    CHECK(error.code == 503);
    CHECK(error.message ==
          "The server answered with HTTP 503 and the text \"down for "
          "\\u{1B}[31mrepair\"; try again later.");
    CHECK(error.data.empty());
    CHECK_THAT(mcp::error_of_response(401, "").message, Contains("check the authorization"));
    CHECK_THAT(mcp::error_of_response(405, "").message, Contains("check the URL"));
    CHECK_THAT(mcp::error_of_response(418, "").message, Contains("log of the server"));
}

TEST_CASE("an error shows the first 200 characters of a body") {
    std::string body;
    for (int i = 0; i < 300; ++i) body += "\xc3\xa9";
    CHECK(mcp::shown_body(body) == body.substr(0, 400) + "…");
    CHECK(mcp::shown_body(std::string(200, 'a')) == std::string(200, 'a'));
    CHECK_THAT(mcp::shown_body(std::string(300, '\xff')), Contains("\\x{FF}"));
}

TEST_CASE("a JSON-RPC error without a request is the error, except of a refusal") {
    const std::string body = R"({"error":{"code":-32022,"message":"no","data":[1]}})";
    const auto error = mcp::error_of_response(400, body);
    CHECK(error.code == -32022);
    CHECK(error.data == "[1]");
    const auto refusal = mcp::error_of_response(401, body);
    CHECK(refusal.code == 401);
    CHECK(refusal.data == body);
}

TEST_CASE("a media type is compared without its parameters and in lower case") {
    CHECK(mcp::media_type_of("Application/JSON ; charset=utf-8") == "application/json");
    CHECK(mcp::media_type_of("").empty());
}
