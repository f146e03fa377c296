// Tests of runtime/src/mcp/client/config/{server_import,import_reading}.cpp and of
// runtime/src/mcp/client/config/{import_process,import_url,import_references}.cpp.
#include <iam/mcp/server_import.hpp>
#include <iam/mcp/servers_file.hpp>

#include <catch2/catch.hpp>

#include <algorithm>

using namespace iam;
using namespace iam::mcp;
using Catch::Contains;

namespace {

Import import_of(const std::string& text, const ImportFolders& folders = {}) {
    auto import = import_servers(text, folders);
    if (!import) FAIL(import.error().message);
    // Every server that is imported can be written and read back.
    const auto written = write_servers(import->servers);
    if (!written) FAIL(written.error().pointer + ": " + written.error().message);
    CHECK(read_servers(*written)->size() == import->servers.size());
    return *std::move(import);
}

const ServerConfig& server_of(const Import& import, std::string_view name) {
    const auto found = std::find_if(import.servers.begin(), import.servers.end(),
                                    [&](const auto& one) { return one.name == name; });
    REQUIRE(found != import.servers.end());
    return *found;
}

const StdioEndpoint& process_of(const Import& import, std::string_view name) {
    return std::get<StdioEndpoint>(server_of(import, name).endpoint);
}

const UrlEndpoint& url_of(const Import& import, std::string_view name) {
    return std::get<UrlEndpoint>(server_of(import, name).endpoint);
}

/// The notes as text, a line each.
std::string notes_of(const Import& import) {
    std::string all;
    for (const ImportNote& note : import.notes)
        all += note.pointer + (note.is_left_out ? " ! " : " ") + note.message + "\n";
    return all;
}

}  // namespace

TEST_CASE("servers of Claude Desktop are imported") {
    const Import import = import_of(R"({
        "mcpServers": {
            "filesystem": {"command": "npx", "args": ["-y", "server-filesystem", "/srv/notes"],
                           "env": {"LOG": "debug"}},
            "bare": {"command": "/usr/bin/server"}},
        "projects": {}, "globalShortcut": "Ctrl+Space"})");
    CHECK(import.format == ImportFormat::mcp_servers);
    REQUIRE(import.servers.size() == 2);
    CHECK(process_of(import, "filesystem").arguments.size() == 3);
    CHECK(process_of(import, "filesystem").environment.at("LOG") == "debug");
    CHECK(process_of(import, "filesystem").sandbox.is_on);
    CHECK_FALSE(process_of(import, "filesystem").sandbox.has_network);
    CHECK(import.secrets.empty());
    CHECK_THAT(notes_of(import), Contains("'globalShortcut'") && Contains("/projects not") &&
                                     Contains("'npx' fetches programs"));
}

TEST_CASE("servers of Claude Code are imported with their transports and variables") {
    const Import import = import_of(R"({"mcpServers": {
        "a": {"type": "stdio", "command": "s", "env": {"KEY": "${API_KEY}", "MODE": "${MODE:-dev}"}},
        "b": {"type": "http", "url": "https://b.example/mcp", "headers": {"X-API-Key": "${KEY_B}"}},
        "c": {"type": "sse", "url": "https://c.example/sse",
              "headers": {"Authorization": "Bearer ${C_TOKEN}", "X-Client": "desk"}},
        "d": {"type": "http", "url": "https://d.example/mcp",
              "oauth": {"clientId": "me", "callbackPort": 8765, "scopes": "read write"}},
        "e": {"type": "ws", "url": "wss://e.example/mcp", "headersHelper": "/bin/x"}}})");
    REQUIRE(import.servers.size() == 5);
    CHECK(process_of(import, "a").secrets.at("KEY").name == "API_KEY");
    CHECK(process_of(import, "a").secrets.at("KEY").place == SecretReference::Place::environment);
    CHECK(process_of(import, "a").environment.at("MODE") == "dev");
    CHECK(url_of(import, "b").transport == UrlTransport::streamable_http);
    CHECK(server_of(import, "b").authorization.kind == ServerAuthorization::Kind::field);
    CHECK(server_of(import, "b").authorization.field == "X-API-Key");
    CHECK(server_of(import, "b").authorization.secret->name == "KEY_B");
    CHECK(url_of(import, "c").transport == UrlTransport::sse);
    CHECK(url_of(import, "c").fields.find("X-Client") == "desk");
    CHECK(server_of(import, "c").authorization.kind == ServerAuthorization::Kind::bearer);
    CHECK(server_of(import, "c").authorization.secret->name == "C_TOKEN");
    CHECK(server_of(import, "d").authorization.client_id == "me");
    CHECK(server_of(import, "d").authorization.scopes == std::vector<std::string>{"read", "write"});
    CHECK(url_of(import, "e").transport == UrlTransport::web_socket);
    CHECK(import.secrets.empty());
    CHECK_THAT(notes_of(import), Contains("/mcpServers/d/oauth/callbackPort") &&
                                     Contains("/mcpServers/e/headersHelper"));
}

