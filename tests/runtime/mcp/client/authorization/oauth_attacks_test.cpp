// Tests of runtime/src/mcp/client/authorization/{oauth_tokens,grant_renewal}.cpp: servers that mean
// harm, and calls from many threads.
#include "mcp/client/authorization/oauth_tokens.hpp"
#include "mcp/client/authorization/oauth_world.hpp"

#include <condition_variable>

using namespace iam;
using namespace iam::mcp;
using Catch::Contains;
using test::LoginServer;
using test::OauthWorld;

namespace {

/// The client refused before it sent a code anywhere.
void check_oauth_stopped(OauthWorld& world, const std::string& why) {
    const auto called = world.call();
    REQUIRE_FALSE(called);
    CHECK_THAT(called.error().message, Contains(why));
    CHECK(world.login.token_requests.empty());
    CHECK(world.tokens->authorization().empty());
}

/// Servers on the internet, as a function: each URL with its body; others have nothing.
struct Internet {
    std::map<std::string, std::string> bodies{};
    std::vector<std::string> asked{};
    test::FakeClock clock{};
    test::FakeEntropy entropy{};
    MemoryTokens store{};
    unsigned visits = 0;

    Result<void> renew(const std::string& challenge) {
        OauthSettings settings;
        settings.server = "https://desk.example/mcp";
        auto renewal = GrantRenewal::make(
            std::move(settings), {.fetch = [this](const net::ClientRequest& request,
                                                  const std::stop_token&) -> Result<net::Response> {
                                      asked.push_back(request.url);
                                      const auto found = bodies.find(request.url);
                                      if (found == bodies.end()) return test::no_response();
                                      return net::Response{
                                          .status = 200, .fields = {}, .body = found->second};
                                  },
                                  .way = std::make_unique<ProgramRedirect>(
                                      "http://127.0.0.1:9/callback",
                                      [this](const std::string&, const std::stop_token&) {
                                          ++visits;
                                          return std::string();
                                      }),
                                  .store = store,
                                  .entropy = entropy,
                                  .clock = clock});
        REQUIRE(renewal);
        StoredGrant grant;
        return (*renewal)->renew(grant, {.status = 401, .challenge = challenge}, {});
    }
};

/// Waits until a stop is requested, as a server that never answers makes a client wait.
struct NeverAnswers {
    std::mutex mutex{};
    std::condition_variable_any changed{};
    bool is_asked = false;

    Result<std::string> wait(std::stop_token stop) {
        std::unique_lock lock(mutex);
        is_asked = true;
        changed.notify_all();
        changed.wait(lock, stop, [] { return false; });
        return fail(Errc::unavailable, "stopped");
    }
    void wait_until_asked() {
        std::unique_lock lock(mutex);
        changed.wait(lock, [this] { return is_asked; });
    }
};

class SilentWay final : public RedirectWay {
 public:
    explicit SilentWay(NeverAnswers& never) : never_(never) {}
    Result<std::string> open(const std::string&) override { return "http://127.0.0.1:9/callback"; }
    Result<std::string> obtain(const std::string&, const std::string&,
                               std::stop_token stop) override {
        return never_.wait(std::move(stop));
    }

 private:
    NeverAnswers& never_;
};

}  // namespace

TEST_CASE("mix-up: a code of an honest server is not given to the one that named its endpoint") {
    OauthWorld world;
    LoginServer honest;
    world.login.more = {{"authorization_endpoint", honest.server.url + "/authorize"},
                        {"authorization_response_iss_parameter_supported", nullptr}};
    check_oauth_stopped(world, honest.server.url);
    honest.server.settle();
    CHECK(honest.authorizations.size() == 1);
    CHECK(honest.token_requests.empty());
}

TEST_CASE("a registration made by hand is not shown to the server of an attacker") {
    OauthWorld world;
    world.settings.identity.client_id = "by-hand";
    world.settings.identity.client_secret = SecretText(std::string("hush"));
    SECTION("the issuer is configured") {
        world.settings.identity.issuer = "https://login.example";
        check_oauth_stopped(world, "is registered at https://login.example");
    }
    SECTION("else the first issuer counts") {
        REQUIRE(world.call());
        LoginServer evil;
        world.issuers = {evil.name()};
        world.takes = [](const std::string&) { return false; };
        const auto called = world.call();
        REQUIRE_FALSE(called);
        CHECK_THAT(called.error().message, Contains("is registered at " + world.login.name()));
        evil.server.settle();
        CHECK(evil.authorizations.empty());
        CHECK(evil.token_requests.empty());
    }
}

