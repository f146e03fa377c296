#include "mcp/client/http/url_reference.hpp"

#include <catch2/catch.hpp>

#include <string>
#include <utility>

using namespace iam;
using Catch::Contains;

TEST_CASE("a reference of a server is resolved against the URL of the request") {
    const auto [base, reference, url] = GENERATE(table<std::string, std::string, std::string>({
        {"http://h:8080/a/b", "/c", "http://h:8080/c"},
        {"http://h:8080/a/b", "c?x=1", "http://h:8080/a/c?x=1"},
        {"http://h:8080/a/b", "../c", "http://h:8080/c"},
        {"http://h:8080/a/b", "../../../c/./d/", "http://h:8080/c/d/"},
        {"http://h:8080/a/b?y=2", "?x=1", "http://h:8080/a/b?x=1"},
        {"http://h:8080/a/b?y=2", "", "http://h:8080/a/b?y=2"},
        {"http://h", "?sessionid=1", "http://h/?sessionid=1"},
        {"http://h", "c", "http://h/c"},
        {"http://h/a", "http://H:80/b#part", "http://h/b"},
        {"https://h:443/a", "//h/b", "https://h/b"},
        {"https://h/a", "HTTPS://h:443", "https://h/"},
        {"http://h/sse", "/message?sessionId=a/b:c", "http://h/message?sessionId=a/b:c"},
    }));
    INFO(base << " " << reference);
    const auto found = mcp::resolve_at_origin(base, reference);
    REQUIRE(found);
    CHECK(*found == url);
}

TEST_CASE("a reference to another scheme, host or port is refused with both servers named") {
    const std::string reference =
        GENERATE(as<std::string>(), "https://h:8080/b", "http://h/b", "http://g:8080/b",
                 "//g:8080/b", "http://user@h:8080/b", "http://h:8080@g/b");
    INFO(reference);
    const auto found = mcp::resolve_at_origin("http://h:8080/a", reference);
    REQUIRE_FALSE(found);
    CHECK_THAT(found.error().message, Contains("another server than http://h:8080"));
}

TEST_CASE("a reference that is no URL of HTTP is refused") {
    const std::string reference =
        GENERATE(as<std::string>(), "file:///etc/passwd", "javascript:alert(1)", "http:/b",
                 "http://", "a b", "a\\b", "a\r\nX: y", "\x7f", "caf\xc3\xa9",
                 std::string(mcp::k_reference_bytes_max + 1, 'a'));
    INFO(reference);
    const auto found = mcp::resolve_at_origin("http://h/a", reference);
    REQUIRE_FALSE(found);
    CHECK(found.error().code == Errc::invalid_argument);
    CHECK(found.error().message.size() < 300);
}

TEST_CASE("the origin of a URL has no path, no usual port and no upper case") {
    CHECK(mcp::origin_of("HTTP://Host:80/Path?x#y") == "http://host");
    CHECK(mcp::origin_of("https://[::1]:8443") == "https://[::1]:8443");
    CHECK(mcp::origin_of("ws://h").empty());
    CHECK(mcp::origin_of("h").empty());
}

TEST_CASE("a URL of WebSocket has one of HTTP, and any other one stays as it is") {
    CHECK(mcp::http_url_of("ws://h:1/WS") == "http://h:1/WS");
    CHECK(mcp::http_url_of("WSS://h") == "https://h");
    CHECK(mcp::http_url_of("http://h/ws:") == "http://h/ws:");
    CHECK(mcp::http_url_of("h") == "h");
}
