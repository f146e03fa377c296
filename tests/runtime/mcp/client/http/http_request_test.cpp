#include "mcp/client/http/http_request.hpp"

#include "mcp/client/http/scripted_server.hpp"

using namespace iam;
using namespace iam::test;
using namespace std::chrono_literals;
using Catch::Contains;

// ---- redirects

TEST_CASE("a redirect at the same origin is followed with the same request") {
    StreamableSide side;
    side.fields = {{"X-API-Key", "k"}};
    side.open();
    REQUIRE(side.request(1, "ask"));
    auto post = side.server.take("POST");
    const std::string body = post.request.body;
    const auto [status, location] =
        GENERATE(table<unsigned, std::string>({{307U, "/other?x=1"}, {308U, "other?x=1"}}));
    post.status(status, {{"Location", location}}, std::string(100'000, 'x'));
    post = side.server.take("POST");
    CHECK(post.request.target == "/other?x=1");
    CHECK(post.request.body == body);
    CHECK(post.field("X-API-Key") == "k");
    post.json(side.answer_text(1));
    CHECK(side.log.message() == side.answer_text(1));
}

TEST_CASE("a redirect to another server or scheme is refused and named") {
    StreamableSide side;
    ScriptedServer other;
    side.open();
    REQUIRE(side.request(1, "ask"));
    const std::string location = GENERATE_REF(as<std::string>(), other.url(), "file:///etc/passwd",
                                              "https://127.0.0.1/", "//example.org/x", "");
    side.server.take("POST").status(307, {{"Location", location}});
    const auto failure = side.log.failure();
    INFO(failure.error.message);
    CHECK(failure.error.code == 307);
    CHECK_THAT(failure.error.message, Contains("is not followed"));
    if (!location.empty()) CHECK_THAT(failure.error.message, Contains(location));
    CHECK(other.has_none());
    CHECK(side.server.has_none());
}

TEST_CASE("a redirect that changes requests is refused") {
    StreamableSide side;
    side.open();
    REQUIRE(side.request(1, "ask"));
    const unsigned status = GENERATE(301U, 302U, 303U);
    side.server.take("POST").status(status, {{"Location", "/x"}});
    const auto failure = side.log.failure();
    CHECK(failure.error.code == status);
    CHECK_THAT(failure.error.message, Contains("configure the URL " + side.server.origin() + "/x"));
}

TEST_CASE("at most five redirects are followed") {
    StreamableSide side;
    side.open();
    REQUIRE(side.request(1, "ask"));
    for (int i = 0; i < 6; ++i)
        side.server.take("POST").status(307, {{"Location", "/" + std::to_string(i)}});
    const auto failure = side.log.failure();
    CHECK_THAT(failure.error.message, Contains("after 5 others"));
    CHECK(side.server.has_none());
}

// ---- tokens

TEST_CASE("a request carries the token of its source, before that of the configuration") {
    StreamableSide side;
    side.has_tokens = true;
    side.tokens.set("Bearer one");
    side.fields = {{"Authorization", "Bearer none"}};
    side.open();
    REQUIRE(side.request(1, "ask"));
    auto post = side.server.take("POST");
    CHECK(post.field("Authorization") == "Bearer one");
    CHECK(post.request.fields.count("Authorization") == 1);
}

TEST_CASE("a refused request is sent again with a new token") {
    StreamableSide side;
    side.has_tokens = true;
    side.open();
    REQUIRE(side.request(1, "ask"));
    auto post = side.server.take("POST");
    CHECK_FALSE(post.request.fields.find("Authorization"));
    const unsigned status = GENERATE(401U, 403U);
    post.status(status, {{"WWW-Authenticate", "Bearer scope=\"a\""}}, "no");
    const auto [refusal, done] = side.tokens.take();
    CHECK(refusal.status == status);
    CHECK(refusal.challenge == "Bearer scope=\"a\"");
    CHECK(refusal.url == side.server.url());
    CHECK(side.server.has_none());
    side.tokens.set("Bearer two");
    done({});
    post = side.server.take("POST");
    CHECK(post.field("Authorization") == "Bearer two");
    CHECK_THAT(post.request.body, Contains("ask"));
    post.json(side.answer_text(1));
    CHECK(side.log.message() == side.answer_text(1));
}

TEST_CASE("a request that is refused again is not sent a third time") {
    StreamableSide side;
    side.has_tokens = true;
    side.open();
    REQUIRE(side.request(1, "ask"));
    side.server.take("POST").status(401);
    side.tokens.take().second({});
    side.server.take("POST").status(403);
    side.tokens.take().second({});
    side.server.take("POST").status(401, {}, "never");
    const auto failure = side.log.failure();
    CHECK(failure.error.code == 401);
    CHECK_THAT(failure.error.message, Contains("never"));
    CHECK(side.server.has_none());
}

TEST_CASE("the reason why no token was had is the failure of the request") {
    StreamableSide side;
    side.has_tokens = true;
    side.open();
    REQUIRE(side.request(1, "ask"));
    side.server.take("POST").status(401);
    side.tokens.take().second(fail(Errc::unavailable, "Nobody has agreed; run it again."));
    const auto failure = side.log.failure();
    CHECK(failure.error.code == 401);
    CHECK(failure.error.message == "Nobody has agreed; run it again.");
}

TEST_CASE("without a source of tokens a refusal is final") {
    StreamableSide side;
    side.open();
    REQUIRE(side.request(1, "ask"));
    side.server.take("POST").status(401, {}, R"({"error":"invalid_token"})");
    const auto failure = side.log.failure();
    CHECK(failure.error.code == 401);
    CHECK(failure.error.data == R"({"error":"invalid_token"})");
}

TEST_CASE("a token that comes when the transport has gone is no use") {
    StreamableSide side;
    side.has_tokens = true;
    side.open();
    REQUIRE(side.request(1, "ask"));
    side.server.take("POST").status(401);
    const auto renewal = side.tokens.take();
    side.transport.reset();
    renewal.second({});
    CHECK(side.server.has_none());
    CHECK(side.log.is_empty());
}
