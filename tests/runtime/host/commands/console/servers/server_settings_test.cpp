// Tests of runtime/src/host/commands/console/servers/{server_settings,server_views}.cpp.
#include "host/commands/console/servers/server_settings.hpp"

#include "host/commands/console/servers/server_views.hpp"
#include <iam/core/json.hpp>

#include <catch2/catch.hpp>

using iam::host::read_settings;
using iam::host::settings_text;

namespace {

iam::mcp::ServerConfig settings_program() {
    iam::mcp::ServerConfig server{.name = "servers"};
    server.endpoint =
        iam::mcp::StdioEndpoint{.command = "files",
                                .arguments = {"--token-free", "a b"},
                                .environment = {{"API_KEY", "hidden-1"}, {"MODE", "x"}}};
    return server;
}

iam::mcp::ServerConfig settings_address() {
    iam::mcp::ServerConfig server{.name = "web"};
    server.endpoint = iam::mcp::UrlEndpoint{.url = "https://mcp.example.com/mcp?key=hidden-2",
                                            .fields = {{"X-Client", "hidden-3"}}};
    return server;
}

std::string settings_with(std::string text, const std::string& from, const std::string& to) {
    const auto at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("the settings of a server show no value that may be a secret (W40)") {
    for (const auto& server : {settings_program(), settings_address()}) {
        const auto text = settings_text(server);
        REQUIRE(text);
        CHECK(text->find("hidden") == std::string::npos);
        CHECK(text->find(iam::host::k_kept_value) != std::string::npos);
        CHECK(text->starts_with("{\n  \""));
        CHECK(text->ends_with("\n}"));
        const auto same = read_settings(server.name, *text, &server);
        REQUIRE(same);
        CHECK(*same == server);
    }
}

TEST_CASE("a kept value without a former one is a mistake with its place (W40)") {
    const auto text = settings_text(settings_program());
    REQUIRE(text);
    const auto read = read_settings("servers", *text, nullptr);
    REQUIRE_FALSE(read);
    REQUIRE(read.error().size() == 2);
    CHECK(read.error()[0].error.pointer == "/env/API_KEY");
    CHECK(read.error()[0].error.message.find("write the value") != std::string::npos);
}

TEST_CASE("a value that was sent to one address is not kept for another one (W40)") {
    const auto before = settings_address();
    const auto text = settings_text(before);
    REQUIRE(text);
    const auto moved =
        read_settings("web", settings_with(*text, "mcp.example.com", "evil.example"), &before);
    REQUIRE_FALSE(moved);
    CHECK(moved.error().size() == 2);
    const auto changed = read_settings("web", settings_with(*text, "(kept)\"", "new\""), &before);
    REQUIRE(changed);
    CHECK(std::get<iam::mcp::UrlEndpoint>(changed->endpoint).url ==
          "https://mcp.example.com/mcp?new");
}

TEST_CASE("a value for one program is not kept for another one (W40)") {
    const auto before = settings_program();
    const auto text = settings_text(before);
    REQUIRE(text);
    for (const auto& [from, to] : {std::pair{"\"command\": \"files\"", "\"command\": \"evil\""},
                                   std::pair{"\"a b\"", "\"a c\""},
                                   std::pair{"\"command\"", "\"cwd\": \"/tmp\", \"command\""}}) {
        CAPTURE(to);
        const auto moved = read_settings("servers", settings_with(*text, from, to), &before);
        REQUIRE_FALSE(moved);
        REQUIRE(moved.error().size() == 2);
        CHECK(moved.error()[0].error.pointer == "/env/API_KEY");
        CHECK(moved.error()[0].error.message.find("write the value anew") != std::string::npos);
    }
}

TEST_CASE("a secret in a file does not follow to another program or address (W40)") {
    const iam::mcp::SecretReference secret{iam::mcp::SecretReference::Place::file, "/secrets/a"};
    auto program = settings_program();
    std::get<iam::mcp::StdioEndpoint>(program.endpoint) = {.command = "files",
                                                           .secrets = {{"TOKEN", secret}}};
    auto address = settings_address();
    std::get<iam::mcp::UrlEndpoint>(address.endpoint) = {.url = "https://127.0.0.1:8443/mcp"};
    address.authorization = {iam::mcp::ServerAuthorization::Kind::bearer, {}, secret, {}, {}};
    const auto check = [](const iam::mcp::ServerConfig& before, const std::string& from,
                          const std::string& to, const std::string& pointer) {
        const auto text = settings_text(before);
        REQUIRE(text);
        CHECK(read_settings(before.name, *text, &before));
        const std::string moved = settings_with(*text, from, to);
        const auto read = read_settings(before.name, moved, &before);
        REQUIRE_FALSE(read);
        REQUIRE(read.error().size() == 1);
        CHECK(read.error()[0].error.pointer == pointer);
        CHECK(read.error()[0].error.message.find("write the secret anew") != std::string::npos);
        // Another secret is one that the person has chosen for it.
        CHECK(
            read_settings(before.name, settings_with(moved, "/secrets/a", "/secrets/b"), &before));
    };
    check(program, "\"files\"", "\"evil\"", "/env/TOKEN");
    check(address, "https:", "http:", "/auth");
    check(address, "127.0.0.1", "127.0.0.2", "/auth");
    check(address, ":8443", ":9443", "/auth");
    check(address, "/mcp", "/other", "/auth");
    check(program, R"("command": "files")", R"("command": "files", "args": ["x"])", "/env/TOKEN");
}

TEST_CASE("mistakes of settings have their places in the typed text (W40)") {
    const auto unknown = read_settings("files", "{\n  \"comand\": \"x\"\n}", nullptr);
    REQUIRE_FALSE(unknown);
    CHECK(unknown.error().back().place.line == 2);
    CHECK(unknown.error().back().error.pointer == "/comand");
    const auto cut = read_settings("files", "{\"command\": ", nullptr);
    REQUIRE_FALSE(cut);
    for (const char* name : {"", "a b", "\"", "x\":{}},\"y"})
        CHECK_FALSE(read_settings(name, "{\"command\": \"x\"}", nullptr));
}

TEST_CASE("settings of one server cannot bring another one along (W40)") {
    CHECK_FALSE(read_settings("a", "{\"command\":\"x\"},\n\"b\":{\"command\":\"y\"}", nullptr));
    CHECK_FALSE(read_settings("a", "{\"command\":\"x\"},\n\"a\":{\"command\":\"y\"}", nullptr));
}

TEST_CASE("the shown digest is of the program with its words, not of times or secrets (W40)") {
    auto server = settings_program();
    const std::string shown = iam::host::shown_digest(server);
    server.calls_per_minute = 3;
    std::get<iam::mcp::StdioEndpoint>(server.endpoint).environment["API_KEY"] = "other";
    CHECK(iam::host::shown_digest(server) == shown);
    std::get<iam::mcp::StdioEndpoint>(server.endpoint).arguments.emplace_back("--more");
    CHECK(iam::host::shown_digest(server) != shown);
}

TEST_CASE("the members of a changed endpoint are named (W40)") {
    CHECK(iam::host::changed_members(R"({"args":["a"],"command":"x"})",
                                     R"({"args":["b"],"command":"x","cwd":"/"})") ==
          std::vector<std::string>{"args", "cwd"});
    CHECK(iam::host::changed_members("no json", R"({"url":"x"})") ==
          std::vector<std::string>{"url"});
}

TEST_CASE("a person sees each word of a program, and the names of its variables alone (W40)") {
    iam::JsonWriter out;
    out.begin_object();
    auto server = settings_program();
    std::get<iam::mcp::StdioEndpoint>(server.endpoint).arguments.emplace_back("\x1b[2J");
    iam::host::put_endpoint(out, server);
    out.end_object();
    const std::string text = out.take();
    const auto shown = iam::parse_json(text);
    REQUIRE(shown);
    CHECK((*shown)["argv"].size() == 4);
    CHECK((*shown)["argv"][3].get<std::string>().find('\x1b') == std::string::npos);
    CHECK((*shown)["environment"] == iam::Json::array({"API_KEY", "MODE"}));
    CHECK((*shown)["sandbox"] == "no network");
    CHECK(text.find("hidden") == std::string::npos);
}
