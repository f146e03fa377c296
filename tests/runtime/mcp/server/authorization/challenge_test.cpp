#include "mcp/server/authorization/challenge.hpp"

#include <catch2/catch.hpp>

using namespace iam;
using namespace iam::mcp;

namespace {

Bearer bearer_of(const std::string& value) {
    return bearer_in({{"Host", "desk.example"}, {"authorization", value}});
}

}  // namespace

TEST_CASE("the token is read from the field Authorization, in any spelling of its scheme") {
    for (const char* value :
         {"Bearer abc.DEF-1_~+/==", "bearer abc.DEF-1_~+/==", "BEARER   abc.DEF-1_~+/=="}) {
        const Bearer bearer = bearer_of(value);
        CHECK(bearer.kind == Bearer::Kind::token);
        CHECK(bearer.token == "abc.DEF-1_~+/==");
    }
    for (const char* value : {"", "Basic YTpi", "Bearerabc", "Digest x"})
        CHECK(bearer_of(value).kind == Bearer::Kind::none);
    for (const char* value : {"Bearer", "Bearer ", "Bearer a b", "Bearer a,b", "Bearer \"a\"",
                              "Bearer ===", "Bearer a=b", "Bearer \xc3\xa9"})
        CHECK(bearer_of(value).kind == Bearer::Kind::malformed);
}

TEST_CASE("XM31 two fields Authorization are no token") {
    CHECK(bearer_in({{"Authorization", "Bearer a"}, {"AUTHORIZATION", "Bearer a"}}).kind ==
          Bearer::Kind::malformed);
    CHECK(bearer_in({{"Authorization", "Basic x"}, {"Authorization", "Bearer a"}}).kind ==
          Bearer::Kind::malformed);
    CHECK(bearer_in({{"Cookie", "Authorization=Bearer a"}, {"X-Authorization", "Bearer a"}}).kind ==
          Bearer::Kind::none);
}

TEST_CASE("a challenge says the error, the scopes and the place of the metadata") {
    const Challenge with{.metadata_url = "https://desk.example/.well-known/x",
                         .scopes = {"alarms", "notes"}};
    const auto plain = challenge(401, with, {});
    CHECK(plain.status == 401);
    CHECK(plain.fields.find("WWW-Authenticate") ==
          R"(Bearer scope="alarms notes", resource_metadata="https://desk.example/.well-known/x")");
    const auto wrong = challenge(401, {}, {"invalid_token", "the token has expired"});
    CHECK(wrong.fields.find("WWW-Authenticate") ==
          R"(Bearer error="invalid_token", error_description="the token has expired")");
    CHECK(challenge(401, {}, {}).fields.find("WWW-Authenticate") == "Bearer");
}

TEST_CASE("the URL of a server has an origin and a path, and no more") {
    CHECK(read_resource("https://desk.example:8443/mcp")->origin == "https://desk.example:8443");
    CHECK(read_resource("https://desk.example:8443/mcp")->path == "/mcp");
    CHECK(read_resource("http://[::1]:80/")->path.empty());
    CHECK(read_resource("https://desk.example")->path.empty());
    for (const char* url : {"", "desk.example", "https://", "https:///mcp", "ftp://desk.example",
                            "https://desk.example/?a", "https://desk.example/#a",
                            "https://user@desk.example", "https://desk.example/\"", "https://a b"})
        CHECK_FALSE(read_resource(url));
}

TEST_CASE("the tools that a message calls are found however it is spelled") {
    using Names = std::vector<std::string>;
    CHECK(called_tools(R"({"method":"tools/call","params":{"name":"a"}})") == Names{"a"});
    CHECK(called_tools(R"({"m\u0065thod":"tools\/c\u0061ll","params":{"n\u0061me":"\u0061"}})") ==
          Names{"a"});
    CHECK(called_tools(R"([{"method":"tools/call","params":{"name":"a"}},
                           {"method":"ping"},7,
                           {"method":"tools/call","params":{"name":"b"}}])") == Names{"a", "b"});
    for (const char* none : {"", "7", "{", R"({"method":"tools/list"})",
                             R"({"method":"tools/call"})", R"({"method":"tools/call","params":[]})",
                             R"({"method":"tools/call","params":{"name":7}})"})
        CHECK(called_tools(none).empty());
}
