// Tests of runtime/src/host/commands/{command_line,policy,tools}.cpp.
// Tests of runtime/src/host/output/listing.cpp.
// Tests of runtime/src/host/session/exit_codes.cpp.
#include <catch2/catch.hpp>
#include <runtime/host/fixture.hpp>

#include <fstream>
#include <string>
#include <utility>
#include <vector>

using iam::host::ExitCode;
using iam::test::contains;
using iam::test::HostFixture;
using iam::test::json_of;
using iam::test::lines_in;
using iam::test::Outcome;

TEST_CASE("tools lists what there is, in words and as JSON") {
    HostFixture host;
    const Outcome text = host.run({"tools"});
    CHECK(text.code == ExitCode::done);
    CHECK(contains(text.out, "Low risk · read-only"));
    CHECK(contains(text.out, "preview, undo"));
    const auto all = json_of(host.run({"tools", "--json"}).out);
    CHECK(all["application"] == "testdesk");
    CHECK(all["tools"].size() == 13);
    CHECK(all["tools"][0]["name"] == "append");
    CHECK(all["tools"][3]["inputSchema"]["properties"].contains("repeat"));
    // Listing makes no state.
    CHECK_FALSE(std::filesystem::exists(host.state()));
}

TEST_CASE("tools --for prints the array of each provider's request") {
    HostFixture host;
    const auto openai = json_of(host.run({"tools", "--for", "openai", "--json"}).out);
    REQUIRE(openai.is_array());
    CHECK(openai[3]["function"]["name"] == "echo");
    const auto anthropic = json_of(host.run({"tools", "--for", "anthropic"}).out);
    CHECK(anthropic[3]["input_schema"]["type"] == "object");
    CHECK(json_of(host.run({"tools", "--for", "gemini"}).out)[0].contains("functionDeclarations"));
    const auto ollama = json_of(host.run({"tools", "--for", "ollama"}).out);
    // Ollama drops bounds from schemas, so they are said in words.
    const auto& repeat = ollama[3]["function"]["parameters"]["properties"]["repeat"];
    CHECK(contains(repeat["description"].get<std::string>(), "10"));
    CHECK(host.run({"tools", "--for", "acme"}).code == ExitCode::usage);
}

TEST_CASE("a call that is allowed runs and says how to take it back") {
    HostFixture host;
    host.run({"policy", "set", "echo", "auto"});
    const Outcome called = host.run({"call", "echo", R"({"message":"hello"})"});
    CHECK(called.code == ExitCode::done);
    CHECK(called.out ==
          "\"hello\"\nentry 0.3\nundo with: desk --state " + host.state() + " undo 0.3\n");
    CHECK(called.err.empty());
    const Outcome undone = host.run({"undo", "0.3"});
    CHECK(undone.code == ExitCode::done);
    CHECK(host.effects() == std::vector<std::string>{"echo hello", "retract hello"});
    CHECK(host.run({"undo", "0.3"}).code == ExitCode::failed);
}

TEST_CASE("an undo can be looked at before, and what was undone be done again") {
    HostFixture host;
    host.run({"policy", "set", "echo", "auto"});
    host.run({"call", "echo", R"({"message":"hello"})"});
    const Outcome looked = host.run({"undo", "0.3", "--dry-run"});
    CHECK(looked.code == ExitCode::done);
    CHECK(contains(looked.out, "would take back the call of echo in entry 0.3\narguments {"));
    CHECK(contains(looked.out, "undo with: desk --state " + host.state() + " undo 0.3\n"));
    const auto json = json_of(host.run({"undo", "0.3", "--dry-run", "--json"}).out);
    CHECK(json["arguments"]["message"] == "hello");
    CHECK(json["tool"] == "echo");
    CHECK(host.effects() == std::vector<std::string>{"echo hello"});
    CHECK(contains(host.run({"redo", "0.3"}).err, "nothing_to_redo"));
    CHECK(host.run({"undo", "0.3"}).code == ExitCode::done);
    CHECK(contains(host.run({"undo", "0.3", "--dry-run"}).err, "already_undone"));
    const Outcome again = host.run({"redo", "0.3"});
    CHECK(again.code == ExitCode::done);
    CHECK(contains(again.out, "undo with: "));
    CHECK(host.effects() == std::vector<std::string>{"echo hello", "retract hello", "echo hello"});
    CHECK(host.run({"redo", "zero"}).code == ExitCode::usage);
    CHECK(host.run({"redo", "0.77"}).code == ExitCode::failed);
}

