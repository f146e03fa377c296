#include "mcp/client/http/endpoint_finder.hpp"

#include "mcp/client/http/url_reference.hpp"

#include <catch2/catch.hpp>

#include <optional>
#include <string>
#include <vector>

using namespace iam;
using Urls = std::vector<std::string>;

TEST_CASE("a bare line that names a session is found, however it is cut") {
    const std::string bytes =
        ": sessionid=1\ndata: ?sessionid=2\r\nevent: sessionId=3\nother\r\n?SessionId=4\r\n\n";
    mcp::BareLines whole;
    CHECK(whole.add(bytes) == "?SessionId=4");
    mcp::BareLines cut;
    std::optional<std::string> found;
    for (const char byte : bytes) {
        if (auto line = cut.add(std::string_view(&byte, 1))) found = line;
    }
    CHECK(found == "?SessionId=4");
}

TEST_CASE("a bare line has to be whole and of a bearable length") {
    mcp::BareLines lines;
    CHECK_FALSE(lines.add("?sessionid=1"));
    CHECK(lines.add("2\n") == "?sessionid=12");
    const std::string longest = "?sessionid=" + std::string(mcp::k_reference_bytes_max - 11, 'a');
    CHECK(lines.add(longest + "\n") == longest);
    CHECK_FALSE(lines.add(longest + "a\n"));
    CHECK(lines.add("sessionid=3\n") == "sessionid=3");
}

TEST_CASE("a session is named by text other than JSON") {
    CHECK(mcp::names_session("/message?x=1&sessionId=7"));
    CHECK_FALSE(mcp::names_session(R"({"url":"?sessionid=7"})"));
    CHECK_FALSE(mcp::names_session(R"("?sessionid=7")"));
    CHECK_FALSE(mcp::names_session("session=7"));
}

TEST_CASE("a bare session is a query of the stream's URL") {
    CHECK(mcp::endpoint_reference(" sessionid=7\n") == "?sessionid=7");
    CHECK(mcp::endpoint_reference("?sessionid=7") == "?sessionid=7");
    CHECK(mcp::endpoint_reference("/message?sessionId=7 ") == "/message?sessionId=7");
    CHECK(mcp::endpoint_reference(" \n").empty());
}

TEST_CASE("the stream of a server without a path is at /sse") {
    CHECK(mcp::stream_urls("http://H:80") == Urls{"http://H:80/sse", "http://H:80"});
    CHECK(mcp::stream_urls("http://h/") == Urls{"http://h/sse", "http://h/"});
    CHECK(mcp::stream_urls("http://h/sse") == Urls{"http://h/sse"});
    CHECK(mcp::stream_urls("http://h/a?k=1") == Urls{"http://h/a?k=1", "http://h/a/sse"});
}

TEST_CASE("messages go to the named URL first, then to those of gateways") {
    CHECK(mcp::post_urls("http://h/sse", "http://h/message?sessionId=7&x=1") ==
          Urls{"http://h/message?sessionId=7&x=1", "http://h/sse?sessionid=7", "http://h/message",
               "http://h/rpc", "http://h/"});
    CHECK(mcp::post_urls("http://h/a/sse", "http://h/a/sse?sessionid=7") ==
          Urls{"http://h/a/sse?sessionid=7", "http://h/a/message", "http://h/a/rpc", "http://h/a"});
    CHECK(mcp::post_urls("http://h", "http://h/messages/") ==
          Urls{"http://h/messages/", "http://h/message", "http://h/rpc", "http://h/"});
}
