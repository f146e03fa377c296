// Text of tools, models and users reaches a terminal through every command: no character of it that
// hides or acts may stand there raw.
#include <iam/question/escape.hpp>
#include <iam/tool/define.hpp>
#include <support/attack_text.hpp>

#include <catch2/catch.hpp>
#include <runtime/host/fixture.hpp>

#include <string>
#include <utility>
#include <vector>

using namespace iam::test;
using iam::Result;
using iam::host::ExitCode;

namespace {

const std::vector<char32_t>& hostile() {
    static const std::vector<char32_t> characters = {
        0x1B,   0x7F,   0x85,   0x9B,   0xAD,   0x200B, 0x200D, 0x200E,  0x2028,
        0x2029, 0x202E, 0x2066, 0x2069, 0x3164, 0xFE0F, 0xFEFF, 0xE0041, 0xE000};
    return characters;
}

std::string hostile_text() {
    std::string text = "x";
    for (const char32_t character : hostile()) text += utf8(character) + "y";
    return text;
}

/// The first of them that stands there raw; -1: none.
long raw_one_in(const std::string& text) {
    for (const char32_t character : hostile()) {
        if (contains(text, utf8(character))) return static_cast<long>(character);
    }
    return -1;
}

iam::Preview hostile_preview() {
    return {hostile_text(), {{hostile_text(), hostile_text()}}, {{"odd", hostile_text()}}};
}

Result<void> add_hostile(iam::Registry& registry) {
    IAM_CHECK(iam::define("evil")
                  .title("Evil " + hostile_text())
                  .description("Does " + hostile_text())
                  .policy(iam::allow)
                  .parameter("how", {}, "as " + hostile_text())
                  .call([](const std::string& how) { return how + hostile_text(); })
                  .preview([] { return hostile_preview(); }, {})
                  .undo([] {}, {})
                  .add_to(registry));
    return iam::define("fails")
        .description("Fails with " + hostile_text())
        .policy(iam::allow)
        .call([]() -> int { throw iam::tool_error("odd", hostile_text()); })
        .add_to(registry);
}

std::string argument() {
    iam::JsonWriter out;
    out.begin_object();
    out.key("how");
    out.string(hostile_text());
    out.end_object();
    return out.take();
}

}  // namespace

TEST_CASE("D4 no command puts a hidden or acting character of others on a terminal") {
    HostFixture host;
    host.more_tools = add_hostile;
    host.login = "ann" + hostile_text();
    const std::string arguments = argument();
    const std::vector<std::vector<std::string>> commands = {
        {"call", "evil", arguments},
        {"call", "fails"},
        {"call", "evil", "{\"how\":\"x\",\"" + hostile_text() + "\":1}"},
        {"call", "evil", hostile_text()},
        {"call", hostile_text(), arguments},
        {"--session", hostile_text(), "call", "evil", arguments},
        {"preview", "evil", arguments},
        {"tools"},
        {"tools", "--for", "openai"},
        {"tools", "--for", "anthropic"},
        {"tools", "--for", "gemini"},
        {"tools", "--for", "ollama"},
        {"tools", "--for", hostile_text()},
        {"call", "echo", "{\"message\":\"m\"}"},
        {"approvals", "list"},
        {"audit"},
        {"audit", "show", "0.2"},
        {"audit", "events"},
        {"audit", "report"},
        {"audit", "verify"},
        {"audit", "export", "--payloads"},
        {"audit", "export", "--payloads", "--format", "otel"},
        {"audit", "export", "--payloads", "--format", "csv"},
        {"audit", "export", "--format", hostile_text()},
        {"grants", "set", "evil", "5m"},
        {"grants", "list"},
        {"permissions", "list"},
        {"policy", "list"},
        {"policy", "set", hostile_text(), "auto"},
        {"rules", "explain", "evil", arguments},
        {"undo", "0.2", "--dry-run"},
        {"undo", "0.2"},
        {"undo", hostile_text()},
        {"state", "backup", (host.folder / ("copy" + hostile_text())).string()},
        {"--workspace", hostile_text(), "freeze", hostile_text()},
        {"call", "evil", arguments},
        {"thaw"},
        {hostile_text()},
        {"--" + hostile_text()},
        {"call", "--help"}};
    for (const bool json : {false, true}) {
        for (std::vector<std::string> words : commands) {
            if (json) words.insert(words.begin(), "--json");
            const Outcome outcome = host.run(words);
            INFO((json ? "--json " : "")
                 << words[json ? 1 : 0] << " " << outcome.out << outcome.err);
            CHECK(raw_one_in(outcome.out) == -1);
            CHECK(raw_one_in(outcome.err) == -1);
        }
    }
}

TEST_CASE("D4 escaped JSON is the same value, and an escaped export has the entries as hashed") {
    HostFixture host;
    host.more_tools = add_hostile;
    const Outcome called = host.run({"--json", "call", "evil", argument()});
    REQUIRE(called.code == ExitCode::done);
    const auto result = json_of(called.out);
    CHECK(result["result"].get<std::string>() == hostile_text() + hostile_text());
    CHECK(contains(called.out, "\\u202e"));
    CHECK(contains(called.out, "\\udb40\\udc41"));
    const Outcome exported = host.run({"--user", hostile_text(), "audit", "export", "--payloads"});
    std::istringstream lines(exported.out);
    int count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
        const auto entry = iam::parse_json(line);
        REQUIRE(entry);
        const auto text = iam::canonicalize((*entry)["entry"].dump());
        REQUIRE(text);
        CHECK(iam::question::json_without_controls(*text) != "");
        CHECK(contains(line, iam::question::json_without_controls(*text)));
    }
    CHECK(count > 0);
}