TEST_CASE("all calls of a session are taken back with one command, newest first") {
    HostFixture host;
    host.run({"policy", "set", "echo", "auto"});
    for (const char* word : {"one", "two"}) {
        host.run(
            {"--session", "s1", "call", "echo", std::string(R"({"message":")") + word + "\"}"});
    }
    host.run({"call", "echo", R"({"message":"other"})"});
    CHECK(contains(host.run({"--session", "s1", "undo", "--all", "--dry-run"}).out,
                   "would take back, in this order: 0.5 0.3"));
    const auto listed =
        json_of(host.run({"--session", "s1", "undo", "--all", "--dry-run", "--json"}).out);
    CHECK(listed["entries"].size() == 2);
    const auto undone = json_of(host.run({"--session", "s1", "undo", "--all", "--json"}).out);
    CHECK(undone["undone"][0] == "0.5");
    CHECK(undone["undone"][1] == "0.3");
    CHECK(undone["left"].empty());
    const auto effects = host.effects();
    REQUIRE(effects.size() == 5);
    CHECK(effects.at(3) == "retract two");
    CHECK(effects.at(4) == "retract one");
    CHECK(contains(host.run({"--session", "s1", "undo", "--all", "--dry-run"}).out, "nothing"));
    CHECK(host.run({"undo", "--all"}).code == ExitCode::usage);
    CHECK(host.run({"undo", "0.3", "--all"}).code == ExitCode::usage);
    CHECK(host.run({"undo"}).code == ExitCode::usage);
}

TEST_CASE("what is refused ends a list of undos, and the rest is named") {
    HostFixture host;
    host.run({"policy", "set", "echo", "auto"});
    for (const char* word : {"one", "two"}) {
        host.run(
            {"--session", "s1", "call", "echo", std::string(R"({"message":")") + word + "\"}"});
    }
    host.run({"policy", "set", "echo", "deny"});
    const Outcome refused = host.run({"--session", "s1", "undo", "--all"});
    CHECK(refused.code == ExitCode::denied);
    CHECK(contains(refused.err, "not undone: 0.5 0.3\n"));
    CHECK(host.effects() == std::vector<std::string>{"echo one", "echo two"});
}

TEST_CASE("with --json standard output holds one object and nothing else") {
    HostFixture host;
    const auto called = json_of(host.run({"call", "quick", "{}", "--json"}).out);
    CHECK(called["success"] == true);
    CHECK(called["entry"] == "0.2");
    const auto failed = json_of(host.run({"--json", "call", "echo", R"({"message":1})"}).out);
    CHECK(failed["code"] == "invalid_arguments");
    CHECK(failed["errors"][0]["pointer"] == "/message");
    CHECK(json_of(host.run({"preview", "forbidden", R"({"text":"x"})", "--json"})
                      .out)["preview"]["summary"] == "Would forbid x");
    CHECK(json_of(host.run({"undo", "0.9", "--json"}).out)["code"] == "entry_not_found");
    for (const auto& words :
         std::vector<std::vector<std::string>>{{"policy", "list"},
                                               {"grants", "list"},
                                               {"permissions", "list"},
                                               {"approvals", "list"},
                                               {"audit", "verify"},
                                               {"policy", "set", "echo", "deny"},
                                               {"grants", "set", "echo", "once"},
                                               {"grants", "revoke-all"},
                                               {"policy", "revoke", "echo"},
                                               {"policy", "revoke-all"},
                                               {"grants", "revoke", "none"},
                                               {"audit", "show", "0.1"},
                                               {"audit", "show", "0.99"},
                                               {"audit", "show", "x"},
                                               {"approvals", "answer", "none"},
                                               {"approvals", "withdraw", "none"},
                                               {"permissions", "revoke", "none"}}) {
        std::vector<std::string> with_json = words;
        with_json.push_back("--json");
        INFO(words[0] << ' ' << words[1]);
        CHECK(json_of(host.run(with_json).out).is_object());
    }
    const std::string lines = host.run({"audit", "--json"}).out;
    std::istringstream in(lines);
    int count = 0;
    for (std::string line; std::getline(in, line); ++count) CHECK(json_of(line).contains("hash"));
    CHECK(count > 3);
}

