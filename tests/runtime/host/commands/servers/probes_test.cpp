#include "host/commands/servers/probes.hpp"

#include <catch2/catch.hpp>

using iam::host::probes_of;

TEST_CASE("a host with a port is tried at its usual paths") {
    const auto probes = probes_of({"desk.tail1234.ts.net:8931"});
    REQUIRE(probes);
    std::vector<std::string> urls;
    for (const auto& probe : *probes) urls.push_back(probe.url);
    CHECK(urls == std::vector<std::string>{"http://desk.tail1234.ts.net:8931/mcp",
                                           "http://desk.tail1234.ts.net:8931/sse",
                                           "http://desk.tail1234.ts.net:8931/",
                                           "ws://desk.tail1234.ts.net:8931/ws"});
}

TEST_CASE("a host without a port is tried at the usual ones, with TLS at port 443") {
    const auto probes = probes_of({"[fd7a::1]", "10.0.0.7"});
    REQUIRE(probes);
    CHECK(probes->size() == 2 * 6 * 4);
    CHECK(probes->front().url == "https://[fd7a::1]:443/mcp");
    CHECK((*probes)[3].url == "wss://[fd7a::1]:443/ws");
    CHECK((*probes)[4].url == "http://[fd7a::1]:80/mcp");
}

TEST_CASE("a text that is no host is refused, and so are too many hosts") {
    for (const char* text : {"", ":80", "a:", "a:0", "a:65536", "a:8x", "http://a", "a/b", "a b",
                             "-a", "[::1", "[]", "[::1]8", "u@a", "a?b", "\x1b[31m"}) {
        INFO(text);
        const auto probes = probes_of({text});
        REQUIRE_FALSE(probes);
        CHECK(probes.error().message.find("is no host; write") != std::string::npos);
    }
    CHECK(probes_of(std::vector<std::string>(8, "a")));
    CHECK_FALSE(probes_of(std::vector<std::string>(9, "a")));
}