TEST_CASE("servers of Cursor are imported with their folders and OAuth clients") {
    const Import import = import_of(R"({"mcpServers": {
        "a": {"command": "${userHome}/bin/s", "args": ["${workspaceFolder}/x", "a${/}b"],
              "envFile": "${workspaceFolder}/.env"},
        "b": {"url": "https://b.example/mcp",
              "auth": {"CLIENT_ID": "me", "CLIENT_SECRET": "geheim-1", "scopes": ["read"]}},
        "c": {"url": "https://c.example/mcp", "headers": {"Authorization": "Bearer ${env:C}"}}}})",
                                    {"/srv/project", "/home/ann"});
    CHECK(process_of(import, "a").command == "/home/ann/bin/s");
    CHECK(process_of(import, "a").arguments == std::vector<std::string>{"/srv/project/x", "a/b"});
    CHECK(server_of(import, "b").authorization.client_id == "me");
    REQUIRE(import.secrets.size() == 1);
    CHECK(import.secrets.front().use == ImportedSecret::Use::client_secret);
    CHECK(import.secrets.front().value == "geheim-1");
    CHECK(server_of(import, "c").authorization.secret->name == "C");
    CHECK_THAT(notes_of(import), Contains("/mcpServers/a/envFile") && !Contains("geheim"));
}

TEST_CASE("servers of VS Code are imported with what it asks a person for") {
    const Import import = import_of(R"({
        // written by an editor
        "inputs": [
            {"type": "promptString", "id": "key", "description": "Key", "password": true},
            {"type": "promptString", "id": "mode", "description": "Mode", "default": "fast"},
            {"type": "promptString", "id": "open", "description": "Open"},
        ],
        "servers": {
            "a": {"type": "stdio", "command": "s", "env": {
                "KEY": "${input:key}", "MODE": "${input:mode}", "N": 5, "E": "${env:HOME_OF_A}"},
                "dev": {"watch": "*.ts"}, "sandboxEnabled": true,},
            "b": {"type": "http", "url": "https://b.example/mcp",
                  "headers": {"Authorization": "Bearer ${input:key}"}},
            "c": {"command": "s", "args": ["--mode=${input:open}"]},
            "d": {"type": "http", "url": "https://d.example/mcp", "headers": {"X-K": "${input:key}"}},
        }, /* end */
    })");
    CHECK(import.format == ImportFormat::vs_code);
    REQUIRE(import.servers.size() == 4);
    CHECK(process_of(import, "a").environment.at("MODE") == "fast");
    CHECK(process_of(import, "a").environment.at("N") == "5");
    CHECK(process_of(import, "a").secrets.at("E").name == "HOME_OF_A");
    CHECK_FALSE(process_of(import, "a").environment.contains("KEY"));
    CHECK(url_of(import, "b").transport == UrlTransport::detect);
    REQUIRE(import.secrets.size() == 3);
    CHECK(import.secrets.at(0).use == ImportedSecret::Use::variable);
    CHECK(import.secrets.at(0).field == "KEY");
    CHECK(import.secrets.at(0).value.empty());
    CHECK(import.secrets.at(1).use == ImportedSecret::Use::bearer);
    CHECK(import.secrets.at(2).use == ImportedSecret::Use::field);
    CHECK(import.secrets.at(2).field == "X-K");
    CHECK_FALSE(server_of(import, "c").is_enabled);
    CHECK(server_of(import, "a").is_enabled);
    CHECK_THAT(notes_of(import), Contains("/servers/c/args/0 the value needs 'open'") &&
                                     Contains("/servers/a/dev") &&
                                     Contains("/servers/a/sandboxEnabled"));
}

TEST_CASE("servers in VS Code's settings stand below mcp") {
    const Import import =
        import_of(R"({"editor.fontSize": 12, "mcp": {"servers": {"a": {"command": "s"}}}})");
    CHECK(import.format == ImportFormat::vs_code);
    CHECK(import.servers.size() == 1);
}

