// Tests of runtime/src/net/tls/tls_context.cpp and runtime/src/net/wire/tls_wire.cpp.
#include "certificates.hpp"
#include "raw_client.hpp"
#include "raw_server.hpp"
#include <iam/net/http_client.hpp>

#include <functional>
#include <string>
#include <vector>

using namespace iam;
using namespace std::chrono_literals;
using test::Identity;
using test::make_identity;
using test::pin_of;
using test::Sayings;

namespace {

net::ClientSettings believing(const std::string& ca_file, std::vector<std::string> pins = {}) {
    net::ClientSettings settings;
    settings.tls.uses_system_roots = false;
    settings.tls.ca_file = ca_file;
    settings.tls.pins = std::move(pins);
    return settings;
}

std::unique_ptr<net::HttpClient> make(net::ClientSettings settings) {
    auto client = net::HttpClient::make(std::move(settings));
    if (!client) FAIL(client.error().message);
    return std::move(*client);
}

Result<net::Response> get(const net::ClientSettings& settings, const std::string& url) {
    net::ClientRequest request;
    request.url = url;
    return make(settings)->fetch(std::move(request));
}

struct Shown {
    test::Key key;
    std::vector<test::Certificate> chain{};
};

// Asks a server that shows a chain; the message of the refusal, or "taken".
std::string judge(const net::ClientSettings& settings, const Shown& shown,
                  const std::string& host = "localhost", int version_max = TLS1_3_VERSION) {
    const test::RawServer server(
        [&](test::RawPeer& peer) { serve_tls(peer, shown.key, shown.chain, version_max); });
    const auto response = get(settings, server.url("https", host));
    if (response) return "taken";
    CHECK(response.error().code == Errc::unavailable);
    return response.error().message;
}

std::string judge(const net::ClientSettings& settings, const Identity& identity,
                  const std::string& host = "localhost") {
    return judge(settings, Shown{identity.key, {identity.certificate}}, host);
}

using Catch::Contains;

}  // namespace

TEST_CASE("H37 a server is believed by its chain, its name and its time") {
    const test::GoodServer good;
    CHECK(judge(believing(good.ca_file), good.server) == "taken");
    CHECK(judge(believing(good.ca_file), good.server, "127.0.0.1") == "taken");
    const Identity middle = make_identity(test::authority_sayings("Middle"), &good.authority);
    const Identity leaf = make_identity({}, &middle);
    CHECK(judge(believing(good.ca_file), Shown{leaf.key, {leaf.certificate, middle.certificate}}) ==
          "taken");
}

TEST_CASE("H37 certificates of another time, name or use are refused, each with its reason") {
    const test::GoodServer good;
    const net::ClientSettings settings = believing(good.ca_file);
    const auto leaf = [&](const std::function<void(Sayings&)>& change) {
        Sayings sayings;
        change(sayings);
        return make_identity(sayings, &good.authority);
    };
    SECTION("expired") {
        CHECK_THAT(judge(settings, leaf([](Sayings& s) { s.ends_in_s = -60; })),
                   Contains("certificate has expired"));
    }
    SECTION("not yet valid") {
        CHECK_THAT(judge(settings, leaf([](Sayings& s) { s.begins_in_s = 600; })),
                   Contains("certificate is not yet valid"));
    }
    SECTION("wrong name") {
        CHECK_THAT(judge(settings, leaf([](Sayings& s) { s.names = "DNS:other.test"; })),
                   Contains("hostname mismatch"));
    }
    SECTION("wrong address") {
        CHECK_THAT(judge(settings, leaf([](Sayings& s) { s.names = "IP:127.0.0.2,DNS:127.0.0.1"; }),
                         "127.0.0.1"),
                   Contains("IP address mismatch"));
    }
    SECTION("a name in the subject only") {
        CHECK_THAT(judge(settings, leaf([](Sayings& s) { s.names = ""; })),
                   Contains("hostname mismatch"));
    }
    SECTION("a wildcard for everything, and for part of a name") {
        for (const char* names : {"DNS:*", "DNS:local*", "DNS:*host"}) {
            CAPTURE(names);
            CHECK_THAT(judge(settings, leaf([&](Sayings& s) { s.names = names; })),
                       Contains("hostname mismatch"));
        }
    }
    SECTION("for clients only") {
        CHECK_THAT(judge(settings, leaf([](Sayings& s) { s.usage = "clientAuth"; })),
                   Contains("unsuitable certificate purpose") ||
                       Contains("unsupported certificate purpose"));
    }
}

