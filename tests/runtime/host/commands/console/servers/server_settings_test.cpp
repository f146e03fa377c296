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
