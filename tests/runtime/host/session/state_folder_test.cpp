#include "host/session/state_folder.hpp"

#include <iam/question/duration.hpp>

#include <catch2/catch.hpp>

using iam::host::state_folder;
using iam::question::parse_duration;

TEST_CASE("the state folder is named after the application") {
    CHECK(*state_folder({"", "", "/home/ann"}, "desk") == "/home/ann/.local/state/desk");
    CHECK(*state_folder({"", "/var/state", "/home/ann"}, "desk") == "/var/state/desk");
    CHECK(*state_folder({"here", "/var/state", "/home/ann"}, "desk") == "here");
}

TEST_CASE("IAM_STATE names the state where the command line does not") {
    const std::string address = "postgresql://db/desk?keys=/k";
    CHECK(*state_folder({"", "/var/state", "/home/ann", address}, "desk") == address);
    CHECK(*state_folder({"here", "/var/state", "/home/ann", address}, "desk") == "here");
}

TEST_CASE("XC16: the working directory does not choose the state") {
    CHECK(*state_folder({"", "relative", "/home/ann"}, "desk") == "/home/ann/.local/state/desk");
    CHECK(*state_folder({"", "./x", "/home/ann"}, "desk") == "/home/ann/.local/state/desk");
}

TEST_CASE("an application's name cannot lead out of the state folder") {
    for (const char* name : {"", "..", ".", "../x", "a/b", "/etc", ".hidden", "-x", "a\nb", "ä"}) {
        INFO(name);
        const auto folder = state_folder({"", "", "/home/ann"}, name);
        REQUIRE_FALSE(folder);
        CHECK(folder.error().message.find("--state DIR") != std::string::npos);
    }
    CHECK(state_folder({"x", "", ""}, ""));
    CHECK_FALSE(state_folder({"", "", ""}, "desk"));
}

TEST_CASE("rules of an application with a long name have a folder of their own that can exist") {
    const auto name_of = [](const std::string& application) {
        const auto files = iam::host::rule_file_paths({"/managed", "", "", ""}, application);
        return files.at(0).path.parent_path().filename().string();
    };
    CHECK(name_of(std::string(255, 'x')) == std::string(255, 'x'));
    const std::string cut = name_of(std::string(5000, 'x'));
    CHECK(cut.size() == 255);
    CHECK(cut.find("xxx") == 0);
    CHECK(cut != name_of(std::string(5001, 'x')));
}

TEST_CASE("durations are numbers with units") {
    using namespace std::chrono_literals;
    CHECK(*parse_duration("90s") == 90s);
    CHECK(iam::question::duration_text(90s) == "1m30s");
    CHECK(iam::question::duration_text(24h * 10 + 3s) == "10d3s");
    CHECK(iam::question::duration_text(0s) == "0s");
    CHECK(*parse_duration("15m") == 15min);
    CHECK(*parse_duration("1h30m") == 90min);
    CHECK(*parse_duration("7d") == 168h);
    CHECK(*parse_duration("3650d") == 24h * 3650);
    for (const char* text : {"", "0s", "15", "m", "-5m", "5 m", "1.5h", "3651d", "5w", "1h30",
                             "99999999999d", "4294967295d4294967295d", "5M"}) {
        INFO(text);
        CHECK_FALSE(parse_duration(text));
    }
}
