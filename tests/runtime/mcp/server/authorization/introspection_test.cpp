#include "mcp/server/authorization/introspection.hpp"

#include <catch2/catch.hpp>

using namespace iam;
using namespace iam::mcp;

TEST_CASE("a question about a token is a form with the credentials of the server") {
    const Fetch fetch = introspection_of(
        {.url = "https://login.example/introspect", .client_id = "desk:1", .client_secret = "a b"},
        "t+/=&token=other");
    CHECK(fetch.method == "POST");
    CHECK(fetch.url == "https://login.example/introspect");
    CHECK(fetch.body == "token=t%2B%2F%3D%26token%3Dother&token_type_hint=access_token");
    CHECK(fetch.fields.find("Content-Type") == "application/x-www-form-urlencoded");
    // "desk%3A1:a%20b"
    CHECK(fetch.fields.find("Authorization") == "Basic ZGVzayUzQTE6YSUyMGI=");
}

TEST_CASE("an answer other than an object with the status 200 is unavailable") {
    CHECK(answer_of_introspection(net::Response{.status = 200, .body = R"({"active":false})"}));
    for (const net::Response& response :
         {net::Response{.status = 401}, net::Response{.status = 500, .body = R"({"active":true})"},
          net::Response{.status = 200}, net::Response{.status = 200, .body = "[true]"},
          net::Response{.status = 302, .body = R"({"active":true})"}}) {
        const auto answer = answer_of_introspection(response);
        REQUIRE_FALSE(answer);
        CHECK(answer.error().code == Errc::unavailable);
    }
    CHECK_FALSE(answer_of_introspection(fail(Errc::unavailable, "away")));
}
