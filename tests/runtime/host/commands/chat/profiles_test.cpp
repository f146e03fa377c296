// Tests of
// runtime/src/host/commands/chat/{chat_choices,chat_setup}.cpp and of
// runtime/src/host/commands/chat/profiles/{profile_commands,profile_files}.cpp.
// chat_profiles_test.py has the commands within a chat.
#include "../../fixture.hpp"
#include <iam/chat/profile.hpp>

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <string>

namespace {

namespace fs = std::filesystem;
using Catch::Contains;
using iam::host::ExitCode;
using iam::test::HostFixture;
using iam::test::Outcome;

/// Writes a profile of the state, and returns its path.
std::string keep_profile(const HostFixture& host, const std::string& name,
                         const std::string& text) {
    const fs::path folder = fs::path(host.state()) / "profiles";
    fs::create_directories(folder);
    const fs::path path = folder / (name + ".json");
    std::ofstream(path) << text;
    fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
    return path.string();
}

/// A scripted model as a member of a profile, with these turns.
std::string script_member(const HostFixture& host, const std::string& turns) {
    const std::string path = (host.folder / "script.json").string();
    std::ofstream(path) << R"({"turns": )" << turns << "}";
    return R"("version": 1, "model": "scripted/)" + path + "\"";
}

std::string only_chat(HostFixture& host) {
    const auto listed = iam::parse_json(host.run({"--json", "chat", "list"}).out);
    REQUIRE(listed);
    REQUIRE((*listed)["chats"].size() == 1);
    return (*listed)["chats"][0]["id"].get<std::string>();
}

/// A profile "p" whose budget is used up by one turn.
void keep_budget(const HostFixture& host, const std::string& name) {
    keep_profile(host, "p",
                 "{" + script_member(host, R"([{"text": "Yes."}])") + R"(, "budgets": {")" + name +
                     R"(": {"tokens": 2}}})");
}

constexpr const char* k_quick_turns =
    R"([{"calls": [{"tool": "quick"}]}, {"text": "Over."}, {"text": "Again."}])";

}  // namespace

TEST_CASE("the example of a profile passes its own check (H29)") {
    HostFixture host;
    const Outcome example = host.run({"chat", "profiles", "example"});
    CHECK(example.out == iam::chat::example_profile());
    keep_profile(host, "own", example.out);
    const Outcome checked = host.run({"chat", "profiles", "check", "own"});
    CHECK(checked.code == ExitCode::done);
    CHECK_THAT(checked.err, Contains("is good"));
    CHECK(host.run({"chat", "profiles", "show", "own"}).out == example.out);
}

TEST_CASE(
    "profiles of a state are listed with model and mode, wrong ones with their mistake (H29)") {
    HostFixture host;
    CHECK_THAT(host.run({"chat", "profiles", "list"}).err, Contains("chat profiles example"));
    keep_profile(host, "alarms", R"({"version": 1, "model": "ollama/a", "mode": "ask"})");
    keep_profile(host, "broken", R"({"version": 1, "mood": "ask"})");
    keep_profile(host, "not a name", "{}");
    const auto listed = iam::parse_json(host.run({"--json", "chat", "profiles", "list"}).out);
    REQUIRE(listed);
    REQUIRE((*listed)["profiles"].size() == 2);
    CHECK((*listed)["profiles"][0] ==
          iam::Json{{"mode", "ask"}, {"model", "ollama/a"}, {"name", "alarms"}});
    CHECK_THAT((*listed)["profiles"][1]["mistake"].get<std::string>(),
               Contains("broken.json:1:16: /mood: "));
    CHECK_THAT(host.run({"chat", "profiles", "list"}).out,
               Contains("ollama/a") && Contains("/mood"));
}

TEST_CASE("a check names every mistake of a file with its place (H29)") {
    HostFixture host;
    const std::string path = keep_profile(host, "p", "{\"version\": 2,\n\"mode\": \"allow\"}");
    const Outcome checked = host.run({"--json", "chat", "profiles", "check", path});
    CHECK(checked.code == ExitCode::usage);
    CHECK_THAT(checked.err, Contains("p.json:1:13: /version: ") && Contains("p.json:2:9: /mode: "));
    const auto report = iam::parse_json(checked.out);
    REQUIRE(report);
    CHECK((*report)["ok"] == false);
    CHECK((*report)["mistakes"][1]["pointer"] == "/mode");
    CHECK((*report)["mistakes"][1]["line"] == 2);
}

