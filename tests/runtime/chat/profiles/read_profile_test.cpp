// Tests of runtime/src/chat/profiles/{profile_reading,read_profile}.cpp and of the tables in
// docs/profiles.md.
#include <iam/chat/profile.hpp>
#include <iam/core/json.hpp>

#include <catch2/catch.hpp>

#include <fstream>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace iam;
using namespace iam::chat;
using Catch::Contains;

Profile profile_of(const std::string& text) {
    auto profile = read_profile(text, "/home/ada/profiles");
    if (!profile) FAIL(profile.error().message);
    return *std::move(profile);
}

/// A profile with these members beside its version.
std::string with(const std::string& members) {
    return R"({"version": 1, )" + members + "}";
}

/// The first mistake, after a check of its pointer.
std::string mistake_at(const std::string& pointer, const std::string& text) {
    const auto profile = read_profile(text, "/p");
    INFO(text);
    REQUIRE_FALSE(profile);
    CHECK(profile.error().code == Errc::invalid_argument);
    CHECK(profile.error().pointer == pointer);
    CHECK_THAT(profile.error().message, Contains(pointer));
    return profile.error().message;
}

std::string page_text() {
    std::ifstream file(IAM_PROFILES_PAGE);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// The pointers of all members of objects.
void collect_pointers(const Json& value, const std::string& pointer,
                      std::vector<std::string>& pointers) {
    if (!value.is_object()) return;
    for (const auto& item : value.items()) {
        const std::string member = pointer + "/" + item.key();
        pointers.push_back(member);
        collect_pointers(item.value(), member, pointers);
    }
}

}  // namespace

