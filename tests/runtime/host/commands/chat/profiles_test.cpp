// Tests of runtime/src/host/commands/chat/{profile_commands,profile_files}.cpp.
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

TEST_CASE("a profile that is not there is an error that names the known ones (H29)") {
    HostFixture host;
    keep_profile(host, "alarms", R"({"version": 1})");
    const Outcome shown = host.run({"chat", "profiles", "show", "alarm"});
    CHECK(shown.code == ExitCode::failed);
    CHECK_THAT(shown.err, Contains("no profile") && Contains("alarms."));
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
