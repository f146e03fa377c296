#include "mcp/client/authorization/loopback_redirect.hpp"

#include <iam/net/http_client.hpp>

#include <catch2/catch.hpp>

#include <optional>
#include <stop_token>
#include <vector>

using namespace iam;
using namespace iam::mcp;
using namespace std::chrono_literals;
using Catch::Contains;

namespace {

/// A browser of a person who visits these URLs, one after the other.
struct Browser {
    std::unique_ptr<net::HttpClient> client = *net::HttpClient::make(
        {.tls = {.uses_system_roots = false}, .limits = {.kept_connections_max = 0}});
    std::vector<net::ClientRequest> visits{};
    std::vector<net::Response> answers{};
    std::string opened{};

    OpenBrowser function() {
        return [this](const std::string& url, const std::stop_token&) -> Result<void> {
            opened = url;
            for (const net::ClientRequest& visit : visits) {
                auto answer = client->fetch(visit);
                REQUIRE(answer);
                answers.push_back(*std::move(answer));
            }
            return {};
        };
    }
    void visit(std::string url) { visits.push_back({.url = std::move(url)}); }
};

std::unique_ptr<LoopbackRedirect> redirect_of(Browser& browser, LoopbackSettings settings = {}) {
    auto made = LoopbackRedirect::make(std::move(settings), browser.function());
    REQUIRE(made);
    return *std::move(made);
}

}  // namespace

TEST_CASE("the redirect of the browser is taken, and the browser gets a page without the code") {
    Browser browser;
    const auto redirect = redirect_of(browser, {.host = "localhost"});
    const auto uri = redirect->open("");
    REQUIRE(uri);
    CHECK_THAT(*uri, Catch::StartsWith("http://localhost:") && Catch::EndsWith("/callback"));
    browser.visit(*uri + "?code=hush&state=s1");
    const auto url = redirect->obtain("https://login.example/authorize", "s1", {});
    REQUIRE(url);
    CHECK(*url == *uri + "?code=hush&state=s1");
    CHECK(browser.opened == "https://login.example/authorize");
    CHECK(browser.answers.at(0).status == 200);
    CHECK_THAT(browser.answers.at(0).body, Contains("close this window") && !Contains("hush"));
    CHECK(browser.answers.at(0).fields.find("Referrer-Policy") == "no-referrer");
    CHECK(browser.answers.at(0).fields.find("Cache-Control") == "no-store");
}

TEST_CASE("requests with another state, path or method change nothing") {
    Browser browser;
    const auto redirect = redirect_of(browser);
    const std::string uri = *redirect->open("");
    const std::string server = uri.substr(0, uri.rfind('/'));
    for (const std::string& url :
         {server + "/favicon.ico", uri, uri + "?code=evil", uri + "?code=evil&state=",
          uri + "?code=evil&state=s2", uri + "?code=evil&state=s1&state=s1",
          server + "/other?code=evil&state=s1", uri + "?code=%zz&state=s1"})
        browser.visit(url);
    browser.visits.push_back({.method = "POST", .url = uri + "?code=evil&state=s1"});
    browser.visit(uri + "?code=good&state=s1");
    browser.visit(uri + "?code=late&state=s1");
    CHECK(*redirect->obtain("https://login.example/", "s1", {}) == uri + "?code=good&state=s1");
    REQUIRE(browser.answers.size() == 11);
    for (std::size_t i = 0; i < 9; ++i) CHECK(browser.answers[i].status == 400);
    CHECK(browser.answers[9].status == 200);
    CHECK(browser.answers[10].status == 400);  // one use
}

TEST_CASE("a page of another site cannot bring an answer") {
    Browser browser;
    const auto redirect = redirect_of(browser, {.time_max = 0ms});
    const std::string uri = *redirect->open("");
    browser.visits.push_back(
        {.url = uri + "?code=evil&state=s1", .fields = {{"Origin", "https://evil.example"}}});
    CHECK_FALSE(redirect->obtain("https://login.example/", "s1", {}));
    CHECK(browser.answers.at(0).status == 403);
}

TEST_CASE("an answer that does not come in time is an error with its way out") {
    Browser browser;
    const auto redirect = redirect_of(browser, {.time_max = 0ms});
    REQUIRE(redirect->open(""));
    const auto url = redirect->obtain("https://login.example/", "s1", {});
    REQUIRE_FALSE(url);
    CHECK(url.error().code == Errc::unavailable);
    CHECK_THAT(url.error().message, Contains("begin again"));
}

TEST_CASE("a stop ends the wait for the browser") {
    Browser browser;
    const auto redirect = redirect_of(browser);
    REQUIRE(redirect->open(""));
    std::stop_source stop;
    stop.request_stop();
    const auto url = redirect->obtain("https://login.example/", "s1", stop.get_token());
    REQUIRE_FALSE(url);
    CHECK_THAT(url.error().message, Contains("ended"));
}

TEST_CASE("a person who opens no browser ends the authorization, and nothing listens any more") {
    Browser browser;
    const auto redirect =
        *LoopbackRedirect::make({}, [](const std::string&, const std::stop_token&) -> Result<void> {
            return fail(Errc::invalid_argument, "Not now.");
        });
    const std::string uri = *redirect->open("");
    CHECK(redirect->obtain("https://login.example/", "s1", {}).error().message == "Not now.");
    CHECK_FALSE(browser.client->fetch({.url = uri + "?code=c&state=s1"}));
}

TEST_CASE("the port of an earlier registration is taken again if it is free") {
    Browser browser;
    const auto redirect = redirect_of(browser);
    const std::string first = *redirect->open("");
    CHECK(*redirect->open(first) == first);
    const auto other = redirect_of(browser);
    const auto taken = other->open(first);
    REQUIRE(taken);
    CHECK(*taken != first);
    for (const char* foreign : {"https://evil.example/callback", "http://127.0.0.1:x/callback",
                                "http://127.0.0.1:99999/callback", "http://127.0.0.1:/callback",
                                "http://127.0.0.1:1callback"})
        CHECK(other->open(foreign));
}

TEST_CASE("a configured port that is taken is an error, and other hosts are refused") {
    Browser browser;
    const auto first = redirect_of(browser);
    const std::string uri = *first->open("");
    const std::string port = uri.substr(17, uri.rfind('/') - 17);
    const auto second = redirect_of(browser, {.port = static_cast<unsigned>(std::stoul(port))});
    CHECK_FALSE(second->open(""));
    for (const char* host : {"", "0.0.0.0", "desk.example", "::1"})
        CHECK_FALSE(LoopbackRedirect::make({.host = host}, browser.function()));
    CHECK_FALSE(LoopbackRedirect::make({.port = 65536}, browser.function()));
}
