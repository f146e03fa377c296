// Tests of runtime/src/mcp/client/servers.cpp and
// runtime/src/mcp/client/stdio/{child_transport,socket_transport}.cpp, with real processes.
#include "iam/mcp/servers.hpp"

#include "mcp/client/stdio/sandbox.hpp"
#include <iam/core/clock.hpp>
#include <iam/process/child.hpp>
#include <support/fake_entropy.hpp>
#include <support/temp_dir.hpp>

#include <catch2/catch.hpp>

#include <atomic>
#include <filesystem>
#include <future>
#include <thread>

namespace {

using iam::mcp::ConnectionState;
using iam::mcp::RemoteReply;
using iam::mcp::ServerConfig;
using iam::mcp::Servers;
using iam::mcp::StdioEndpoint;
using std::chrono::milliseconds;
using std::chrono::seconds;

// As long as a test waits for an event; it is never waited for to its end.
constexpr seconds k_test_patience{60};

struct SmallServers {
    iam::SystemClock clock{};
    iam::test::FakeEntropy entropy{};
    Servers servers{{.clock = clock,
                     .entropy = entropy,
                     .settings = {.client = {.name = "desk"},
                                  .detect = milliseconds{300},
                                  .retry_first = milliseconds{1}}}};

    static ServerConfig small(std::string name, std::vector<std::string> modes = {}) {
        modes.insert(modes.begin(), IAM_TEST_SERVER);
        return {.name = std::move(name),
                .endpoint = StdioEndpoint{.command = "/usr/bin/python3",
                                          .arguments = std::move(modes),
                                          .sandbox = {.is_on = false}}};
    }
    void connect(std::vector<ServerConfig> configs) {
        REQUIRE(servers.connect_all(std::move(configs)).has_value());
        REQUIRE(servers.wait_until_settled(k_test_patience));
    }
    ConnectionState state(std::size_t at = 0) const {
        return servers.connection_states().at(at).state;
    }
};

const std::string k_echoed = R"({"content":[{"text":"hello","type":"text"}]})";

}  // namespace

TEST_CASE("a program that is a server within four others starts no servers") {
    iam::SystemClock clock;
    iam::test::FakeEntropy entropy;
    for (const char* depth : {"4", "99", "no number", ""}) {
        Servers servers(
            {.clock = clock, .entropy = entropy, .environment = {{"IAM_SERVER_DEPTH", depth}}});
        const auto connected = servers.connect_all({SmallServers::small("small")});
        REQUIRE_FALSE(connected);
        CHECK(connected.error().code == iam::Errc::conflict);
        CHECK(servers.connection_states().empty());
    }
    Servers servers({.clock = clock,
                     .entropy = entropy,
                     .environment = {{"IAM_SERVER_DEPTH", "3"}, {"PATH", "/usr/bin:/bin"}}});
    CHECK(servers.connect_all({SmallServers::small("small")}));
}

TEST_CASE("the tools of several servers are listed and called") {
    SmallServers program;
    program.connect({SmallServers::small("b"), SmallServers::small("a")});
    const auto states = program.servers.connection_states();
    REQUIRE(states.size() == 2);
    INFO(states[0].last_error);
    CHECK(states[0].name == "a");
    CHECK(states[0].state == ConnectionState::connected);
    CHECK(states[0].tools == 3);
    CHECK(program.servers.list_tools().size() == 6);
    REQUIRE(program.servers.list_tools("b").size() == 3);
    CHECK(program.servers.list_tools("b")[0].document ==
          R"({"name": "echo", "inputSchema": {"type": "object"}})");
    const RemoteReply reply = program.servers.call("a", "echo", R"({"text":"hello"})");
    CHECK(reply.kind == RemoteReply::Kind::result);
    CHECK(iam::parse_json(reply.result).value() == iam::parse_json(k_echoed).value());
}

TEST_CASE("a server that ends at a request before the handshake is used all the same") {
    SmallServers program;
    program.connect({SmallServers::small("strict", {"strict"})});
    CHECK(program.state() == ConnectionState::connected);
}

TEST_CASE("a server that says nothing delays no other") {
    SmallServers program;
    REQUIRE(program.servers
                .connect_all({SmallServers::small("good"), SmallServers::small("mute", {"mute"})})
                .has_value());
    REQUIRE(program.servers.wait_until_settled(k_test_patience, "good"));
    CHECK(program.state(0) == ConnectionState::connected);
    CHECK(program.state(1) == ConnectionState::connecting);
    CHECK_FALSE(program.servers.wait_until_settled(milliseconds{1}, "mute"));
    CHECK(program.servers.wait_until_settled(milliseconds{1}, "unknown"));
    CHECK(program.servers.call("good", "echo", R"({"text":"hello"})").kind ==
          RemoteReply::Kind::result);
    CHECK(program.servers.call("mute", "echo", "{}").kind == RemoteReply::Kind::not_sent);
}

TEST_CASE("T6 looking for a tool never waits for a server's list") {
    SmallServers program;
    REQUIRE(program.servers.connect_all({SmallServers::small("mute", {"mute"})}).has_value());
    CHECK(program.servers.list_tools().empty());
    CHECK_FALSE(program.servers.wait_until_settled(milliseconds{1}));
}

