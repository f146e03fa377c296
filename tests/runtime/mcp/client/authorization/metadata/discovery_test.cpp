#include "mcp/client/authorization/metadata/discovery.hpp"

#include <iam/core/json.hpp>

#include <catch2/catch.hpp>

#include <map>

using namespace iam;
using namespace iam::mcp;
using Catch::Contains;

namespace {

const std::string k_prm_place = "https://desk.example/.well-known/oauth-protected-resource";
const std::string k_login_place = "/.well-known/oauth-authorization-server";

/// Servers as a function: each URL with its response; others are 404.
struct MetadataPlaces {
    std::map<std::string, Result<net::Response>> all{};
    std::vector<std::string> asked{};

    void add(const std::string& url, const Json& body) {
        all.emplace(url, net::Response{.status = 200, .fields = {}, .body = body.dump()});
    }
    void add_login(const std::string& issuer) {
        add(issuer + k_login_place, {{"issuer", issuer},
                                     {"authorization_endpoint", issuer + "/a"},
                                     {"token_endpoint", issuer + "/t"},
                                     {"code_challenge_methods_supported", {"S256"}}});
    }
    Result<Discovered> discover(std::string_view known = {}) {
        const FetchNow fetch = [this](const net::ClientRequest& request,
                                      const std::stop_token&) -> Result<net::Response> {
            CHECK(request.method == "GET");
            CHECK_FALSE(request.fields.find("Authorization"));
            asked.push_back(request.url);
            const auto found = all.find(request.url);
            if (found == all.end()) return net::Response{.status = 404, .fields = {}, .body = {}};
            return found->second;
        };
        return discover_authorization(read_remote_url("https://desk.example/mcp", "it").value(), {},
                                      known, fetch, {});
    }
};

Json resource_naming(std::vector<std::string> issuers) {
    return {{"resource", "https://desk.example/mcp"},
            {"authorization_servers", std::move(issuers)}};
}

}  // namespace

TEST_CASE("of several authorization servers the known one is taken, else the first") {
    MetadataPlaces places;
    places.add(k_prm_place + "/mcp", resource_naming({"https://a.example", "https://b.example"}));
    places.add_login("https://a.example");
    places.add_login("https://b.example");
    CHECK(places.discover()->server.issuer == "https://a.example");
    CHECK(places.discover("https://b.example")->server.issuer == "https://b.example");
    CHECK(places.discover("https://c.example")->server.issuer == "https://a.example");
}

TEST_CASE("a page or a redirect at a place of metadata is none, and the next place is asked") {
    MetadataPlaces places;
    places.all.emplace(k_prm_place + "/mcp",
                       net::Response{.status = 200,
                                     .fields = {{"Content-Type", "text/html; charset=utf-8"}},
                                     .body = "<html>"});
    places.add(k_prm_place, resource_naming({"https://a.example"}));
    places.all.emplace(
        "https://a.example" + k_login_place,
        net::Response{.status = 302, .fields = {{"Location", "file:///etc/passwd"}}, .body = {}});
    const auto found = places.discover();
    REQUIRE_FALSE(found);
    CHECK_THAT(found.error().message, Contains("https://a.example has no metadata"));
    CHECK(places.asked ==
          std::vector<std::string>{k_prm_place + "/mcp", k_prm_place,
                                   "https://a.example" + k_login_place,
                                   "https://a.example/.well-known/openid-configuration"});
}

TEST_CASE("a server in trouble does not lead to the older ways of authorization") {
    MetadataPlaces places;
    places.add_login("https://desk.example");
    SECTION("it answers with 503") {
        places.all.emplace(k_prm_place + "/mcp",
                           net::Response{.status = 503, .fields = {}, .body = {}});
    }
    SECTION("the connection is lost") {
        places.all.emplace(k_prm_place + "/mcp", fail(Errc::unavailable, "lost"));
    }
    const auto found = places.discover();
    REQUIRE_FALSE(found);
    CHECK(found.error().code == Errc::unavailable);
    CHECK(places.asked.size() == 1);
}

TEST_CASE("a server without any metadata is taken as one of revision 2025-03-26") {
    MetadataPlaces places;
    const auto oldest = places.discover();
    REQUIRE(oldest);
    CHECK_FALSE(oldest->resource);
    CHECK(oldest->server.token_endpoint == "https://desk.example/token");
    CHECK(places.asked.size() == 4);
    places.add_login("https://desk.example");
    CHECK(places.discover()->server.token_endpoint == "https://desk.example/t");
}

TEST_CASE("metadata that is there and broken is an error, and no other place is asked") {
    MetadataPlaces places;
    places.add(k_prm_place + "/mcp", {{"resource", "https://evil.example"}});
    places.add(k_prm_place, resource_naming({"https://a.example"}));
    places.add_login("https://a.example");
    CHECK_FALSE(places.discover());
    CHECK(places.asked.size() == 1);
}
