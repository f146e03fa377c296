#include "mcp/client/open_transport.hpp"

#include <iam/core/clock.hpp>
#include <support/temp_dir.hpp>

#include <catch2/catch.hpp>
#include <sys/stat.h>

#include <fstream>
#include <future>

namespace {

using iam::mcp::ServerConfig;
using iam::mcp::StdioEndpoint;
using iam::mcp::WayOpener;
using Place = iam::mcp::SecretReference::Place;

/// Opens ways with a keyring whose program is a script of the shell.
struct KeyringOpening {
    explicit KeyringOpening(const std::string& script) {
        secrets.keyring_program = (folder / "secret-tool").string();
        std::ofstream(secrets.keyring_program) << "#!/bin/sh\n" + script;
        REQUIRE(::chmod(secrets.keyring_program.c_str(), 0700) == 0);
        REQUIRE(::mkfifo(gate().c_str(), 0600) == 0);
    }
    std::shared_ptr<WayOpener> opener(ServerConfig config) {
        return std::make_shared<WayOpener>(std::move(config),
                                           iam::mcp::WayParts{.loop = loop,
                                                              .background = background,
                                                              .surroundings = surroundings,
                                                              .secrets = secrets,
                                                              .own_paths = own_paths,
                                                              .message_bytes_max = 1000});
    }
    std::string gate() const { return secrets.keyring_program + ".gate"; }
    /// Runs it on the thread of the loop, and waits.
    template <class Run>
    void on_loop(Run run) {
        std::promise<void> done;
        loop.after(std::chrono::milliseconds{0}, [&] {
            run();
            done.set_value();
        });
        done.get_future().wait();
    }

    iam::test::TempDir folder{};
    iam::SystemClock clock{};
    iam::mcp::ProgramSurroundings surroundings{};
    iam::mcp::SecretPlaces secrets{};
    std::vector<std::string> own_paths{};
    iam::mcp::Loop loop{clock};
    iam::mcp::Background background{};
};

ServerConfig shell_with_secret() {
    return {.name = "a",
            .endpoint = StdioEndpoint{.command = "/bin/sh",
                                      .arguments = {"-c", "echo \"$TOKEN\"; read end"},
                                      .secrets = {{"TOKEN", {Place::keyring, "web"}}},
                                      .sandbox = {.is_on = false}}};
}

}  // namespace

TEST_CASE("a keyring that waits for its person holds up no other server") {
    KeyringOpening opening("read go <$0.gate; echo geheim\n");
    const auto opener = opening.opener(shell_with_secret());
    std::promise<void> ready;
    opening.on_loop([&] { opener->prepare([&] { ready.set_value(); }); });
    auto waits = ready.get_future();
    opening.on_loop([] {});  // the loop still works
    CHECK(waits.wait_for(std::chrono::seconds{0}) == std::future_status::timeout);
    std::ofstream(opening.gate()) << "go\n";
    waits.wait();
    // The process gets the secret, and the keyring is not asked a second time.
    std::promise<std::string> said;
    std::unique_ptr<iam::mcp::Transport> way;
    opening.on_loop([&] {
        auto opened = opener->open(
            {.on_message = [&](std::string_view line) { said.set_value(std::string(line)); }}, {});
        REQUIRE(opened);
        way = *std::move(opened);
    });
    CHECK(said.get_future().get() == "geheim");
    opening.on_loop([&] { way.reset(); });
}

TEST_CASE("the end of a program does not wait for a person at the keyring") {
    KeyringOpening opening("exec sleep 60\n");
    const auto opener = opening.opener(shell_with_secret());
    opening.on_loop([&] { opener->prepare([] {}); });
    // Its destruction kills the program of the keyring.
}

TEST_CASE("a keyring without the entry is told when the way is opened") {
    KeyringOpening opening("exit 1\n");
    const auto opener = opening.opener(shell_with_secret());
    std::promise<void> ready;
    opening.on_loop([&] { opener->prepare([&] { ready.set_value(); }); });
    ready.get_future().wait();
    opening.on_loop([&] {
        const auto way = opener->open({}, {});
        REQUIRE_FALSE(way);
        CHECK(way.error().message.find("the keyring has no entry web") != std::string::npos);
    });
}

TEST_CASE("a server without secrets of the keyring is opened at once") {
    KeyringOpening opening("exit 1\n");
    ServerConfig config = shell_with_secret();
    std::get<StdioEndpoint>(config.endpoint).secrets.clear();
    bool is_ready = false;
    const auto opener = opening.opener(config);
    opening.on_loop([&] {
        opener->prepare([&] { is_ready = true; });
        CHECK(is_ready);
    });
}

TEST_CASE("the recorded traffic names an attempt without its query, its values and its secrets") {
    KeyringOpening opening("exit 1\n");
    std::vector<std::string> told;
    const std::function<void(const iam::mcp::TrafficEvent&)> on_event =
        [&](const iam::mcp::TrafficEvent& event) { told.push_back(event.text); };
    const std::string secret = (opening.folder / "secret").string();
    std::ofstream(secret) << "geheim";
    REQUIRE(::chmod(secret.c_str(), 0600) == 0);
    iam::mcp::UrlEndpoint endpoint{.url = "http://127.0.0.1:1/mcp?key=hidden",
                                   .protocols = {"mcp"}};
    endpoint.fields.add("X-Client", "value");
    const auto mask = std::make_shared<iam::mcp::SecretMask>();
    const auto tap = std::make_shared<iam::mcp::TrafficTap>(opening.clock, "web", on_event, mask);
    const auto opener = std::make_shared<WayOpener>(
        ServerConfig{.name = "web",
                     .endpoint = endpoint,
                     .authorization = {.kind = iam::mcp::ServerAuthorization::Kind::bearer,
                                       .secret = iam::mcp::SecretReference{Place::file, secret}}},
        iam::mcp::WayParts{
            .loop = opening.loop,
            .background = opening.background,
            .surroundings = opening.surroundings,
            .secrets = opening.secrets,
            .own_paths = opening.own_paths,
            .http = [](const iam::mcp::ServerTrust& /*tls*/) -> iam::Result<iam::net::HttpClient*> {
                return iam::fail(iam::Errc::unavailable, "no client");
            },
            .tap = tap,
            .mask = mask});
    opening.on_loop([&] { CHECK_FALSE(opener->open({}, {})); });
    tap->tell(iam::mcp::TrafficEvent::Kind::sent, "Bearer geheim");
    CHECK(told == std::vector<std::string>{"connecting to http://127.0.0.1:1/mcp; field X-Client; "
                                           "subprotocol mcp",
                                           "Bearer [secret]"});
}
