#include "mcp/server/http/checks.hpp"

#include <catch2/catch.hpp>

#include <string>

using namespace iam;
using namespace iam::mcp;

namespace {

net::Request post_with(const std::string& type, const std::string& accept) {
    net::Request request{.method = "POST", .target = "/mcp"};
    if (!type.empty()) request.fields.add("Content-Type", type);
    if (!accept.empty()) request.fields.add("Accept", accept);
    return request;
}

unsigned status_of_check(const Refusal& refusal) {
    return refusal ? refusal->status : 200;
}

}  // namespace

TEST_CASE("a POST sends JSON and accepts JSON and events") {
    const std::string type = GENERATE(as<std::string>(), "application/json",
                                      "Application/JSON; charset=utf-8", "application/json ;a=b");
    const std::string accept =
        GENERATE(as<std::string>(), "application/json, text/event-stream",
                 "text/event-stream,application/json", "*/*", "application/*;q=0.5, text/*",
                 "text/html, APPLICATION/JSON , text/event-stream;q=1");
    INFO(type << " | " << accept);
    CHECK(status_of_check(check_post(post_with(type, accept))) == 200);
}

TEST_CASE("a POST of another media type is refused") {
    const std::string type = GENERATE(as<std::string>(), "", "text/plain", "application/jsonx",
                                      "application/x-www-form-urlencoded", "multipart/form-data");
    INFO(type);
    CHECK(status_of_check(check_post(post_with(type, "*/*"))) == 415);
}

TEST_CASE("a client that does not accept both forms of an answer is refused") {
    const std::string accept =
        GENERATE(as<std::string>(), "", "application/json", "text/event-stream", "text/*",
                 "application/jsonp, text/event-stream", "application, text/event-stream");
    INFO(accept);
    CHECK(status_of_check(check_post(post_with("application/json", accept))) == 406);
}

TEST_CASE("several Accept fields count as one") {
    auto request = post_with("application/json", "application/json");
    request.fields.add("accept", "text/event-stream");
    CHECK_FALSE(check_post(request));
}

TEST_CASE("a GET accepts events") {
    net::Request request{.method = "GET", .target = "/mcp"};
    CHECK(status_of_check(check_get(request)) == 406);
    request.fields.add("Accept", "text/event-stream");
    CHECK_FALSE(check_get(request));
}

TEST_CASE("a request of a session names a revision with sessions, or none") {
    net::Request request{.method = "POST", .target = "/mcp"};
    CHECK_FALSE(check_revision(request));
    request.fields.add("mcp-protocol-version", "2025-06-18");
    CHECK_FALSE(check_revision(request));
    for (const char* unknown : {"2099-01-01", "2026-07-28", "", "x"}) {
        request.fields = {{"MCP-Protocol-Version", unknown}};
        const auto refused = check_revision(request);
        REQUIRE(refused);
        CHECK(refused->status == 400);
        CHECK(refused->body.find("2025-11-25") != std::string::npos);
    }
}

TEST_CASE("the path of a target ends before its query") {
    CHECK(path_of("/mcp") == "/mcp");
    CHECK(path_of("/mcp?a=/b") == "/mcp");
    CHECK(path_of("?") == "");
}
