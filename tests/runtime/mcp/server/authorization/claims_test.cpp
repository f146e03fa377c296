#include "mcp/server/authorization/claims.hpp"

#include "mcp/token_issuer.hpp"

using namespace iam;
using namespace iam::mcp;
using namespace iam::test;

namespace {

const TokenRules k_rules{.issuer = "https://login.example", .audience = "https://desk.example/mcp"};

WallTime at(std::int64_t seconds) {
    return WallTime(std::chrono::seconds(seconds));
}

Json good_claims() {
    return TestIssuer().claims;
}

Checked<Claims> check(const Json& claims, std::int64_t now = TestIssuer::k_now) {
    return check_claims(claims.dump(), k_rules, at(now));
}

Reason reason_with(const char* name, const Json& value) {
    Json claims = good_claims();
    if (value.is_discarded()) {
        claims.erase(name);
    } else {
        claims[name] = value;
    }
    const auto checked = check(claims);
    return checked ? Reason() : checked.error();
}

const Json k_absent(Json::value_t::discarded);

}  // namespace

TEST_CASE("a token with good claims gives its subject and scopes") {
    Json claims = good_claims();
    claims["scope"] = " alarms   notes:read ";
    claims["aud"] = {"https://other.example", "https://desk.example/mcp"};
    const auto checked = check(claims);
    REQUIRE(checked);
    CHECK(checked->subject == "ann");
    CHECK(checked->scopes == std::vector<std::string>{"alarms", "notes:read"});
    claims.erase("scope");
    CHECK(check(claims)->scopes.empty());
}

TEST_CASE("XM20 a token for another audience is refused") {
    for (const Json& audience :
         {k_absent, Json("https://other.example"), Json("https://desk.example/mcp/"),
          Json("https://desk.example"), Json("HTTPS://desk.example/mcp"), Json(""), Json::array(),
          Json{"https://other.example"}, Json{{"https://desk.example/mcp"}},
          Json{{"a", "https://desk.example/mcp"}}, Json(7), Json(nullptr)}) {
        CHECK(reason_with("aud", audience) == "the token is for another server");
    }
}

TEST_CASE("XM25 a token of another issuer is refused") {
    for (const Json& issuer :
         {k_absent, Json("https://login.example/"), Json("https://LOGIN.example"),
          Json("http://login.example"), Json("https://login.example.evil.example"), Json(""),
          Json{"https://login.example"}, Json(nullptr)}) {
        CHECK(reason_with("iss", issuer) == "the token is of another issuer");
    }
}

TEST_CASE(
    "XM24 a token holds from its beginning to its end, with a minute for clocks that differ") {
    Json claims = good_claims();
    const std::int64_t now = TestIssuer::k_now;
    claims["exp"] = now;
    CHECK(check(claims, now + 59));
    CHECK(check(claims, now + 60).error() == "the token has expired");
    claims["exp"] = static_cast<double>(now) + 0.5;
    CHECK(check(claims, now + 60));
    CHECK(check(claims, now + 61).error() == "the token has expired");
    claims["exp"] = now + 300;
    claims["nbf"] = now;
    CHECK(check(claims, now - 60));
    CHECK(check(claims, now - 61).error() == "the token is not valid yet");
    claims["nbf"] = 1e300;
    CHECK(check(claims, now).error() == "the token is not valid yet");
    claims["nbf"] = 0;
    claims["exp"] = -1e300;
    CHECK(check(claims, now).error() == "the token has expired");
    CHECK(reason_with("exp", k_absent) == "the token has no end");
    for (const char* name : {"exp", "nbf", "iat"}) {
        CHECK(reason_with(name, "1767323345") == "a time of the token is no number");
        CHECK(reason_with(name, nullptr) == "a time of the token is no number");
    }
}

TEST_CASE("a token without a subject, or with one that does not fit, is refused") {
    for (const Json& subject : {k_absent, Json(""), Json(7), Json{"ann"}, Json(nullptr)})
        CHECK(reason_with("sub", subject) == "the token names no subject");
    CHECK(reason_with("sub", std::string(234, 's')).empty());
    CHECK(reason_with("sub", std::string(235, 's')) == "the subject of the token is too long");
    CHECK(reason_with("scope", Json{"alarms"}) == "the scope of the token is no text");
    std::string many;
    for (int i = 0; i < 300; ++i) many += "s" + std::to_string(i) + " ";
    CHECK(reason_with("scope", many) == "the token has too many scopes");
}

TEST_CASE("XM27 claims that stand twice, are deep or are no object are refused") {
    const std::string good = good_claims().dump();
    const std::string inside = good.substr(1);
    for (const std::string& text :
         {std::string(), std::string("7"), "[" + good + "]", good + good, "\xef\xbb\xbf" + good,
          R"({"sub":"eve",)" + inside, R"({"s\u0075b":"eve",)" + inside,
          R"({"aud":"https://other.example",)" + inside,
          R"({"x":)" + std::string(3000, '[') + std::string(3000, ']') + "," + inside}) {
        INFO(text);
        CHECK(check_claims(text, k_rules, at(TestIssuer::k_now)).error() ==
              "the claims of the token cannot be read");
    }
}

TEST_CASE("XM41 an answer about a token counts only if it is active and for this server") {
    Json answer = good_claims();
    const auto ask = [&answer] {
        return check_introspected(answer.dump(), k_rules, at(TestIssuer::k_now));
    };
    CHECK(ask().error() == "the issuer does not know the token");
    for (const Json& inactive : {Json(false), Json("true"), Json(1), Json(nullptr)}) {
        answer["active"] = inactive;
        CHECK(ask().error() == "the issuer does not know the token");
    }
    answer["active"] = true;
    CHECK(ask()->subject == "ann");
    answer.erase("exp");
    answer.erase("iss");
    CHECK(ask()->subject == "ann");
    answer["exp"] = 1;
    CHECK(ask().error() == "the token has expired");
    answer.erase("exp");
    answer["iss"] = "https://other.example";
    CHECK(ask().error() == "the token is of another issuer");
    answer.erase("iss");
    answer["aud"] = "https://other.example";
    CHECK(ask().error() == "the token is for another server");
    answer.erase("aud");
    CHECK(ask().error() == "the token is for another server");
}