TEST_CASE("each member of a profile is read (H29)") {
    const Profile profile = profile_of(std::string(example_profile()));
    CHECK(profile.name == "Keeper of alarms");
    CHECK(profile.model == "anthropic/claude-sonnet-4-5");
    CHECK(profile.model_url == "https://api.anthropic.com");
    CHECK(profile.key_file == "/home/ada/profiles/anthropic.key");
    CHECK_FALSE(profile.text_tools);
    CHECK_THAT(profile.system, Contains("alarms of one person"));
    CHECK(profile.temperature == 0.2);
    CHECK(profile.output_tokens_max == 2048);
    CHECK(profile.tools.servers == std::vector<std::string>{"calendar"});
    CHECK(profile.tools.allow == std::vector<std::string>{"*_alarm", "calendar/*"});
    CHECK(profile.tools.deny == std::vector<std::string>{"calendar/delete_*"});
    CHECK(profile.budgets.call_time == std::chrono::seconds(30));
    CHECK(profile.budgets.result_bytes == 16384);
    CHECK(profile.budgets.calls_of_turn == 10);
    CHECK(profile.budgets.requests_of_turn == 10);
    CHECK(profile.budgets.chat == Budget{.tokens = 200'000, .cost = 1'500'000});
    CHECK(profile.budgets.day == Budget{.tokens = 1'000'000, .cost = 5'000'000});
    CHECK(profile.budgets.prices ==
          Prices{.currency = "USD", .input = 3'000'000, .cached = 300'000, .output = 15'000'000});
    CHECK(profile.mode == ConsentMode::ask);
}

TEST_CASE("a profile of its version alone is the usual profile (H29)") {
    CHECK(profile_of(R"({"version": 1})") == Profile{});
}

TEST_CASE("each mode reads back from its word (H29)") {
    for (const ConsentMode mode : {ConsentMode::usual, ConsentMode::ask, ConsentMode::read_only})
        CHECK(profile_of(with("\"mode\": \"" + std::string(to_string(mode)) + "\"")).mode == mode);
}

TEST_CASE("relative paths of a profile begin in its folder (H29)") {
    CHECK(profile_of(with(R"("model": "a/b", "key_file": "../keys/a")")).key_file ==
          "/home/ada/keys/a");
    CHECK(profile_of(with(R"("model": "a/b", "key_file": "/keys/a")")).key_file == "/keys/a");
    CHECK(profile_of(with(R"("model": "scripted/play.json")")).model ==
          "scripted//home/ada/profiles/play.json");
    CHECK(profile_of(with(R"("model": "ollama/a/b")")).model == "ollama/a/b");
}

TEST_CASE("a price of cached input is the price of input unless it is given (H25)") {
    const auto prices =
        profile_of(with(R"("budgets": {"prices": {"input": 2.000001, "output": 0}})"))
            .budgets.prices;
    REQUIRE(prices);
    CHECK(prices->input == 2'000'001);
    CHECK(prices->cached == 2'000'001);
    CHECK(prices->output == 0);
}

TEST_CASE("an empty list of servers leaves none in, and no list leaves all in (B78)") {
    CHECK(profile_of(with(R"("servers": [])")).tools.servers == std::vector<std::string>{});
    CHECK_FALSE(profile_of(R"({"version": 1})").tools.servers.has_value());
}

TEST_CASE("an unknown member at any depth is an error that names the known ones (H29)") {
    CHECK_THAT(mistake_at("/sytem", with(R"("sytem": "x")")),
               Contains("'system'") && Contains("Did you mean"));
    CHECK_THAT(mistake_at("/options/top_p", with(R"("options": {"top_p": 1})")),
               Contains("'temperature'"));
    mistake_at("/tools/only", with(R"("tools": {"only": []})"));
    mistake_at("/budgets/hour", with(R"("budgets": {"hour": {}})"));
    mistake_at("/budgets/call/time", with(R"("budgets": {"call": {"time": 1}})"));
    mistake_at("/budgets/turn/tokens", with(R"("budgets": {"turn": {"tokens": 1}})"));
    mistake_at("/budgets/chat/calls", with(R"("budgets": {"chat": {"calls": 1}})"));
    mistake_at("/budgets/day/money", with(R"("budgets": {"day": {"money": 1}})"));
    mistake_at("/budgets/prices/thinking",
               with(R"("budgets": {"prices": {"input": 1, "output": 1, "thinking": 1}})"));
}

TEST_CASE("each member of a wrong type is an error at its place (H29)") {
    const std::vector<std::pair<std::string, std::string>> wrong = {
        {"/name", R"("name": 1)"},
        {"/name", R"("name": "")"},
        {"/model", R"("model": true)"},
        {"/model_url", R"("model_url": [])"},
        {"/key_file", R"("key_file": {})"},
        {"/text_tools", R"("text_tools": "true")"},
        {"/system", R"("system": null)"},
        {"/options", R"("options": [])"},
        {"/options/temperature", R"("options": {"temperature": "0.2"})"},
        {"/options/temperature", R"("options": {"temperature": 2.5})"},
        {"/options/temperature", R"("options": {"temperature": -1})"},
        {"/options/output_tokens_max", R"("options": {"output_tokens_max": 0})"},
        {"/options/output_tokens_max", R"("options": {"output_tokens_max": 1.5})"},
        {"/servers", R"("servers": "files")"},
        {"/servers/1", R"("servers": ["files", 2])"},
        {"/tools", R"("tools": ["a"])"},
        {"/tools/allow", R"("tools": {"allow": "a"})"},
        {"/tools/deny/0", R"("tools": {"deny": [""]})"},
        {"/budgets", R"("budgets": 1)"},
        {"/budgets/call", R"("budgets": {"call": 1})"},
        {"/budgets/call/seconds", R"("budgets": {"call": {"seconds": 0}})"},
        {"/budgets/call/seconds", R"("budgets": {"call": {"seconds": 86401}})"},
        {"/budgets/call/result_bytes", R"("budgets": {"call": {"result_bytes": 1023}})"},
        {"/budgets/call/result_bytes", R"("budgets": {"call": {"result_bytes": 1048577}})"},
        {"/budgets/turn", R"("budgets": {"turn": []})"},
        {"/budgets/turn/calls", R"("budgets": {"turn": {"calls": 1001}})"},
        {"/budgets/turn/requests", R"("budgets": {"turn": {"requests": 0}})"},
        {"/budgets/chat", R"("budgets": {"chat": 5})"},
        {"/budgets/chat/tokens", R"("budgets": {"chat": {"tokens": 0}})"},
        {"/budgets/day/tokens", R"("budgets": {"day": {"tokens": 1000000000001}})"},
        {"/budgets/prices", R"("budgets": {"prices": 3})"},
        {"/budgets/prices", R"("budgets": {"prices": {"input": 3}})"},
        {"/budgets/prices", R"("budgets": {"prices": {"output": 3}})"},
        {"/budgets/prices/input", R"("budgets": {"prices": {"input": "3", "output": 1}})"},
        {"/budgets/prices/output", R"("budgets": {"prices": {"input": 3, "output": -1}})"},
        {"/budgets/prices/cached",
         R"("budgets": {"prices": {"input": 3, "output": 1, "cached": 0.1234567}})"},
        {"/budgets/prices/currency",
         R"("budgets": {"prices": {"input": 3, "output": 1, "currency": 1}})"},
        {"/mode", R"("mode": 1)"},
    };
    for (const auto& [pointer, members] : wrong) mistake_at(pointer, with(members));
    CHECK_THAT(mistake_at("", "[]"), Contains("object"));
}

TEST_CASE("a mode that would loosen consent does not exist (H29)") {
    for (const char* const word : {"allow", "auto", "yolo", "ASK"}) {
        CHECK_THAT(mistake_at("/mode", with("\"mode\": \"" + std::string(word) + "\"")),
                   Contains("'read_only'") && Contains("No mode allows a call"));
    }
}

TEST_CASE("a missing or another version is an error with the way out (H29)") {
    CHECK_THAT(mistake_at("", "{}"), Contains("add \"version\": 1"));
    CHECK_THAT(mistake_at("/version", R"({"version": 2})"), Contains("newer program"));
    CHECK_THAT(mistake_at("/version", R"({"version": "1"})"), Contains("write \"version\": 1"));
}

TEST_CASE("a name that a list has twice, and a member that an object has twice, are errors (H29)") {
    CHECK_THAT(mistake_at("/servers/1", with(R"("servers": ["a", "a"])")),
               Contains("twice; take one out"));
    mistake_at("/tools/allow/2", with(R"("tools": {"allow": ["a", "b", "a"]})"));
    mistake_at("/tools/deny/1", with(R"("tools": {"deny": ["a", "a"]})"));
    CHECK_FALSE(read_profile(with(R"("mode": "ask", "mode": "usual")"), "/p").has_value());
}

TEST_CASE("a pattern that is none is an error at its place (H29)") {
    mistake_at("/tools/deny/0", with(R"("tools": {"deny": ["a\\"]})"));
}

TEST_CASE("a model without a provider or a name is an error with an example (H29)") {
    CHECK(read_profile(with(R"("model": "/models/m.gguf")"), "/p")->model == "/models/m.gguf");
    for (const char* const model : {"qwen3", "m.gguf", "ollama/"})
        CHECK_THAT(mistake_at("/model", with("\"model\": \"" + std::string(model) + "\"")),
                   Contains("ollama/qwen3:8b"));
}

TEST_CASE("members about a model without a model are errors (H29)") {
    for (const std::string member :
         {"\"model_url\": \"http://127.0.0.1:1\"", "\"key_file\": \"k\"", "\"text_tools\": true"}) {
        const std::string name = member.substr(1, member.find('"', 1) - 1);
        CHECK_THAT(mistake_at("/" + name, with(member)), Contains("add \"model\""));
    }
}

TEST_CASE("a budget of money without prices is an error (H25)") {
    CHECK_THAT(mistake_at("/budgets/chat/cost", with(R"("budgets": {"chat": {"cost": 1}})")),
               Contains("add \"prices\""));
    mistake_at("/budgets/day/cost", with(R"("budgets": {"day": {"cost": 1}})"));
}

TEST_CASE("a list has at most 256 names (H29)") {
    std::string names = "\"n0\"";
    for (int i = 1; i < 256; ++i) names += ", \"n" + std::to_string(i) + "\"";
    CHECK(profile_of(with("\"servers\": [" + names + "]")).tools.servers->size() == 256);
    CHECK_THAT(mistake_at("/servers", with("\"servers\": [" + names + ", \"more\"]")),
               Contains("256"));
}

TEST_CASE("all mistakes are found at once, in the order of the file (H29)") {
    const auto checked = check_profile("{\n\"version\": 3,\n\"mode\": 1,\n\"colour\": 2}", "/p");
    REQUIRE_FALSE(checked);
    std::vector<std::string> words;
    for (const PlacedError& each : checked.error()) words.push_back(mistake_text(each));
    REQUIRE(words.size() == 3);
    CHECK_THAT(words[0], Catch::StartsWith("2:12: /version: "));
    CHECK_THAT(words[1], Catch::StartsWith("3:9: /mode: "));
    CHECK_THAT(words[2], Catch::StartsWith("4:1: /colour: "));
    const auto read = read_profile(R"({"mode": 1})", "/p");
    REQUIRE_FALSE(read);
    CHECK_THAT(read.error().message, Contains("There is 1 more mistake."));
}

TEST_CASE("text that is no JSON, is too long or too deep is no profile (H29)") {
    CHECK_FALSE(read_profile("", "/p").has_value());
    CHECK_FALSE(read_profile("{\"version\": 1,}", "/p").has_value());
    CHECK_FALSE(read_profile(std::string(k_profile_bytes_max + 1, ' '), "/p").has_value());
    CHECK_FALSE(read_profile(with("\"options\": [[[[[[[[[]]]]]]]]]"), "/p").has_value());
}

TEST_CASE("the profiles in docs/profiles.md read, and the page shows every member (H29)") {
    const std::string page = page_text();
    const std::string fence = "```json profile\n";
    std::size_t count = 0;
    for (std::size_t at = page.find(fence); at != std::string::npos; at = page.find(fence, at)) {
        at += fence.size();
        profile_of(page.substr(at, page.find("```", at) - at));
        ++count;
    }
    CHECK(count >= 2);
    CHECK_THAT(page, Contains(fence + std::string(example_profile()) + "```"));
    const auto example = parse_json(example_profile());
    REQUIRE(example);
    std::vector<std::string> pointers;
    collect_pointers(*example, "", pointers);
    for (const std::string& pointer : pointers) {
        INFO(pointer);
        if (pointer != "/options" && pointer != "/budgets" && pointer != "/tools")
            CHECK_THAT(page, Contains("`" + pointer + "`"));
    }
}