TEST_CASE("K4 a server killed within a call leaves its outcome unknown, and is started again") {
    SmallServers program;
    program.connect({SmallServers::small("a")});
    std::atomic<int> ends{0};
    const auto listening = program.servers.listen([&](const std::string& server) {
        CHECK(server == "a");
        if (program.state() == ConnectionState::failed) ++ends;
    });
    const RemoteReply reply = program.servers.call("a", "die", "{}");
    CHECK(reply.kind == RemoteReply::Kind::unknown);
    while (ends == 0 || program.state() != ConnectionState::connected) std::this_thread::yield();
    CHECK(program.servers.log("a") == "dying as asked\n");
    CHECK(program.servers.call("a", "echo", R"({"text":"hello"})").kind ==
          RemoteReply::Kind::result);
}

TEST_CASE("a call under way ends with the connection") {
    SmallServers program;
    program.connect({SmallServers::small("a")});
    std::promise<void> hangs;
    iam::mcp::RemoteCallOptions options;
    options.on_log = [&](const iam::LogMessage&) { hangs.set_value(); };
    std::thread caller([&] {
        CHECK(program.servers.call("a", "hang", "{}", options).kind == RemoteReply::Kind::unknown);
    });
    hangs.get_future().wait();
    program.servers.disconnect_all();
    caller.join();
}

TEST_CASE("servers that were disconnected are connected anew, by the same configurations too") {
    SmallServers program;
    program.connect({SmallServers::small("a")});
    program.servers.disconnect_all();
    program.connect({SmallServers::small("a")});
    CHECK(program.state(0) == ConnectionState::connected);
    CHECK(program.servers.call("a", "echo", "{}").kind == RemoteReply::Kind::result);
}

TEST_CASE("a server whose configuration has not changed keeps its connection") {
    SmallServers program;
    program.connect({SmallServers::small("a"), SmallServers::small("b")});
    std::atomic<int> changes{0};
    const auto listening = program.servers.listen([&](const std::string& server) {
        if (server == "a") ++changes;
    });
    ServerConfig off = SmallServers::small("b");
    off.is_enabled = false;
    program.connect({SmallServers::small("a"), off, SmallServers::small("c")});
    CHECK(program.state(0) == ConnectionState::connected);
    CHECK(program.state(1) == ConnectionState::disconnected);
    CHECK(program.state(2) == ConnectionState::connected);
    CHECK(changes == 0);
}

TEST_CASE("a call decided for one program is not sent to another one of its server's name") {
    SmallServers program;
    program.connect({SmallServers::small("a")});
    iam::mcp::RemoteCallOptions options;
    options.document = program.servers.list_tools("a").at(0).document;
    options.endpoint = program.servers.list_tools("a").at(0).endpoint;
    CHECK(program.servers.call("a", "echo", "{}", options).kind == RemoteReply::Kind::result);
    // It lists the same tools.
    program.connect({SmallServers::small("a", {"strict"})});
    CHECK(program.servers.list_tools("a").at(0).document == options.document);
    const RemoteReply reply = program.servers.call("a", "echo", "{}", options);
    CHECK(reply.kind == RemoteReply::Kind::not_sent);
    CHECK(reply.error.message == "Server a is another program or URL now; call the tool again.");
}

TEST_CASE("servers without a name, and two of one name, are refused as a whole") {
    SmallServers program;
    CHECK(program.servers.connect_all({SmallServers::small("")}).error().message ==
          "A server has no name; give it one.");
    CHECK(program.servers.connect_all({SmallServers::small("a"), SmallServers::small("a")})
              .error()
              .message == "Two servers have the name \"a\"; rename one of them.");
    CHECK(program.servers.connection_states().empty());
    CHECK(program.servers.call("a", "echo", "{}").error.message == "There is no server \"a\".");
}

TEST_CASE("a server whose program is missing has its reason on show") {
    SmallServers program;
    program.connect(
        {{.name = "a",
          .endpoint = StdioEndpoint{.command = "no-such-program", .sandbox = {.is_on = false}}}});
    const auto status = program.servers.connection_states().at(0);
    CHECK(status.state == ConnectionState::failed);
    CHECK(status.last_error ==
          "the program no-such-program is in no folder of PATH; install it, or write its whole "
          "path.");
}

TEST_CASE("a server at a Unix socket is listed and called, and its end is noticed") {
    const iam::test::TempDir folder;
    const std::string path = (folder / "socket").string();
    auto process = iam::process::Child::start(
        {.arguments = {"/usr/bin/python3", IAM_TEST_SERVER, "socket", path}});
    REQUIRE(process.has_value());
    SmallServers program;
    REQUIRE(program.servers.connect_all({{.name = "a", .endpoint = iam::mcp::SocketEndpoint{path}}})
                .has_value());
    while (program.state() != ConnectionState::connected) std::this_thread::yield();
    CHECK(program.servers.call("a", "echo", R"({"text":"hello"})").kind ==
          RemoteReply::Kind::result);
    CHECK(program.servers.call("a", "die", "{}").kind == RemoteReply::Kind::unknown);
    while (program.state() == ConnectionState::connected) std::this_thread::yield();
}

