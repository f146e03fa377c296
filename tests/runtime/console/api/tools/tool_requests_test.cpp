// Tests of runtime/src/console/api/tools/tool_requests.cpp.
#include "../consent/consent_fixture.hpp"

using namespace iam;
using test::ConsentFixture;

namespace {

console::ToolForm form(const std::string& name, Result<std::string> text) {
    return {name, [text = std::move(text)](const Contract&) { return text; }};
}

}  // namespace

TEST_CASE("tools are listed with risk, policy, trust and tokens (W39)") {
    ConsentFixture fixture;
    fixture.change_parts = [](console::Parts& parts) {
        parts.estimate_tokens = [](std::size_t bytes) { return std::uint64_t{bytes}; };
    };
    fixture.begin();
    const Json all = fixture.get("/api/tools").json();
    CHECK(all["application"] == "testdesk");
    CHECK(all["can_connect"] == false);
    CHECK(all["matched"] == 2);
    const Json wipe = fixture.in_list("/api/tools", "tools", "wipe");
    CHECK(wipe["risk"] == "high");
    CHECK(wipe["hints"]["destructive"] == true);
    CHECK(wipe["now"]["effect"] == "confirm");
    CHECK(wipe["trust"] == "own");
    CHECK(wipe["description"] == "A tool of the test.");
    CHECK(wipe["tokens"].get<int>() > 0);
}

TEST_CASE("tools are found by all words, in any case, up to a limit (W39)") {
    ConsentFixture fixture;
    fixture.begin();
    CHECK(fixture.get("/api/tools?search=WIPE%20test").json()["tools"].size() == 1);
    CHECK(fixture.get("/api/tools?search=wipe%20nothing").json()["tools"].empty());
    CHECK(fixture.get("/api/tools?limit=1").json()["tools"].size() == 1);
    CHECK(fixture.get("/api/tools?limit=1").json()["matched"] == 2);
    CHECK(fixture.get("/api/tools?limit=501").status == 400);
}

TEST_CASE(
    "a long description is shortened in the list, at a whole character, and whole in the tool "
    "(W39)") {
    ConsentFixture fixture;
    std::string description = "a";
    for (int i = 0; i < 300; ++i) description += "é";
    REQUIRE(
        define("talk").description(description).call([] { return 1; }).add_to(fixture.registry));
    fixture.begin();
    const Json row = fixture.in_list("/api/tools", "tools", "talk");
    CHECK(row["is_shortened"] == true);
    CHECK(row["description"].get<std::string>().size() == 399);
    CHECK(fixture.get("/api/tool?name=talk").json()["description"] == description);
}

TEST_CASE("one tool has its text for each model API, or the reason against it (W39)") {
    ConsentFixture fixture;
    fixture.change_parts = [](console::Parts& parts) {
        parts.tool_forms = {form("openai", R"({"type":"function"})"),
                            form("gemini", fail(Errc::invalid_argument, "The name is too long."))};
    };
    fixture.begin();
    const Json forms = fixture.get("/api/tool?name=echo").json()["forms"];
    REQUIRE(forms.size() == 3);
    CHECK(forms[0]["name"] == "mcp");
    CHECK(parse_json(forms[0]["text"].get<std::string>())->at("name") == "echo");
    CHECK(forms[1]["text"] == "{\n  \"type\": \"function\"\n}");
    CHECK_FALSE(forms[1].contains("tokens"));
    CHECK(forms[2]["refused_because"] == "The name is too long.");
}

TEST_CASE("hidden characters of a tool are shown as escapes (W13)") {
    ConsentFixture fixture;
    REQUIRE(define("talk")
                .description("a\xE2\x80\xAE"
                             "b")
                .call([] { return 1; })
                .add_to(fixture.registry));
    fixture.begin();
    const Json tool = fixture.get("/api/tool?name=talk").json();
    CHECK(tool["description"] == "a\\u{202E}b");
    CHECK(tool["forms"][0]["text"].get<std::string>().find("\xE2\x80\xAE") == std::string::npos);
}

TEST_CASE("an unknown tool is not found, and its name is not repeated (W07)") {
    ConsentFixture fixture;
    fixture.begin();
    const auto refused = fixture.get("/api/tool?name=evil&origin=evil");
    CHECK(refused.status == 404);
    CHECK(refused.body.find("evil") == std::string::npos);
    CHECK(fixture.get("/api/tool?name=").status == 404);
}

TEST_CASE("servers are connected on request, by a POST with a session (W03)") {
    ConsentFixture fixture;
    int connected = 0;
    fixture.change_parts = [&](console::Parts& parts) {
        parts.connect_servers = [&]() -> Result<void> {
            if (++connected == 1) return {};
            return fail(Errc::unavailable, "The file of servers cannot be read.");
        };
    };
    fixture.begin();
    CHECK(fixture.get("/api/tools").json()["can_connect"] == true);
    CHECK(fixture.get("/api/tools/connect").status == 405);
    CHECK(fixture.send("/api/tools/connect", Json::object()).json()["tools"] == 2);
    CHECK(fixture.send("/api/tools/connect", Json::object()).status == 503);
    fixture.secret.clear();
    CHECK(fixture.send("/api/tools/connect", Json::object()).status == 401);
    CHECK(connected == 2);
}

TEST_CASE("a program without servers says so (W39)") {
    ConsentFixture fixture;
    fixture.begin();
    CHECK(fixture.send("/api/tools/connect", Json::object()).code() == "not_here");
}