TEST_CASE("SSRF: a server on the internet leads the client to no address of its network") {
    Internet internet;
    const std::string prm = "https://desk.example/.well-known/oauth-protected-resource/mcp";
    const std::string login = "https://login.example/.well-known/oauth-authorization-server";
    const auto login_with = [&](const std::string& token) {
        return Json{{"issuer", "https://login.example"},
                    {"authorization_endpoint", "https://login.example/a"},
                    {"token_endpoint", token},
                    {"code_challenge_methods_supported", {"S256"}}}
            .dump();
    };
    const auto resource_with = [](const std::string& issuer) {
        return Json{{"resource", "https://desk.example/mcp"}, {"authorization_servers", {issuer}}}
            .dump();
    };
    SECTION("by the challenge") {
        CHECK_FALSE(internet.renew("Bearer resource_metadata=\"http://169.254.169.254/latest\""));
        CHECK(internet.asked.empty());
    }
    SECTION("by the issuer") {
        for (const char* issuer : {"https://10.0.0.1", "http://localhost:1", "file:///etc/passwd",
                                   "https://[::ffff:192.168.0.1]", "https://0x7f.1"}) {
            internet.bodies[prm] = resource_with(issuer);
            internet.asked.clear();
            CHECK_FALSE(internet.renew(""));
            CHECK(internet.asked == std::vector<std::string>{prm});
        }
    }
    SECTION("by an endpoint") {
        internet.bodies[prm] = resource_with("https://login.example");
        internet.bodies[login] = login_with("http://127.0.0.1:2375/containers/create");
        const auto renewed = internet.renew("");
        REQUIRE_FALSE(renewed);
        CHECK_THAT(renewed.error().message, Contains("token_endpoint"));
        CHECK(internet.asked == std::vector<std::string>{prm, login});
    }
    CHECK(internet.visits == 0);
}

TEST_CASE("redirects of metadata, tokens and registrations are not followed") {
    const std::string to = GENERATE("file:///etc/passwd", "http://127.0.0.1:1/x", "/elsewhere");
    const net::Response moved{.status = 307, .fields = {{"Location", to}}, .body = {}};
    OauthWorld world;
    SECTION("of a token endpoint") {
        world.login.on_token = [&](const FormParameters&) { return moved; };
        const auto called = world.call();
        REQUIRE_FALSE(called);
        CHECK(world.login.token_requests.size() == 1);
    }
    SECTION("of resource metadata") {
        test::ScriptedServer elsewhere([&](const net::Request&) { return moved; });
        world.prm_url = elsewhere.url + "/prm";
        CHECK(world.call());
        elsewhere.settle();
        CHECK(elsewhere.paths == std::vector<std::string>{"GET /prm"});
    }
}

TEST_CASE("a redirect of the authorization that leads to a file or elsewhere is refused") {
    OauthWorld world;
    world.login.location = GENERATE("file:///etc/passwd?", "https://evil.example/callback?",
                                    "http://127.0.0.1:9/callback/../other?", "javascript:x?");
    check_oauth_stopped(world, "leads to another place");
}

TEST_CASE("a redirect with the state of another request is refused") {
    OauthWorld world;
    world.login.state = "state-of-the-attacker";
    check_oauth_stopped(world, "another request");
}

TEST_CASE("a code that is injected beside the right one, or in its place, gives no token") {
    SECTION("beside") {
        OauthWorld world;
        world.login.redirect_more = "&code=stolen";
        check_oauth_stopped(world, "twice");
    }
    SECTION("in its place: the verifier is another's") {
        OauthWorld world;
        world.login.on_token = [&](const FormParameters& form) -> std::optional<net::Response> {
            if (s256_of(form.at("code_verifier")) == "the challenge of the attacker")
                return std::nullopt;
            return test::json_response({{"error", "invalid_grant"}}, 400);
        };
        const auto called = world.call();
        REQUIRE_FALSE(called);
        CHECK_THAT(called.error().message, Contains("invalid_grant"));
        CHECK(world.tokens->authorization().empty());
    }
}