TEST_CASE("a check names a model and an address that no chat would take (H29)") {
    HostFixture host;
    const auto mistakes_of = [&](const std::string& members) {
        const std::string path = keep_profile(host, "p", "{\"version\": 1,\n" + members + "}");
        const Outcome checked = host.run({"chat", "profiles", "check", path});
        INFO(members);
        CHECK(checked.code == ExitCode::usage);
        return checked.err;
    };
    const std::string model = R"("model": "openai/m", "model_url": )";
    CHECK_THAT(mistakes_of(model + R"("https://ann:secret@models.example/v1")"),
               Contains("p.json:2:35: /model_url: ") && Contains("user") && !Contains("secret"));
    CHECK_THAT(mistakes_of(model + R"("http://192.0.2.1/v1")"), Contains("use https"));
    CHECK_THAT(mistakes_of(model + R"("models.example")"), Contains("/model_url"));
    CHECK_THAT(mistakes_of(R"("model": "nobody/m")"), Contains("p.json:2:10: /model: 'nobody' is"));
    CHECK_THAT(mistakes_of(R"("model": "models/m.gguf")"), Contains("absolute path"));
    CHECK_THAT(mistakes_of(R"("model": "anthropic/a b")"), Contains("A model's name has"));
    CHECK_THAT(mistakes_of(R"("model": "/m.gguf", "key_file": "k")"),
               Contains("leave --model-url"));
}

TEST_CASE("a profile that is not there is an error that names the known ones (H29)") {
    HostFixture host;
    keep_profile(host, "alarms", R"({"version": 1})");
    const Outcome shown = host.run({"chat", "profiles", "show", "alarm"});
    CHECK(shown.code == ExitCode::failed);
    CHECK_THAT(shown.err, Contains("no profile") && Contains("alarms."));
    const Outcome checked = host.run({"chat", "profiles", "check", "alarm"});
    CHECK(checked.code == ExitCode::failed);
    CHECK(checked.err == shown.err);
    const Outcome climbing = host.run({"chat", "profiles", "show", "a b"});
    CHECK_THAT(climbing.err, Contains("no name of a profile"));
}

TEST_CASE("a profile that others can write is refused (H29)") {
    HostFixture host;
    const std::string path = keep_profile(host, "open", R"({"version": 1})");
    fs::permissions(path, fs::perms::group_write, fs::perm_options::add);
    const Outcome shown = host.run({"chat", "profiles", "show", "open"});
    CHECK(shown.code != ExitCode::done);
    CHECK_THAT(shown.err, Contains("chmod"));
}

TEST_CASE("a relative path of a profile begins in the working folder (H29)") {
    HostFixture host;
    fs::create_directories(host.folder / "work");
    const std::string path = keep_profile(host, "p", R"({"version": 1})");
    fs::copy_file(path, host.folder / "work" / "own.json");
    CHECK(host.run({"chat", "profiles", "check", "own.json"}).code == ExitCode::done);
    CHECK(host.run({"chat", "profiles", "check", "./own.json"}).code == ExitCode::done);
}

TEST_CASE(
    "a profile gives a chat its model and leaves tools out, also when the chat goes on (H29)") {
    HostFixture host;
    keep_profile(host, "p",
                 "{" + script_member(host, k_quick_turns) + R"(, "tools": {"deny": ["quick"]}})");
    const Outcome first = host.run({"chat", "--profile", "p", "Be quick."});
    CHECK(first.code == ExitCode::done);
    CHECK_THAT(first.err, Contains("tool_not_found"));
    CHECK(host.effects().empty());
    const std::string chat = only_chat(host);
    CHECK_THAT(host.run({"chat", "--chat", chat, "Be quick."}).err, Contains("tool_not_found"));
    CHECK(host.effects().empty());
    const std::string model = "scripted/" + (host.folder / "script.json").string();
    const Outcome without =
        host.run({"chat", "--chat", chat, "--profile", "-", "--model", model, "Be quick."});
    CHECK(without.code == ExitCode::done);
    CHECK(host.effects() == std::vector<std::string>{"quick"});
}

TEST_CASE("a chat whose profile is gone says so, and the way to go on without it (H29)") {
    HostFixture host;
    const std::string path =
        keep_profile(host, "p", "{" + script_member(host, R"([{"text": "Yes."}])") + "}");
    CHECK(host.run({"chat", "--profile", "p", "Hello."}).out == "Yes.\n");
    const std::string chat = only_chat(host);
    fs::remove(path);
    const Outcome outcome = host.run({"chat", "--chat", chat, "Hello."});
    CHECK(outcome.code != ExitCode::done);
    CHECK_THAT(outcome.err, Contains("no profile") && Contains("--profile -"));
    fs::create_directory(path);
    CHECK_THAT(host.run({"chat", "--chat", chat, "Hello."}).err,
               Contains("p.json is no file; name one. This chat has used the profile;"));
}

TEST_CASE("options of the command line narrow the tools of a chat, durably (B78, B79)") {
    HostFixture host;
    const std::string path = (host.folder / "script.json").string();
    script_member(host, k_quick_turns);
    const Outcome first =
        host.run({"chat", "--model", "scripted/" + path, "--tool", "echo", "Be quick."});
    CHECK_THAT(first.err, Contains("tool_not_found"));
    const std::string chat = only_chat(host);
    const Outcome again =
        host.run({"chat", "--model", "scripted/" + path, "--chat", chat, "Be quick."});
    CHECK_THAT(again.err, Contains("tool_not_found"));
    CHECK(host.effects().empty());
    host.run({"chat", "--model", "scripted/" + path, "--chat", chat, "--tool", "*", "Be quick."});
    CHECK(host.effects() == std::vector<std::string>{"quick"});
}

TEST_CASE("servers and patterns that no tool belongs to are named (B78)") {
    HostFixture host;
    const std::string path = (host.folder / "script.json").string();
    script_member(host, R"([{"text": "Yes."}])");
    const Outcome outcome = host.run(
        {"chat", "--model", "scripted/" + path, "--server", "fiels", "--tool", "ehco", "Hello."});
    CHECK(outcome.code == ExitCode::done);
    CHECK_THAT(outcome.err, Contains("\"fiels\"") && Contains("No tool is named ehco"));
}

TEST_CASE("a chat without a person ends at its budget, and the exit code says so (H25)") {
    HostFixture host;
    keep_budget(host, "chat");
    CHECK(host.run({"chat", "--profile", "p", "Hello."}).code == ExitCode::done);
    const Outcome outcome = host.run({"chat", "--chat", only_chat(host), "Hello."});
    CHECK(outcome.code == ExitCode::failed);
    CHECK_THAT(outcome.err, Contains("(budget)") && Contains(" of 2 tokens"));
}

TEST_CASE("the budget of a day holds for every chat of the state (H25)") {
    HostFixture host;
    keep_budget(host, "day");
    CHECK(host.run({"chat", "--profile", "p", "Hello."}).code == ExitCode::done);
    const Outcome outcome = host.run({"chat", "--profile", "p", "Hello."});
    CHECK(outcome.code == ExitCode::failed);
    CHECK_THAT(outcome.err, Contains("this day (UTC)"));
    host.clock.advance(std::chrono::hours(24));
    CHECK(host.run({"chat", "--profile", "p", "Hello."}).code == ExitCode::done);
}

TEST_CASE("in the mode 'ask' of a profile an allowed call waits for a person (H29)") {
    HostFixture host;
    keep_profile(host, "p", "{" + script_member(host, k_quick_turns) + R"(, "mode": "ask"})");
    const Outcome outcome = host.run({"chat", "--profile", "p", "Be quick."});
    CHECK(outcome.code == ExitCode::failed);
    CHECK_THAT(outcome.err, Contains("(awaiting)"));
    CHECK(host.effects().empty());
}