TEST_CASE("a socket without a server, and one with a long path, have their reasons on show") {
    SmallServers program;
    program.connect({{.name = "a", .endpoint = iam::mcp::SocketEndpoint{"/no/socket"}},
                     {.name = "b", .endpoint = iam::mcp::SocketEndpoint{std::string(108, 'x')}}});
    const auto states = program.servers.connection_states();
    CHECK(states.at(0).last_error ==
          "No server answers at the socket /no/socket (No such file or directory); start it.");
    CHECK(states.at(1).last_error.find("is too long for a socket") != std::string::npos);
}

TEST_CASE("the end of a server's process is told with its exit") {
    const auto error_of = [](const std::string& script) {
        SmallServers program;
        ServerConfig config{.name = "a",
                            .endpoint = StdioEndpoint{.command = "/bin/sh",
                                                      .arguments = {"-c", script},
                                                      .sandbox = {.is_on = false}},
                            .era = iam::mcp::ServerEra::sessions};
        program.connect({config});
        return program.servers.connection_states().at(0).last_error;
    };
    // The output ends long before the process does.
    CHECK(error_of("echo no disk >&2; exec >&-; /bin/sleep 0.05; exit 3") ==
          "The server's process has ended (exit code 3): no disk");
    CHECK(error_of("exec >&-; /bin/sleep 0.05; kill -9 $$") ==
          "The server's process has ended (signal 9 (Killed)).");
    CHECK(error_of("exec >&-; exec /bin/sleep 60") ==
          "The server's process has closed its output.");
}

TEST_CASE("a configured secret is not in the log of a server, nor in the reason of its end") {
    std::promise<std::string> ended;
    std::atomic<bool> is_told{false};
    SmallServers program;
    ServerConfig config = SmallServers::small("a");
    std::get<StdioEndpoint>(config.endpoint).environment = {{"API_KEY", "dying as"}};
    const auto listener = program.servers.listen([&](const std::string&) {
        const std::string why = program.servers.connection_states().at(0).last_error;
        if (!why.empty() && !is_told.exchange(true)) ended.set_value(why);
    });
    program.connect({config});
    program.servers.call("a", "die", "{}");
    CHECK(ended.get_future().get().find("[secret] asked") != std::string::npos);
    CHECK(program.servers.log("a") == "[secret] asked\n");
}

TEST_CASE("a sandbox opens no folder with this program's own files") {
    const iam::test::TempDir folder;
    std::filesystem::create_directories(folder / "own");
    iam::SystemClock clock;
    iam::test::FakeEntropy entropy;
    Servers servers({.clock = clock,
                     .entropy = entropy,
                     .own_paths = {(folder / "own").string(), (folder / "servers.json").string()}});
    const auto error_with = [&](const std::string& path) {
        ServerConfig config = SmallServers::small("a");
        std::get<StdioEndpoint>(config.endpoint).sandbox = {.writable = {path}};
        REQUIRE(servers.connect_all({config}).has_value());
        servers.wait_until_settled(k_test_patience);
        return servers.connection_states().at(0).last_error;
    };
    for (const char* path : {"", "own", "own/deep", "servers.json", "other/../own"}) {
        INFO(path);
        CHECK(error_with((folder / path).string()).find("The sandbox would open") == 0);
    }
    CHECK(error_with((folder / "other").string()).find("The sandbox would open") ==
          std::string::npos);
}

TEST_CASE("a folder that is closed later is closed to servers that connect later") {
    const iam::test::TempDir folder;
    std::filesystem::create_directories(folder / "own");
    iam::SystemClock clock;
    iam::test::FakeEntropy entropy;
    Servers servers({.clock = clock, .entropy = entropy});
    ServerConfig config = SmallServers::small("a");
    std::get<StdioEndpoint>(config.endpoint).sandbox = {.writable = {(folder / "own").string()}};
    const auto error = [&] {
        REQUIRE(servers.connect_all({config}).has_value());
        servers.wait_until_settled(k_test_patience);
        return servers.connection_states().at(0).last_error;
    };
    CHECK(error().find("The sandbox would open") == std::string::npos);
    servers.close_paths({(folder / "own" / "secret").string()});
    REQUIRE(servers.connect_all({}).has_value());
    CHECK(error().find("The sandbox would open") == 0);
}

TEST_CASE("a server in a sandbox is listed and called") {
    if (iam::mcp::bwrap_problem()) {
        WARN("skipped: bubblewrap cannot run here");
        return;
    }
    SmallServers program;
    ServerConfig config = SmallServers::small("a");
    auto& endpoint = std::get<StdioEndpoint>(config.endpoint);
    endpoint.sandbox = {.readable = {IAM_TEST_SERVER}};
    program.connect({config});
    INFO(program.servers.connection_states().at(0).last_error);
    CHECK(program.servers.call("a", "echo", R"({"text":"hello"})").kind ==
          RemoteReply::Kind::result);
}