TEST_CASE("both forms of Zed's servers are imported") {
    const Import import = import_of(R"({
        "theme": "One Dark", // of the editor
        "context_servers": {
            "old": {"command": {"path": "/usr/bin/old", "args": ["run"], "env": {"A": "1"}, "x": 1},
                    "settings": {"k": 1}},
            "new": {"source": "custom", "command": "new", "args": ["a"], "env": {}, "timeout": 90},
            "web": {"url": "https://web.example/mcp", "headers": {"Authorization": "Bearer geheim-2"},
                    "enabled": false},
            "oauth": {"url": "https://o.example/mcp", "oauth": {"client_id": "me"}},
            "extension": {"source": "extension", "settings": {}},
        },
    })");
    CHECK(import.format == ImportFormat::zed);
    REQUIRE(import.servers.size() == 4);
    CHECK(process_of(import, "old").command == "/usr/bin/old");
    CHECK(process_of(import, "old").arguments == std::vector<std::string>{"run"});
    CHECK(process_of(import, "old").environment.at("A") == "1");
    CHECK(server_of(import, "new").times.call == std::chrono::seconds(90));
    CHECK_FALSE(server_of(import, "web").is_enabled);
    CHECK(server_of(import, "oauth").authorization.client_id == "me");
    REQUIRE(import.secrets.size() == 1);
    CHECK(import.secrets.front().server == "web");
    CHECK(import.secrets.front().use == ImportedSecret::Use::bearer);
    CHECK(import.secrets.front().value == "geheim-2");
    CHECK_THAT(notes_of(import), Contains("/context_servers/extension ! the server was left out") &&
                                     Contains("/context_servers/old/settings") && Contains("'x'") &&
                                     !Contains("geheim") && !Contains("theme"));
}

TEST_CASE("B68 the original's list is imported, and its tokens are told apart from it") {
    const Import import = import_of(R"({"mcpServers": [
        {"name": "gateway", "endpoint": "ws://gateway.example/ws", "authToken": "geheim-3"},
        {"name": " ", "endpoint": "https://api.example.com:8443/mcp", "authToken": ""},
        {"endpoint": "https://api.example.com/sse", "color": "red"}]})");
    CHECK(import.format == ImportFormat::list);
    REQUIRE(import.servers.size() == 3);
    CHECK(url_of(import, "gateway").url == "ws://gateway.example/ws");
    CHECK(url_of(import, "api-example-com").url == "https://api.example.com:8443/mcp");
    CHECK(url_of(import, "api-example-com-2").url == "https://api.example.com/sse");
    REQUIRE(import.secrets.size() == 1);
    CHECK(import.secrets.front().value == "geheim-3");
    CHECK(import.secrets.front().server == "gateway");
    CHECK_THAT(notes_of(import), Contains("'color'") && !Contains("geheim"));
    CHECK(import_of(R"([{"endpoint": "wss://h/"}])").servers.front().name == "h");
    CHECK(import_of(R"({"mcpServers": []})").servers.empty());
}

TEST_CASE("B88 secrets in headers stand in no server and no note") {
    const Import import = import_of(R"({"mcpServers": {
        "a": {"url": "https://a.example/", "headers": {"Authorization": "Basic geheim-4"}},
        "b": {"url": "https://b.example/", "headers": {"x-api-key": "geheim-5", "Cookie": "geheim-6"}},
        "c": {"url": "https://me:geheim-7@c.example/"},
        "d": {"url": "https://d.example/", "headers": {"X-API-Key": "pre-${KEY}"}}}})");
    REQUIRE(import.secrets.size() == 2);
    CHECK(import.secrets.at(0).use == ImportedSecret::Use::field);
    CHECK(import.secrets.at(0).field == "Authorization");
    CHECK(import.secrets.at(0).value == "Basic geheim-4");
    // Members are read in the order of their bytes.
    CHECK(import.secrets.at(1).field == "Cookie");
    CHECK_FALSE(server_of(import, "d").is_enabled);
    CHECK_THAT(*write_servers(import.servers), !Contains("geheim"));
    CHECK_THAT(notes_of(import), !Contains("geheim") && Contains("has it already") &&
                                     Contains("/mcpServers/c/url ! the server was left out"));
}

TEST_CASE("a stored secret is referred to where it was found") {
    Import import = import_of(R"({"mcpServers": {
        "a": {"url": "https://a.example/", "headers": {"Authorization": "Bearer geheim-8"}},
        "b": {"url": "https://b.example/", "headers": {"X-API-Key": "geheim-9"}},
        "c": {"url": "https://c.example/", "auth": {"CLIENT_ID": "me", "CLIENT_SECRET": "geheim-0"}}}})");
    REQUIRE(import.secrets.size() == 3);
    for (std::size_t i = 0; i < 3; ++i) {
        refer(import.servers.at(i), import.secrets.at(i),
              {SecretReference::Place::file, "/s/" + import.secrets.at(i).server});
    }
    CHECK(*canonicalize(*write_servers(import.servers)) == *canonicalize(R"({"servers": {
        "a": {"url": "https://a.example/", "auth": {"type": "bearer", "file": "/s/a"}},
        "b": {"url": "https://b.example/",
              "auth": {"type": "header", "name": "X-API-Key", "file": "/s/b"}},
        "c": {"url": "https://c.example/",
              "auth": {"type": "oauth", "client_id": "me", "file": "/s/c"}}}})"));
    ServerConfig process{.name = "p", .endpoint = StdioEndpoint{.command = "s"}};
    refer(process, {"p", ImportedSecret::Use::variable, "KEY", {}},
          {SecretReference::Place::keyring, "p"});
    CHECK(std::get<StdioEndpoint>(process.endpoint).secrets.at("KEY").name == "p");
}

