// Tests of runtime/src/mcp/server/http/{endpoint,http_session,stateless}.cpp with an authorizer.
#include "mcp/http_program.hpp"
#include "mcp/server/authorization/static_tokens.hpp"
#include "mcp/token_issuer.hpp"
#include <support/temp_dir.hpp>

#include <sys/stat.h>

#include <fstream>

using namespace iam;
using namespace iam::mcp;
using namespace iam::test;

namespace {

using Fields = HttpClient::Fields;

Fields with_token(const std::string& token) {
    return {{"Authorization", "Bearer " + token}};
}

/// A program whose clients need tokens: of an issuer, or of a file with ann ("secret-of-ann", scope
/// alarms) and bob ("secret-of-bob", scopes alarms and notes).
struct GuardedProgram {
    TempDir folder{};
    TestIssuer issuer{};
    std::atomic<int> runs{0};
    std::mutex mutex{};
    std::condition_variable changed{};
    std::vector<Fetched> asked{};
    std::vector<std::string> problems{};
    std::unique_ptr<Authorizer> authorizer{};
    HttpProgram program{};

    std::string put(const std::string& name, const std::string& text) const {
        const std::string path = folder / name;
        std::ofstream(path) << text;
        REQUIRE(::chmod(path.c_str(), 0600) == 0);
        return path;
    }
    GuardedProgram& start(const std::string& keys = {}) {
        for (const char* tool : {"list_alarms", "write_note", "hidden"})
            program.program.add_allowed(tool, [this] { return ++runs; });
        AuthorizationSettings settings{.resource = "https://desk.example/mcp"};
        settings.tokens_file =
            put("tokens", "ann " + digest_of_token("secret-of-ann") + " alarms\nbob " +
                              digest_of_token("secret-of-bob") + " alarms notes\n");
        settings.scopes_file = put(
            "scopes.json", R"({"iam":1,"scopes":{"alarms":["list_*"],"notes":["write_note"]}})");
        settings.issuer = mcp::TokenIssuer{
            .issuer = "https://login.example",
            .keys = keys.empty() ? put("keys.json", TestIssuer::keys().dump()) : keys};
        auto made = Authorizer::make(
            settings,
            {.clock = program.program.clock,
             .fetch =
                 [this](const Fetch&, Fetched fetched) {
                     const std::lock_guard lock(mutex);
                     asked.push_back(std::move(fetched));
                     changed.notify_all();
                 },
             .on_problem = [this](const std::string& text) { problems.push_back(text); }});
        INFO((made ? std::string() : made.error().message));
        REQUIRE(made);
        authorizer = *std::move(made);
        program.authorizer = authorizer.get();
        program.start();
        return *this;
    }
    /// Waits for a question to the issuer, and takes it out.
    Fetched question() {
        std::unique_lock lock(mutex);
        REQUIRE(
            changed.wait_for(lock, std::chrono::seconds(30), [this] { return !asked.empty(); }));
        Fetched one = std::move(asked.front());
        asked.erase(asked.begin());
        return one;
    }
    HttpConversation begin(const std::string& token) const {
        return HttpConversation(program, "2025-11-25", Json::object(), with_token(token));
    }
};

std::vector<std::string> listed(const HttpConversation& conversation) {
    std::vector<std::string> names;
    const Json tools = conversation.post(request_text(1, "tools/list")).json()["result"]["tools"];
    for (const Json& tool : tools) names.push_back(tool["name"]);
    return names;
}

std::string challenge_of(const HttpClient::Answer& answer) {
    const auto found = answer.fields.find("www-authenticate");
    return found == answer.fields.end() ? std::string() : found->second;
}

}  // namespace

TEST_CASE("without a token every request is refused, and the metadata is given") {
    GuardedProgram guarded;
    guarded.start();
    for (const char* method : {"POST", "GET", "DELETE", "PUT"}) {
        HttpClient client(guarded.program.port);
        client.send(method, request_text(0, "initialize"));
        const auto answer = client.answer();
        CHECK(answer.status == 401);
        CHECK_THAT(challenge_of(answer), Catch::StartsWith("Bearer scope=\"alarms notes\""));
    }
    HttpClient client(guarded.program.port);
    client.send("GET", "", {}, "/.well-known/oauth-protected-resource/mcp");
    const auto document = client.answer();
    CHECK(document.status == 200);
    CHECK(document.json()["authorization_servers"] == Json{"https://login.example"});
}

