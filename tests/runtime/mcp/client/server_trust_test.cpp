// Tests of runtime/src/mcp/client/{servers,open_transport}.cpp with servers that have TLS.
#include "mcp/http_program.hpp"
#include <iam/core/clock.hpp>
#include <iam/mcp/servers.hpp>
#include <support/fake_entropy.hpp>

#include <runtime/net/certificates.hpp>

#include <chrono>

using namespace iam;
using namespace iam::test;
using Catch::Contains;

namespace {

/// A program with a tool, behind TLS.
struct TlsProgram {
    explicit TlsProgram(const std::string& chain_file, const std::string& key_file) {
        program.program.add_allowed("quick", [] {});
        program.tls = net::ServerTls{chain_file, key_file};
        program.start();
    }
    std::string url() const { return "https://localhost:" + std::to_string(program.port) + "/mcp"; }

    HttpProgram program{};
};

/// The state of the only server, once it is settled. The system's own certificates are not read.
mcp::ServerStatus status_of(const std::string& url, const mcp::ServerTrust& trust) {
    const SystemClock clock;
    FakeEntropy entropy;
    net::ClientSettings http;
    http.tls.uses_system_roots = false;
    mcp::Servers servers({.clock = clock,
                          .entropy = entropy,
                          .settings = {.client = {.name = "desk"}},
                          .http = http});
    REQUIRE(servers.connect_all(
        {{.name = "s", .endpoint = mcp::UrlEndpoint{.url = url, .tls = trust}}}));
    REQUIRE(servers.wait_until_settled(std::chrono::seconds{60}));
    return servers.connection_states().front();
}

}  // namespace

TEST_CASE("a server with a certificate of its own authority is believed by the authority's file") {
    const GoodServer good;
    const TlsProgram program(good.chain_file, good.key_file);
    const auto connected = status_of(program.url(), {.ca_file = good.ca_file});
    CHECK(connected.state == mcp::ConnectionState::connected);
    CHECK(connected.tools == 1);
    const auto refused = status_of(program.url(), {});
    CHECK(refused.state == mcp::ConnectionState::failed);
    CHECK_THAT(refused.last_error, Contains("certificate"));
    const auto missing = status_of(program.url(), {.ca_file = good.ca_file + ".gone"});
    CHECK(missing.state == mcp::ConnectionState::failed);
    CHECK_THAT(missing.last_error, Contains("ca.pem.gone"));
}

TEST_CASE("a server with a certificate signed by itself is believed by its pin alone") {
    const Identity own = make_identity({}, nullptr);
    CertificateFolder folder;
    const TlsProgram program(folder.write("chain.pem", {own.certificate}),
                             folder.write("key.pem", own.key));
    CHECK(status_of(program.url(), {.pins = {pin_of(own)}}).state ==
          mcp::ConnectionState::connected);
    CHECK(status_of(program.url(), {.pins = {pin_of(make_identity({}, nullptr))}}).state ==
          mcp::ConnectionState::failed);
}
