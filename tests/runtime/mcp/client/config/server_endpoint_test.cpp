#include "iam/mcp/server_endpoint.hpp"

#include <iam/core/json.hpp>
#include <iam/mcp/servers_file.hpp>

#include <catch2/catch.hpp>

#include <set>
#include <string>

using namespace iam;
using namespace iam::mcp;

namespace {

/// The endpoint of a server that servers.json describes so.
std::string endpoint_of(const std::string& server) {
    const auto servers = read_servers(R"({"servers":{"files":)" + server + "}}");
    REQUIRE(servers.has_value());
    return endpoint_text(servers->at(0));
}

}  // namespace

TEST_CASE("an endpoint says which program answers, in the words of servers.json") {
    CHECK(endpoint_of(R"({"command":"files-server"})") == R"({"command":"files-server"})");
    CHECK(endpoint_of(R"({"command":"s","args":["-r",""],"cwd":"/srv","sandbox":false,
                          "env":{"LOG":"1","KEY":{"file":"/srv/key"}}})") ==
          R"({"args":["-r",""],"command":"s","cwd":"/srv","env":["KEY","LOG"],"sandbox":false})");
    CHECK(endpoint_of(R"({"command":"s","sandbox":{"network":true,"writable":["/srv"]}})") ==
          R"({"command":"s","sandbox":{"network":true,"writable":["/srv"]}})");
    CHECK(endpoint_of(R"({"url":"https://a.example/mcp"})") ==
          R"({"url":"https://a.example/mcp"})");
    CHECK(endpoint_of(R"({"socket":"/run/s"})") == R"({"socket":"/run/s"})");
}

TEST_CASE("servers with another program, argument, folder, sandbox or address differ") {
    const std::string servers[] = {
        R"({"command":"s"})",
        R"({"command":"/opt/s"})",
        R"({"command":"s","args":["a"]})",
        R"({"command":"s","args":["a","b"]})",
        R"({"command":"s","args":["a b"]})",
        R"({"command":"s","cwd":"/srv"})",
        R"({"command":"s","sandbox":false})",
        R"({"command":"s","sandbox":{"network":true}})",
        R"({"command":"s","sandbox":{"readable":["/srv"]}})",
        R"({"command":"s","sandbox":{"writable":["/srv"]}})",
        R"({"command":"s","env":{"A":"1"}})",
        R"({"command":"s","env":{"LD_PRELOAD":"/a.so"}})",
        R"({"command":"s","env":{"LD_PRELOAD":"/b.so"}})",
        R"({"command":"s","env":{"PATH":"/a"}})",
        R"({"command":"s","env":{"PATH":"/b"}})",
        R"({"command":"s","env":{"PATH":{"file":"/a"}}})",
        R"({"command":"s","env":{"PATH":{"keyring":"/a"}}})",
        R"({"command":"s","env":{"NODE_OPTIONS":"--require /a.js"}})",
        R"({"command":"s","env":{"NODE_OPTIONS":"--require /b.js"}})",
        R"({"url":"https://a.example/mcp"})",
        R"({"url":"https://a.example/mcp","tls":{"ca_file":"/a.pem"}})",
        R"({"url":"https://a.example/mcp","tls":{"ca_file":"/b.pem"}})",
        R"({"url":"https://a.example/mcp",
            "tls":{"pins":["sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="]}})",
        R"({"url":"http://a.example/mcp"})",
        R"({"url":"https://a.example/mcp?team=a"})",
        R"({"url":"https://a.example/mcp?team=b"})",
        R"({"socket":"/run/s"})",
    };
    std::set<std::string> texts;
    for (const std::string& server : servers) texts.insert(endpoint_of(server));
    CHECK(texts.size() == std::size(servers));
}

TEST_CASE("an endpoint holds no secret, and does not change with one") {
    const std::string process =
        endpoint_of(R"({"command":"s","env":{"A":"geheim-1","B":{"file":"/geheim-2"}}})");
    CHECK(process == endpoint_of(R"({"command":"s","env":{"A":"other","B":{"keyring":"x"}}})"));
    const std::string url = endpoint_of(
        R"({"url":"https://a.example/?key=geheim-3","headers":{"X-Client":"geheim-4"},
            "auth":{"type":"bearer","file":"/geheim-5"}})");
    CHECK((process + url).find("geheim") == std::string::npos);
    CHECK(url == endpoint_of(R"({"url":"https://a.example/?key=geheim-3"})"));
}

TEST_CASE("times, the era, the tools in use and being off are not part of an endpoint") {
    CHECK(endpoint_of(R"({"command":"s","enabled":false,"era":"sessions","tools":["a"],
                          "timeouts":{"call_ms":1}})") == endpoint_of(R"({"command":"s"})"));
}

TEST_CASE("an endpoint is JSON text also where an argument is no UTF-8") {
    const std::string text = endpoint_text(
        {.name = "files", .endpoint = StdioEndpoint{.command = "s", .arguments = {"\xff\n\x1b"}}});
    CHECK(parse_json(text).has_value());
    CHECK(text.find('\x1b') == std::string::npos);
    CHECK(text.find('\n') == std::string::npos);
}