TEST_CASE("each kind of end has its exit code") {
    HostFixture host;
    CHECK(host.run({"call", "quick"}).code == ExitCode::done);
    CHECK(host.run({"call", "broken"}).code == ExitCode::failed);
    CHECK(host.run({"call"}).code == ExitCode::usage);
    CHECK(host.run({"sing"}).code == ExitCode::usage);
    CHECK(host.run({}).code == ExitCode::usage);
    CHECK(host.run({"call", "echo", "{}", "--loud"}).code == ExitCode::usage);
    CHECK(host.run({"call", "echo", R"({"message":1})"}).code == ExitCode::invalid_arguments);
    CHECK(host.run({"call", "echo", "{"}).code == ExitCode::invalid_arguments);
    CHECK(host.run({"call", "forbidden", "{}"}).code == ExitCode::denied);
    CHECK(host.run({"call", "echo", R"({"message":"x"})"}).code == ExitCode::undecided);
    CHECK(host.run({"call", "echo", R"({"message":"x"})", "--approval", "none"}).code ==
          ExitCode::undecided);
    CHECK(host.run({"call", "sing"}).code == ExitCode::tool_not_found);
    CHECK(host.run({"grants", "set", "sing", "once"}).code == ExitCode::tool_not_found);
    CHECK(host.run({"policy", "set", "sing", "deny"}).code == ExitCode::tool_not_found);
    CHECK(host.run({"policy", "set", "echo", "maybe"}).code == ExitCode::usage);
    CHECK(host.run({"--help"}).code == ExitCode::done);
    CHECK(host.effects() == std::vector<std::string>{"quick"});
}

TEST_CASE("with --json a mistake in a command is an object, too") {
    HostFixture host;
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"call", "--json"},
          std::vector<std::string>{"call", "echo", "--from", "openai", "-", "--json"}}) {
        const Outcome mistaken = host.run(words);
        CHECK(mistaken.code == ExitCode::usage);
        CHECK(json_of(mistaken.out)["code"] == "invalid_argument");
    }
}

TEST_CASE("help names the commands, examples and exit codes") {
    HostFixture host;
    const std::string help = host.run({"--help"}).out;
    for (const char* part :
         {"tools", "preview", "call", "audit", "undo", "grants", "policy", "permissions",
          "approvals", "desk call echo", "Exit codes", "Nothing else answers it"}) {
        CHECK(contains(help, part));
    }
    for (const char* command : {"tools", "preview", "call", "audit", "undo", "grants", "policy",
                                "permissions", "approvals"}) {
        const Outcome outcome = host.run({command, "--help"});
        CHECK(outcome.code == ExitCode::done);
        CHECK(contains(outcome.out, "Examples:\n  desk " + std::string(command)));
    }
}

TEST_CASE("a command that is none is named") {
    HostFixture host;
    CHECK(contains(host.run({"sing"}).err, "There is no command \"sing\" here."));
    CHECK(contains(host.run({"grants", "sing"}).err, "There is no command \"sing\" here."));
}

TEST_CASE("a dash reads the arguments from standard input") {
    HostFixture host;
    host.run({"policy", "set", "echo", "auto"});
    const Outcome called = host.run({"call", "echo", "-"}, "{\"message\":\"from a pipe\"}\n");
    CHECK(called.code == ExitCode::done);
    CHECK(host.effects() == std::vector<std::string>{"echo from a pipe"});
}

