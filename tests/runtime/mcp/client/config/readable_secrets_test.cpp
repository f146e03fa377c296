// Tests of runtime/src/mcp/client/config/readable_secrets.cpp.
#include <iam/mcp/server_import.hpp>
#include <iam/mcp/servers_file.hpp>

#include <catch2/catch.hpp>

using namespace iam;
using namespace iam::mcp;
using Catch::Contains;

namespace {

std::vector<std::string> pointers_of(const std::vector<Error>& notes) {
    std::vector<std::string> pointers;
    for (const Error& note : notes) pointers.push_back(note.pointer);
    return pointers;
}

ServerConfig at_url(const std::string& url) {
    return {.name = "s", .endpoint = UrlEndpoint{.url = url}};
}

}  // namespace

TEST_CASE("variables and fields whose names sound like keys are noted, without their values") {
    ServerConfig server{.name = "s"};
    server.endpoint = StdioEndpoint{.command = "c",
                                    .environment = {{"API_KEY", "geheim"},
                                                    {"EMPTY_TOKEN", ""},
                                                    {"LOG", "geheim"},
                                                    {"OTHER_KEY", "${env:KEY}"}}};
    const auto notes = readable_secrets(server);
    CHECK(pointers_of(notes) == std::vector<std::string>{"/env/API_KEY"});
    CHECK_THAT(notes.front().message, Contains("{\"file\": \"/path\"}") && !Contains("geheim"));
    UrlEndpoint endpoint{.url = "https://h/"};
    endpoint.fields.add("X-My-Token", "geheim");
    endpoint.fields.add("X-Client", "geheim");
    const auto fields = readable_secrets({.name = "s", .endpoint = endpoint});
    CHECK(pointers_of(fields) == std::vector<std::string>{"/headers/X-My-Token"});
    CHECK_THAT(fields.front().message, Contains("\"name\": \"X-My-Token\"") && !Contains("geheim"));
}

TEST_CASE("a URL with a key among its parameters is noted, by the parameter's name alone") {
    for (const char* url :
         {"https://h/mcp?token=geheim", "https://h/?a=1&api_key=geheim", "wss://h?apiKey=geheim",
          "https://h/?x&access-token=geheim&y", "https://h/?ACCESS_TOKEN=geheim"}) {
        INFO(url);
        const auto notes = readable_secrets(at_url(url));
        REQUIRE(pointers_of(notes) == std::vector<std::string>{"/url"});
        CHECK_THAT(notes.front().message, Contains("\"auth\"") && !Contains("geheim"));
    }
    for (const char* url : {"https://h/?monkey=1", "https://h/?token=", "https://h/?token",
                            "https://h/?", "https://h/?token=${input:t}"}) {
        INFO(url);
        CHECK(readable_secrets(at_url(url)).empty());
    }
}

TEST_CASE("an argument with a key is noted, by its place alone") {
    const auto places = [](std::vector<std::string> arguments) {
        const auto notes = readable_secrets(
            {.name = "s",
             .endpoint = StdioEndpoint{.command = "c", .arguments = std::move(arguments)}});
        for (const Error& note : notes) CHECK_THAT(note.message, !Contains("geheim"));
        return pointers_of(notes);
    };
    const auto at = [](int i) { return std::vector<std::string>{"/args/" + std::to_string(i)}; };
    CHECK(places({"run", "--api-key=geheim"}) == at(1));
    CHECK(places({"--token", "geheim"}) == at(1));
    CHECK(places({"-v", "API_KEY=geheim"}) == at(1));
    CHECK(places({"ghp_geheim0123456789012345"}) == at(0));
    CHECK(places({"--header=sk-geheim0123456789012345"}) == at(0));
    for (const std::vector<std::string>& harmless : {std::vector<std::string>{"--token"},
                                                     {"--api-key", "--verbose"},
                                                     {"--api-key="},
                                                     {"--folder=/srv", "token"},
                                                     {"sk-1"},
                                                     {"--token=${TOKEN}"}})
        CHECK(places(harmless).empty());
}

TEST_CASE("a URL with a key in its path is noted") {
    for (const char* url : {"https://h/token/geheim/mcp", "https://h/sk-geheim0123456789012345/mcp",
                            "https://h/mcp;v=1/api_key=geheim"}) {
        INFO(url);
        const auto notes = readable_secrets(at_url(url));
        REQUIRE(pointers_of(notes) == std::vector<std::string>{"/url"});
        CHECK_THAT(notes.front().message, Contains("path") && !Contains("geheim"));
    }
    for (const char* url : {"https://h/token", "https://h/token/", "https://h/mcp", "https://h",
                            "https://h/monkey/business"}) {
        INFO(url);
        CHECK(readable_secrets(at_url(url)).empty());
    }
}

TEST_CASE("the files of secrets and certificates of all servers are known") {
    const auto servers = read_servers(R"({"servers":{
        "a":{"command":"c","env":{"KEY":{"file":"/s/a"},"OTHER":{"keyring":"x"}}},
        "b":{"url":"https://h/","auth":{"type":"bearer","file":"/s/b"},"tls":{"ca_file":"/s/ca"}},
        "c":{"socket":"/run/s"}}})");
    REQUIRE(servers);
    CHECK(files_of_servers(*servers) == std::vector<std::string>{"/s/a", "/s/b", "/s/ca"});
}

TEST_CASE("an import notes keys that stay readable in a URL and in a field") {
    const auto import = import_servers(
        R"({"mcpServers":{"s":{"url":"https://h/mcp?token=geheim","headers":{"X-My-Token":"geheim"}}}})");
    REQUIRE(import);
    std::vector<std::string> places;
    for (const ImportNote& note : import->notes) {
        places.push_back(note.pointer);
        CHECK_THAT(note.message, !Contains("geheim"));
    }
    CHECK(places ==
          std::vector<std::string>{"/mcpServers/s/url", "/mcpServers/s/headers/X-My-Token"});
}