TEST_CASE("XM31 a token beside the field Authorization is none") {
    GuardedProgram guarded;
    guarded.start();
    HttpClient client(guarded.program.port);
    client.send("POST", request_text(0, "initialize"), {{"Cookie", "access_token=secret-of-ann"}},
                "/mcp?access_token=secret-of-ann");
    CHECK(client.answer().status == 401);
    HttpClient twice(guarded.program.port);
    const std::string host = "Host: 127.0.0.1:" + std::to_string(guarded.program.port) + "\r\n";
    const std::string field = "Authorization: Bearer secret-of-ann\r\n";
    twice.raw("POST /mcp HTTP/1.1\r\n" + host + field + field + "Content-Length: 0\r\n\r\n");
    CHECK(twice.answer().status == 400);
}

TEST_CASE("a client sees and calls the tools of its scopes as its principal") {
    GuardedProgram guarded;
    guarded.start();
    const auto ann = guarded.begin("secret-of-ann");
    const auto bob = guarded.begin("secret-of-bob");
    CHECK(listed(ann) == std::vector<std::string>{"list_alarms"});
    CHECK(listed(bob) == std::vector<std::string>{"list_alarms", "write_note"});
    CHECK(bob.call(2, "write_note").status == 200);
    CHECK(guarded.runs == 1);
    // A tool of no scope exists for nobody.
    const auto hidden = bob.call(3, "hidden");
    CHECK(hidden.status == 200);
    CHECK(hidden.json()["error"]["message"] == "Unknown tool: hidden");
    CHECK(guarded.runs == 1);
}

TEST_CASE("XM37 a call beyond the scopes of the token is told which scope it needs, and runs not") {
    GuardedProgram guarded;
    guarded.start();
    const auto ann = guarded.begin("secret-of-ann");
    const std::string call = R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":)";
    for (const std::string& body :
         {call + R"({"name":"write_note"}})",
          "[" + call + R"({"name":"list_alarms"}},)" + call + R"({"name":"write_note"}}])",
          std::string(R"({"jsonrpc":"2.0","id":1,"m\u0065thod":"tools\/c\u0061ll",)"
                      R"("params":{"name":"write\u005fnote"}})")}) {
        INFO(body);
        const auto answer = ann.post(body);
        CHECK(answer.status == 403);
        CHECK_THAT(challenge_of(answer), Catch::Contains("error=\"insufficient_scope\"") &&
                                             Catch::Contains("scope=\"notes\"") &&
                                             Catch::Contains("resource_metadata="));
    }
    CHECK(guarded.runs == 0);
}

TEST_CASE("XM37 a request without a session obeys the scopes as well") {
    GuardedProgram guarded;
    guarded.start();
    const auto ask = [&guarded](const std::string& token, const std::string& tool) {
        const Json meta{{"io.modelcontextprotocol/protocolVersion", "2026-07-28"},
                        {"io.modelcontextprotocol/clientCapabilities", Json::object()}};
        Fields fields = with_token(token);
        fields["MCP-Protocol-Version"] = "2026-07-28";
        fields["Mcp-Method"] = "tools/call";
        fields["Mcp-Name"] = tool;
        return HttpClient(guarded.program.port)
            .post(request_text(1, "tools/call",
                               {{"name", tool}, {"arguments", Json::object()}, {"_meta", meta}}),
                  fields);
    };
    CHECK(ask("secret-of-ann", "write_note").status == 403);
    CHECK(ask("secret-of-nobody", "list_alarms").status == 401);
    CHECK(ask("secret-of-bob", "write_note").status != 403);
}

TEST_CASE("a token with more scopes opens more tools in the same session") {
    GuardedProgram guarded;
    guarded.start();
    auto client = guarded.begin(guarded.issuer.token());
    CHECK(client.call(1, "write_note").status == 403);
    guarded.issuer.claims["scope"] = "alarms notes";
    client.fields["Authorization"] = "Bearer " + guarded.issuer.token();
    CHECK(client.call(2, "write_note").json()["result"]["structuredContent"]["result"] == 1);
    CHECK(listed(client).size() == 2);
}

TEST_CASE("XM38 a session is its principal's: with another token it does not exist") {
    GuardedProgram guarded;
    guarded.start();
    const auto ann = guarded.begin("secret-of-ann");
    auto thief = ann;
    for (const std::string& token : {std::string("secret-of-bob"), guarded.issuer.token()}) {
        thief.fields["Authorization"] = "Bearer " + token;
        CHECK(thief.call(1, "list_alarms").status == 404);
        HttpClient reader(guarded.program.port);
        reader.send("GET", "", thief.fields);
        CHECK(reader.answer().status == 404);
        HttpClient ender(guarded.program.port);
        ender.send("DELETE", "", thief.fields);
        CHECK(ender.answer().status == 404);
    }
    CHECK(guarded.runs == 0);
    CHECK(ann.call(2, "list_alarms").status == 200);
}