TEST_CASE("preview says what a call would do and records nothing, for denied tools too") {
    HostFixture host;
    const Outcome echo = host.run({"preview", "echo", R"({"message":"hello"})"});
    CHECK(echo.code == ExitCode::done);
    CHECK(echo.out == "Says something.\n  message: hello\n");
    CHECK(contains(host.run({"preview", "forbidden", R"({"text":"x"})"}).out, "Would forbid x"));
    CHECK(contains(host.run({"preview", "plain", R"({"text":"x"})"}).out, "has no preview"));
    CHECK(host.run({"preview", "echo", "{}"}).code == ExitCode::invalid_arguments);
    CHECK(host.run({"preview", "puzzled", R"({"text":"x"})"}).code == ExitCode::failed);
    CHECK(host.run({"preview", "sing", "{}"}).code == ExitCode::tool_not_found);
    CHECK_FALSE(std::filesystem::exists(host.state()));
    CHECK(host.effects().empty());
}

TEST_CASE("XD01: what a tool returns and says cannot act on the terminal") {
    HostFixture host;
    host.run({"policy", "set", "echo", "auto"});
    const Outcome called = host.run({"call", "echo", R"({"message":"\u001b[2J\u202e\u009b"})"});
    CHECK(contains(called.out, R"("\u{1B}[2J\u{202E}\u{9B}")"));
    host.run({"call", "sing\x1b[2J\nentry 0.1", "{}"});
    for (const char* command : {"audit", "tools", "policy"}) {
        std::vector<std::string> words = {command};
        if (words[0] == "policy") words.emplace_back("list");
        CHECK(host.run(words).out.find('\x1b') == std::string::npos);
    }
    CHECK(contains(host.run({"audit"}).out, "sing\\u{1B}[2J\\nentry 0.1"));
    CHECK(host.run({"audit", "show", "0.3"}).out.find('\x1b') == std::string::npos);
}

TEST_CASE("a tool may be named with its application or its origin") {
    HostFixture host;
    CHECK(host.run({"call", "testdesk/quick", "{}"}).code == ExitCode::done);
    CHECK(host.run({"call", "other/quick", "{}"}).code == ExitCode::tool_not_found);
}

TEST_CASE("a tool of an object is undone where the object lives, and it says so") {
    HostFixture host;
    const Outcome called = host.run({"call", "append", "{}"});
    REQUIRE(called.code == ExitCode::done);
    CHECK_FALSE(contains(called.out, "undo with"));
    const Outcome undone = host.run({"undo", "0.2"});
    CHECK(undone.code == ExitCode::failed);
    CHECK(contains(undone.err, "undo_not_supported"));
    CHECK(contains(undone.err, "editor::Document"));
    CHECK(contains(undone.err, "from inside that"));
    CHECK(host.effects() == std::vector<std::string>{"append"});
}

TEST_CASE("A7 an empty user is an error and never the login user") {
    HostFixture host;
    const Outcome empty = host.run({"--user", "", "call", "quick", "{}"});
    CHECK(empty.code == ExitCode::usage);
    CHECK(contains(empty.err, "leave --user out"));
    CHECK(host.effects().empty());
}

TEST_CASE("a program that cannot register its tools says so and does nothing") {
    iam::test::FakeClock clock;
    iam::test::FakeEntropy entropy;
    std::istringstream in;
    std::ostringstream out;
    std::ostringstream err;
    iam::host::Environment environment{
        .in = in, .out = out, .err = err, .clock = clock, .entropy = entropy};
    environment.backend = iam::default_store::backend();
    const char* words[] = {"desk", "tools"};
    const int code = iam::host::run_in(environment, 2, words, [](iam::Registry&) {
        return iam::Result<void>(iam::fail(iam::Errc::invalid_argument, "two tools are called a"));
    });
    CHECK(code == static_cast<int>(ExitCode::broken_program));
    CHECK(contains(err.str(), "two tools are called a"));
}

TEST_CASE("E7 the version is said, and a command line without a command gets the help") {
    HostFixture host;
    const Outcome version = host.run({"--version"});
    CHECK(version.code == ExitCode::done);
    CHECK(version.out.rfind("iam ", 0) == 0);
    CHECK(version.out.find_first_of("0123456789") == 4);
    const Outcome nothing = host.run({});
    CHECK(nothing.code == ExitCode::usage);
    CHECK(contains(nothing.out, "audit"));
    CHECK(contains(nothing.out, "Exit codes"));
    const Outcome group = host.run({"rules"});
    CHECK(group.code == ExitCode::usage);
    CHECK(contains(group.out, "explain"));
    CHECK(host.run({"--help"}).code == ExitCode::done);
}

TEST_CASE("E7 a command one letter off is asked back for") {
    HostFixture host;
    CHECK(contains(host.run({"aduit"}).err, "Did you mean \"audit\"?"));
    CHECK(contains(host.run({"grants", "lst"}).err, "Did you mean \"list\"?"));
    CHECK(contains(host.run({"rules", "explian", "echo"}).err, "Did you mean \"explain\"?"));
    CHECK_FALSE(contains(host.run({"xyzzy"}).err, "Did you mean"));
}

TEST_CASE("E7 each command below another has examples of its own") {
    HostFixture host;
    for (const std::pair<const char*, const char*>& command :
         std::vector<std::pair<const char*, const char*>>{
             {"rules", "check"},        {"rules", "explain"},      {"grants", "list"},
             {"grants", "set"},         {"grants", "revoke"},      {"grants", "revoke-all"},
             {"permissions", "list"},   {"permissions", "revoke"}, {"permissions", "shorten"},
             {"permissions", "extend"}, {"policy", "list"},        {"policy", "set"},
             {"policy", "revoke"},      {"policy", "revoke-all"},  {"approvals", "list"},
             {"approvals", "answer"},   {"approvals", "withdraw"}, {"audit", "events"},
             {"audit", "show"},         {"audit", "verify"},       {"audit", "export"},
             {"audit", "report"},       {"audit", "erase"},        {"audit", "retain"},
             {"audit", "checkpoint"},   {"audit", "prove"},        {"audit", "verify-proof"}}) {
        const std::string name = std::string(command.first) + " " + command.second;
        INFO(name);
        const std::string help = host.run({command.first, command.second, "--help"}).out;
        const std::size_t start = help.find("Examples:\n");
        REQUIRE(start != std::string::npos);
        // Others may follow: what a checkpoint is for shows with the next command.
        const auto lines = lines_in(help.substr(start));
        REQUIRE(lines.size() > 1);
        CHECK(contains(lines[1], " " + name));
    }
}

TEST_CASE("E7 an empty list says so, and a list has heads where somebody looks at it") {
    HostFixture host;
    for (const auto& [command, said] : std::vector<std::pair<std::string, std::string>>{
             {"grants", "No grant holds now."},
             {"permissions", "No permission holds now."},
             {"approvals", "No question waits."}}) {
        INFO(command);
        const Outcome listed = host.run({command, "list"});
        CHECK(listed.out.empty());
        CHECK(contains(listed.err, said));
        CHECK_FALSE(contains(host.run({command, "list", "--json"}).err, said));
    }
    CHECK(contains(host.run({"audit"}).err, "Nothing has been recorded yet."));
    CHECK_FALSE(contains(host.run({"tools"}).out, "TOOL"));
    host.run({"grants", "set", "echo", "once"});
    host.looks_at_output = true;
    for (const auto& [words, heads] : std::vector<std::pair<std::vector<std::string>, std::string>>{
             {{"tools"}, "TOOL"},
             {{"grants", "list"}, "GRANT"},
             {{"policy", "list"}, "TOOL"},
             {{"audit"}, "ENTRY"}}) {
        INFO(words.front());
        const std::string out = host.run(words).out;
        CHECK(out.rfind(heads, 0) == 0);
        CHECK(lines_in(out).size() > 1);
    }
}

TEST_CASE("E7 what reads a period takes the same options") {
    HostFixture host;
    host.run({"call", "quick"});
    for (const char* command : {"list", "report", "export"}) {
        for (const auto& names : {std::pair{"--since", "--until"}, std::pair{"--from", "--to"}}) {
            INFO(command << names.first);
            std::vector<std::string> words = {"audit"};
            if (command != std::string("list")) words.emplace_back(command);
            words.insert(words.end(), {names.first, "2h", names.second, "2026-01-03"});
            CHECK(host.run(words).code == ExitCode::done);
        }
    }
}