TEST_CASE("huge answers end the flow, and no message has them") {
    const std::size_t size = GENERATE(std::size_t{200'000}, std::size_t{2'000'000});
    OauthWorld world;
    SECTION("of a token endpoint") {
        world.login.on_token = [&](const FormParameters&) {
            return test::json_response(
                {{"access_token", std::string(size, 'x')}, {"token_type", "Bearer"}});
        };
    }
    SECTION("of metadata") {
        world.login.more = {{"padding", std::string(size, 'x')}};
    }
    SECTION("of a registration") {
        world.login.registration["padding"] = std::string(size, 'x');
    }
    const auto called = world.call();
    REQUIRE_FALSE(called);
    CHECK(called.error().message.size() < 500);
    CHECK(world.tokens->authorization().empty());
}

TEST_CASE("an error code with control characters reaches no terminal") {
    OauthWorld world;
    world.login.on_token = [](const FormParameters&) {
        return test::json_response({{"error", "\x1b[2Jgo to https://evil"}}, 400);
    };
    const auto called = world.call();
    REQUIRE_FALSE(called);
    CHECK_THAT(called.error().message, !Contains("\x1b"));
}

TEST_CASE("a 403 that names no scope is final, and asks nobody") {
    OauthWorld world;
    world.start();
    std::promise<Result<void>> promise;
    world.tokens->renew({.status = 403, .challenge = "Bearer error=\"access_denied\""},
                        [&](Result<void> result) { promise.set_value(std::move(result)); });
    const auto result = promise.get_future().get();
    REQUIRE_FALSE(result);
    CHECK_THAT(result.error().message, Contains("403"));
    CHECK(world.visited.empty());
    CHECK(world.server.paths.empty());
}

TEST_CASE("a server or a person that never answers is left when the tokens end") {
    OauthWorld world;
    NeverAnswers never;
    const bool is_person = GENERATE(true, false);
    world.settings.server = world.server.url + "/mcp";
    OauthParts parts{
        .fetch = [&](net::ClientRequest request, std::stop_token stop) -> Result<net::Response> {
            if (is_person) return world.client->fetch(std::move(request), stop);
            return never.wait(stop).map([](const std::string&) { return net::Response(); });
        },
        .way = std::make_unique<SilentWay>(never),
        .store = world.memory,
        .entropy = world.entropy,
        .clock = world.clock};
    auto tokens = OauthTokens::make(world.settings, std::move(parts));
    REQUIRE(tokens);
    std::vector<Result<void>> results;
    const auto done = [&](Result<void> result) { results.push_back(std::move(result)); };
    (*tokens)->renew({}, done);
    never.wait_until_asked();
    (*tokens)->renew({}, done);
    tokens->reset();
    REQUIRE(results.size() == 2);
    for (const auto& result : results) CHECK(result.error().code == Errc::unavailable);
}

TEST_CASE("refusals that come during a renewal share its end, and late ones begin none") {
    OauthWorld world;
    world.start();
    std::vector<std::promise<Result<void>>> promises(8);
    for (auto& promise : promises)
        world.tokens->renew({.status = 401, .sent = ""},
                            [&](Result<void> result) { promise.set_value(std::move(result)); });
    for (auto& promise : promises) CHECK(promise.get_future().get());
    CHECK(world.visited.size() == 1);
    std::promise<Result<void>> late;
    world.tokens->renew({.status = 401, .sent = "Bearer of-before"},
                        [&](Result<void> result) { late.set_value(std::move(result)); });
    CHECK(late.get_future().get());
    CHECK(world.visited.size() == 1);
}

TEST_CASE("a function of the owner that throws ends one renewal, not the program") {
    OauthWorld world;
    world.start();
    world.login.on_token = [](const FormParameters&) { return test::no_response(); };
    world.settle();
    std::promise<void> called;
    world.tokens->renew({}, [&](const Result<void>&) {
        called.set_value();
        throw std::runtime_error("of the owner");
    });
    called.get_future().get();
    world.settle();
    world.login.on_token = nullptr;
    CHECK(world.call());
}

TEST_CASE("tokens that cannot be kept are used, and the reason is heard") {
    class FullDisk final : public TokenStore {
     public:
        Result<std::optional<StoredGrant>> load(const std::string&) override {
            return std::nullopt;
        }
        Result<void> save(const std::string&, const StoredGrant&) override {
            return fail(Errc::unavailable, "The disk is full.");
        }
        Result<void> forget(const std::string&) override { return {}; }
    };
    OauthWorld world;
    FullDisk disk;
    world.store = &disk;
    CHECK(world.call());
    CHECK(world.tokens->authorization() == "Bearer token-1");
    CHECK(world.problems == std::vector<std::string>(2, "The disk is full."));
}

TEST_CASE("settings that cannot work are refused before anything is sent") {
    test::FakeClock clock;
    test::FakeEntropy entropy;
    MemoryTokens store;
    const auto make = [&](OauthSettings settings) {
        return OauthTokens::make(std::move(settings),
                                 {.store = store, .entropy = entropy, .clock = clock});
    };
    CHECK(make({.server = "https://desk.example/mcp"}));
    CHECK_FALSE(make({.server = "http://desk.example/mcp"}));
    CHECK_FALSE(make({.server = "https://desk.example", .scopes = {"a b"}}));
    CHECK_FALSE(make({.server = "https://desk.example", .identity = {.issuer = "login"}}));
    for (const char* url : {"http://localhost/x", "https://iam.example", "https://iam.example/"})
        CHECK_FALSE(make({.server = "https://desk.example", .identity = {.metadata_url = url}}));
}
