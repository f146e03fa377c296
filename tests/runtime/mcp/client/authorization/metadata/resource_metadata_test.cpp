#include "mcp/client/authorization/metadata/resource_metadata.hpp"

#include <catch2/catch.hpp>

using namespace iam;
using namespace iam::mcp;
using Catch::Contains;

namespace {

RemoteUrl desk_url_of(std::string_view text) {
    return read_remote_url(text, "the URL").value();
}
const RemoteUrl k_desk = desk_url_of("https://desk.example/mcp");

using UrlTexts = std::vector<std::string>;

}  // namespace

TEST_CASE("resource metadata is sought at the challenge's URL, then below the path, then at root") {
    CHECK(*resource_metadata_urls(k_desk, "https://desk.example/custom.json") ==
          UrlTexts{"https://desk.example/custom.json",
                   "https://desk.example/.well-known/oauth-protected-resource/mcp",
                   "https://desk.example/.well-known/oauth-protected-resource"});
    CHECK(*resource_metadata_urls(desk_url_of("https://desk.example:8443/a/b/?t=1"), "") ==
          UrlTexts{"https://desk.example:8443/.well-known/oauth-protected-resource/a/b?t=1",
                   "https://desk.example:8443/.well-known/oauth-protected-resource"});
    CHECK(resource_metadata_urls(desk_url_of("https://desk.example/"), "")->size() == 1);
    CHECK(resource_metadata_urls(k_desk,
                                 "https://desk.example/.well-known/oauth-protected-resource/mcp")
              ->size() == 2);
}

TEST_CASE("a challenge whose metadata is in a private network, or a file, is refused") {
    for (const char* url :
         {"file:///etc/passwd", "http://169.254.169.254/latest/meta-data", "https://192.168.0.1/",
          "https://localhost/", "http://desk.example/x", "https://user@desk.example/x"}) {
        INFO(url);
        const auto urls = resource_metadata_urls(k_desk, url);
        REQUIRE_FALSE(urls);
        CHECK_THAT(urls.error().message, Contains("in the server's challenge"));
    }
}

TEST_CASE("resource metadata names its resource, its authorization servers and its scopes") {
    const auto metadata = read_resource_metadata(
        R"({"resource":"https://desk.example/mcp","scopes_supported":["a","b"],
            "authorization_servers":["https://login.example","https://other.example"]})",
        k_desk);
    REQUIRE(metadata);
    CHECK(metadata->resource == "https://desk.example/mcp");
    CHECK(metadata->authorization_servers ==
          UrlTexts{"https://login.example", "https://other.example"});
    CHECK(*metadata->scopes_supported == Scopes{"a", "b"});
    CHECK_FALSE(read_resource_metadata(
                    R"({"resource":"https://desk.example","authorization_servers":["x"]})", k_desk)
                    ->scopes_supported);
}

TEST_CASE("a resource is that of a server if their origins agree and its path is above") {
    for (const char* resource :
         {"https://desk.example", "https://desk.example/", "https://desk.example/mcp",
          "https://desk.example/mcp/", "https://DESK.example:443/mcp"})
        CHECK(is_resource_of(desk_url_of(resource), k_desk));
    for (const char* resource :
         {"https://evil.example/mcp", "https://desk.example:444/mcp", "http://localhost/mcp",
          "https://desk.example/mc", "https://desk.example/mcp/x", "https://desk.example/MCP",
          "https://desk.example/other", "https://desk.example/mcp?x=1",
          "https://desk.example.evil.example/mcp"})
        CHECK_FALSE(is_resource_of(desk_url_of(resource), k_desk));
}

TEST_CASE("metadata for another resource, or without authorization servers, is refused") {
    const auto other = read_resource_metadata(
        R"({"resource":"https://evil.example/mcp","authorization_servers":["https://a.example"]})",
        k_desk);
    REQUIRE_FALSE(other);
    CHECK_THAT(other.error().message, Contains("another resource (https://evil.example/mcp)"));
    for (const char* text :
         {R"({"authorization_servers":["https://a.example"]})",
          R"({"resource":"https://desk.example/mcp"})",
          R"({"resource":"https://desk.example/mcp","authorization_servers":[]})",
          R"({"resource":7,"authorization_servers":["https://a.example"]})",
          R"({"resource":"https://desk.example/mcp","authorization_servers":7})",
          R"({"resource":"mcp","authorization_servers":["https://a.example"]})"})
        CHECK_FALSE(read_resource_metadata(text, k_desk));
}