TEST_CASE("one wrong server leaves the others, and its place is named") {
    const Import import = import_of(R"({"mcpServers": {
        "args": {"command": "s", "args": "x"}, "both": {"command": "s", "url": "https://h/"},
        "good": {"command": "s"}, "neither": {"type": "sdk"}, "null": null,
        "rel": {"command": "./s"}, "type": {"command": "s", "type": "http"},
        "url": {"url": 7}, "web": {"type": "stdio", "url": "https://h/"}}})");
    CHECK(import.servers.size() == 1);
    const std::string notes = notes_of(import);
    for (const char* pointer : {"/args/args", "/both", "/neither", "/null", "/rel/command",
                                "/type/type", "/url/url", "/web/type"}) {
        CHECK_THAT(notes, Contains("/mcpServers" + std::string(pointer) + " ! "));
    }
}

TEST_CASE("names of other programs become names of servers, each once") {
    const Import import = import_of(
        R"json({"mcpServers": {"GitHub (work)": {"command": "s"}, "github-work": {"command": "s"},
                "ü": {"command": "s"}}})json");
    CHECK(import.servers.at(0).name == "GitHub-work");
    CHECK(import.servers.at(1).name == "github-work-2");
    CHECK(import.servers.at(2).name == "server");
    CHECK_THAT(notes_of(import), Contains("'GitHub-work'") && Contains("'github-work-2'"));
}

TEST_CASE("variables that load code and values that look like keys are noted") {
    const Import import = import_of(
        R"({"mcpServers": {"a": {"command": "s", "alwaysAllow": ["x"], "disabled": true,
            "env": {"LD_PRELOAD": "/x.so", "GITHUB_TOKEN": "geheim-a", "LOG": "1"}},
            "b": {"command": "docker"}}})");
    CHECK(process_of(import, "a").environment.at("GITHUB_TOKEN") == "geheim-a");
    CHECK_FALSE(server_of(import, "a").is_enabled);
    CHECK_THAT(notes_of(import), Contains("/env/LD_PRELOAD this variable can make") &&
                                     Contains("/env/GITHUB_TOKEN the value stands readable") &&
                                     Contains("/alwaysAllow") && Contains("\"sandbox\": false") &&
                                     !Contains("geheim"));
}

TEST_CASE("trust in another program's file is not imported, and a note says how it is given") {
    const Import import = import_of(R"({"mcpServers": {"a": {"command": "s", "trust": true}}})");
    CHECK(server_of(import, "a").is_enabled);
    CHECK_THAT(notes_of(import), Contains("/a/trust") && Contains("servers trust NAME"));
}

TEST_CASE("the format of a file is found by its members") {
    CHECK(detect_import(R"({"mcpServers": {}})") == ImportFormat::mcp_servers);
    CHECK(detect_import(R"({"mcpServers": []})") == ImportFormat::list);
    CHECK(detect_import(R"({"servers": {}})") == ImportFormat::vs_code);
    CHECK(detect_import(R"({"context_servers": {},})") == ImportFormat::zed);
    for (const char* text : {"", "7", "{}", R"({"servers": []})", R"({"mcpServers": 1})", "{/*"}) {
        INFO(text);
        CHECK_FALSE(detect_import(text));
        CHECK_FALSE(import_servers(text));
    }
    const std::string both = R"({"mcpServers": {"a": {"command": "s"}}, "context_servers": {}})";
    CHECK_THAT(detect_import(both).error().message, Contains("mcpServers and zed"));
    CHECK(import_servers(both, {}, ImportFormat::mcp_servers)->servers.size() == 1);
    CHECK_FALSE(import_servers(both, {}, ImportFormat::list));
}

TEST_CASE("an import has the limits of our own file, and its error repeats no text of it") {
    CHECK_FALSE(import_servers(std::string(k_servers_bytes_max + 1, ' ')));
    std::string many;
    for (std::size_t i = 0; i <= k_servers_max; ++i)
        many += (i > 0 ? ",\"s" : "\"s") + std::to_string(i) + R"(":{"command":"s"})";
    CHECK_THAT(import_servers(R"({"mcpServers":{)" + many + "}}").error().message,
               Contains("more than 256"));
    const auto broken =
        import_servers("{\"mcpServers\":\n {/*\n*/\"a\": {\"authToken\": geheim-b}}}");
    REQUIRE_FALSE(broken);
    CHECK_THAT(broken.error().message, Contains("line 3") && !Contains("geheim"));
}