TEST_CASE("H37 certificates of other issuers or weak keys are refused, each with its reason") {
    const test::GoodServer good;
    const net::ClientSettings settings = believing(good.ca_file);
    SECTION("unknown authority") {
        const Identity other = make_identity(test::authority_sayings("Other"), nullptr);
        CHECK_THAT(judge(settings, make_identity({}, &other)),
                   Contains("unable to get local issuer certificate"));
    }
    SECTION("an authority of the same name with another key") {
        const Identity other = make_identity(test::authority_sayings(), nullptr);
        CHECK(judge(settings, make_identity({}, &other)) != "taken");
    }
    SECTION("signed by itself") {
        CHECK_THAT(judge(settings, make_identity({}, nullptr)),
                   Contains("self-signed certificate"));
    }
    SECTION("signed by itself, with the authority's name") {
        Sayings sayings;
        sayings.subject = "Test CA";
        CHECK(judge(settings, make_identity(sayings, nullptr)) != "taken");
    }
    SECTION("weak key") {
        CHECK_THAT(judge(settings, make_identity({}, &good.authority, test::make_rsa_key(1024))),
                   Contains("key too weak") || Contains("key too small"));
    }
    SECTION("weak digest") {
        Sayings sayings;
        sayings.digest = EVP_sha1();
        CHECK_THAT(judge(settings, make_identity(sayings, &good.authority)), Contains("too weak"));
    }
    SECTION("issued by a server that is no authority") {
        const Identity leaf_of_leaf = make_identity({}, &good.server);
        CHECK_THAT(judge(settings, Shown{leaf_of_leaf.key,
                                         {leaf_of_leaf.certificate, good.server.certificate}}),
                   Contains("invalid CA certificate"));
    }
    SECTION("issued by an authority whose time is over") {
        Sayings over = test::authority_sayings("Over");
        over.ends_in_s = -60;
        const Identity middle = make_identity(over, &good.authority);
        const Identity below = make_identity({}, &middle);
        CHECK_THAT(judge(settings, Shown{below.key, {below.certificate, middle.certificate}}),
                   Contains("certificate has expired"));
    }
    SECTION("outside of the names that its authority may give") {
        Sayings narrow = test::authority_sayings("Narrow");
        narrow.name_constraints = "critical,permitted;DNS:example.test";
        const Identity middle = make_identity(narrow, &good.authority);
        const Identity below = make_identity({}, &middle);
        CHECK_THAT(judge(settings, Shown{below.key, {below.certificate, middle.certificate}}),
                   Contains("permitted subtree violation"));
    }
    SECTION("without its key") {
        CHECK(judge(settings, Shown{test::make_key(), {good.server.certificate}}) != "taken");
    }
}

TEST_CASE("H37 TLS before 1.2 is not spoken") {
    const test::GoodServer good;
    const Shown shown{good.server.key, {good.server.certificate}};
    CHECK(judge(believing(good.ca_file), shown, "localhost", TLS1_2_VERSION) == "taken");
    CHECK(judge(believing(good.ca_file), shown, "localhost", TLS1_1_VERSION) != "taken");
}

TEST_CASE("H37 pins stand beside the check, and one of several is enough") {
    const test::GoodServer good;
    const std::string other = pin_of(make_identity({}, nullptr));
    CHECK(judge(believing(good.ca_file, {other, pin_of(good.server)}), good.server) == "taken");
    CHECK(judge(believing(good.ca_file, {pin_of(good.authority)}), good.server) == "taken");
    CHECK_THAT(judge(believing(good.ca_file, {other}), good.server),
               Contains("none of its keys is pinned"));
    // A pin lifts nothing of the check but the signature of a certificate by itself.
    CHECK(judge(believing("", {pin_of(good.server)}), good.server) != "taken");
    Sayings late;
    late.ends_in_s = -60;
    const Identity expired = make_identity(late, &good.authority);
    CHECK(judge(believing(good.ca_file, {pin_of(expired)}), expired) != "taken");
}

TEST_CASE("H37 a server that signed its own certificate is believed by its pin alone") {
    const Identity self = make_identity({}, nullptr);
    CHECK(judge(believing("", {pin_of(self)}), self) == "taken");
    CHECK(judge(believing("", {pin_of(make_identity({}, nullptr))}), self) != "taken");
    Sayings elsewhere;
    elsewhere.names = "DNS:other.test";
    const Identity named = make_identity(elsewhere, nullptr);
    CHECK_THAT(judge(believing("", {pin_of(named)}), named), Contains("hostname mismatch"));
    Sayings late;
    late.ends_in_s = -60;
    const Identity expired = make_identity(late, nullptr);
    CHECK_THAT(judge(believing("", {pin_of(expired)}), expired),
               Contains("certificate has expired"));
}

TEST_CASE("settings of TLS that cannot be used are refused with their way out") {
    for (const std::string pin : {"", "sha256/", "sha1/AAAAAAAAAAAAAAAAAAAAAAAAAAA=", "x",
                                  "sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA!=",
                                  "sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=="}) {
        CAPTURE(pin);
        const auto client = net::HttpClient::make(believing("", {pin}));
        REQUIRE_FALSE(client);
        CHECK(client.error().code == Errc::invalid_argument);
    }
    const auto client = net::HttpClient::make(believing("/nowhere/ca.pem"));
    REQUIRE_FALSE(client);
    CHECK_THAT(client.error().message, Contains("/nowhere/ca.pem"));
    net::ServerSettings settings;
    settings.tls = net::ServerTls{"/nowhere/chain.pem", "/nowhere/key.pem"};
    const auto server = net::HttpServer::start(settings, test::echo);
    REQUIRE_FALSE(server);
    CHECK_THAT(server.error().message, Contains("/nowhere/chain.pem"));
}

TEST_CASE("a server speaks TLS with our client, and serves no plain text") {
    const test::GoodServer good;
    net::ServerSettings settings;
    settings.tls = net::ServerTls{good.chain_file, good.key_file};
    settings.limits.tls_time = 50ms;
    const test::TestServer server(test::echo, settings);
    const std::string base = "https://localhost:" + std::to_string(server.port);
    const auto client = make(believing(good.ca_file));
    net::ClientRequest request;
    request.method = "POST";
    request.url = base + "/a?b";
    request.body = std::string(300'000, 'x');
    const auto response = client->fetch(request);
    REQUIRE(response);
    CHECK(response->status == 200);
    CHECK(response->body == "POST /a?b " + request.body);
    // A handshake that does not come, and one that is none.
    auto silent = server.connect();
    CHECK(silent.is_closed_without_bytes());
    auto plain = server.connect();
    plain.send(server.get());
    CHECK(plain.read_all().find("HTTP/1.1") == std::string::npos);
}