TEST_CASE("a session ends to be of use when its token ends") {
    GuardedProgram guarded;
    guarded.start();
    const auto client = guarded.begin(guarded.issuer.token());
    CHECK(client.call(1, "list_alarms").status == 200);
    guarded.program.program.clock.advance(std::chrono::seconds(361));
    const auto late = client.call(2, "list_alarms");
    CHECK(late.status == 401);
    CHECK_THAT(challenge_of(late), Catch::Contains("the token has expired"));
    CHECK(guarded.runs == 1);
}

TEST_CASE("a request waits for the keys of the issuer, and for the server's end no longer") {
    GuardedProgram guarded;
    guarded.start("https://login.example/keys");
    HttpClient client(guarded.program.port);
    client.send("POST",
                request_text(0, "initialize", Conversation::initialize_params("2025-11-25")),
                with_token(guarded.issuer.token()));
    const Fetched first = guarded.question();
    // A request that needs no key is served meanwhile.
    HttpClient other(guarded.program.port);
    CHECK(other.post(request_text(0, "initialize"), with_token("secret-of-ann")).status == 400);
    first(net::Response{.status = 200, .body = TestIssuer::keys().dump()});
    CHECK(client.answer().status == 200);

    guarded.program.program.clock.advance(std::chrono::minutes(10));
    guarded.issuer.claims["exp"] = TestIssuer::k_now + 9000;
    HttpClient late(guarded.program.port);
    late.send("POST", request_text(0, "initialize"), with_token(guarded.issuer.token()));
    Fetched second = guarded.question();
    guarded.program.endpoint.reset();
    second(net::Response{.status = 200, .body = TestIssuer::keys().dump()});
    second = {};
    CHECK(late.answer().status == 500);
}

TEST_CASE("XM39 no token is in an answer, a report, a problem or an entry") {
    GuardedProgram guarded;
    guarded.start();
    std::string seen;
    const auto keep = [&seen](const HttpClient::Answer& answer) {
        seen += answer.body;
        for (const auto& [name, value] : answer.fields) seen += name + ": " + value + "\n";
    };
    const std::string good = guarded.issuer.token();
    guarded.issuer.claims["exp"] = 1;
    const std::string late = guarded.issuer.token();
    for (const std::string& token :
         {std::string("secret-of-ann"), good, late, std::string("secret-of-nobody"), good + "x"}) {
        keep(HttpClient(guarded.program.port)
                 .post(request_text(0, "initialize", Conversation::initialize_params("2025-11-25")),
                       with_token(token)));
    }
    const auto client = guarded.begin(good);
    keep(client.call(1, "list_alarms"));
    keep(client.call(2, "write_note"));
    keep(client.post("{"));
    const auto entries = guarded.program.program.store->entries({});
    REQUIRE(entries);
    REQUIRE(entries->size() >= 2);
    for (const std::string& problem : guarded.problems) seen += problem;
    for (const ledger::StoredEntry& entry : *entries) {
        seen += entry.text;
        for (const auto& payload : entry.payloads) seen += payload.bytes;
    }
    CHECK_THAT(seen, Catch::Contains("https://login.example#ann"));
    for (const std::string& token : {good, late}) {
        for (std::size_t at = 0; at < token.size();) {
            const std::size_t end = std::min(token.find('.', at), token.size());
            CHECK_THAT(seen, !Catch::Contains(token.substr(at, end - at)));
            at = end + 1;
        }
    }
    CHECK_THAT(seen, !Catch::Contains("secret-of"));
    CHECK_THAT(seen, !Catch::Contains(digest_of_token("secret-of-ann")));
}

TEST_CASE("an address that others reach is refused without an authorizer") {
    Program program;
    for (const char* address : {"0.0.0.0", "192.0.2.1", "::", "::ffff:127.0.0.1", "fe80::1", "x"}) {
        HttpParts parts;
        parts.listen.endpoints = {{address, 0}};
        parts.listen.allows_plain_text = true;
        const auto served = serve_http(program.server(), std::move(parts));
        REQUIRE_FALSE(served);
        CHECK(served.error().code == Errc::invalid_argument);
    }
}
