// Tests of runtime/src/host/host.cpp.
// Tests of runtime/src/host/session/{session,failed_writes,held_signals,input}.cpp.
// Tests of runtime/src/host/terminal/interrupt_watch.cpp.
#include <catch2/catch.hpp>
#include <runtime/host/fixture.hpp>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

using iam::test::contains;
using iam::test::json_of;
using iam::test::Pty;
using iam::test::TempDir;
using iam::test::TerminalProcess;

namespace {

/// A shared state, and programs that use it.
class World {
 public:
    TempDir folder{};

    std::vector<std::string> words(std::vector<std::string> more) const {
        std::vector<std::string> all = {IAM_TEST_HOST_DESK, "--plain", "--state",
                                        (folder / "state").string()};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }
    TerminalProcess::Options on(Pty* terminal) const {
        TerminalProcess::Options options;
        options.terminal = terminal;
        options.variables = {"TESTDESK_EFFECTS=" + (folder / "effects").string()};
        return options;
    }
    std::string effects() const {
        std::ifstream file(folder / "effects");
        return {std::istreambuf_iterator<char>(file), {}};
    }
    /// Runs one without any terminal; its exit code, and what it printed to standard output.
    int run(std::vector<std::string> more, std::string* printed = nullptr,
            const std::string& input = {}) const {
        TerminalProcess::Options options = on(nullptr);
        const std::string in = (folder / "in").string();
        const std::string out = (folder / "out").string();
        std::ofstream(in) << input;
        options.input = ::open(in.c_str(), O_RDONLY | O_CLOEXEC);
        options.output = ::open(out.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        const int code = TerminalProcess(words(std::move(more)), options).wait();
        ::close(options.input);
        ::close(options.output);
        std::ifstream file(out);
        if (printed != nullptr) *printed = {std::istreambuf_iterator<char>(file), {}};
        return code;
    }
};

/// The 32 hexadecimal digits behind "approvals answer ".
std::string approval_in(const std::string& text) {
    const std::string marker = "approvals answer ";
    const std::size_t at = text.rfind(marker);
    REQUIRE(at != std::string::npos);
    return text.substr(at + marker.size(), 32);
}

}  // namespace

TEST_CASE("XD15: piped input, without a terminal, answers nothing") {
    const World world;
    for (const std::string input : {"1\n", "y\nyes\n", "2\n2\n2\n", "\n\n\n"}) {
        CHECK(world.run({"call", "echo", R"({"message":"hi"})"}, nullptr, input) == 5);
    }
    CHECK(world.effects().empty());
}

TEST_CASE("XD15: with a terminal piped input answers nothing either, the terminal does") {
    const World world;
    Pty pty;
    auto options = world.on(&pty);
    const std::string in = (world.folder / "keys").string();
    std::ofstream(in) << "1\n1\n1\n";
    options.input = ::open(in.c_str(), O_RDONLY | O_CLOEXEC);
    TerminalProcess desk(world.words({"call", "echo", R"({"message":"hi"})"}), options);
    REQUIRE(pty.wait_for("Press 1"));
    pty.type("3");
    CHECK(desk.wait() == 4);
    ::close(options.input);
    CHECK(world.effects().empty());
}

TEST_CASE("XC15: variables and files of the working directory answer nothing") {
    const World world;
    const TempDir here;
    for (const char* name :
         {".iam.json", "iam.json", "config.ini", "desk.ini", ".env", "consent"}) {
        std::ofstream(here / name) << "yes=1\nallow=true\nplain=1\npolicy=auto\n[call]\nwait=1\n";
    }
    auto options = world.on(nullptr);
    options.folder = here.path().string();
    std::filesystem::create_directories(here / "testdesk");
    std::ofstream(here / "testdesk" / "rules.json")
        << R"({"iam":1,"rules":[{"id":"all","effect":"allow","tool":"*"}]})";
    for (const char* variable :
         {"CI=true", "IAM_YES=1", "YES=1", "ASSUME_YES=1", "FORCE=1",
          "DEBIAN_FRONTEND=noninteractive", "XDG_STATE_HOME=.", "XDG_CONFIG_HOME=."}) {
        options.variables.emplace_back(variable);
    }
    TerminalProcess desk(world.words({"call", "echo", R"({"message":"hi"})"}), options);
    CHECK(desk.wait() == 5);
    Pty pty;
    options.terminal = &pty;
    TerminalProcess asked(world.words({"call", "echo", R"({"message":"hi"})"}), options);
    REQUIRE(pty.wait_for("Press 1, 2, 3 or 4."));
    pty.type("3");
    CHECK(asked.wait() == 4);
    CHECK(world.effects().empty());
}

TEST_CASE("XC15: no option of a call answers for a person") {
    const World world;
    std::set<std::string> options;
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"--help"}, std::vector<std::string>{"call", "--help"}}) {
        std::string help;
        CHECK(world.run(words, &help) == 0);
        std::istringstream lines(help);
        for (std::string line, option; std::getline(lines, line);) {
            // "  -h,--help   Print …"
            if (!(std::istringstream(line) >> option)) continue;
            if (option.starts_with("-h,")) option.erase(0, 3);
            if (option.starts_with("--")) options.insert(option);
        }
    }
    CHECK(options == std::set<std::string>{
                         "--approval", "--from", "--help", "--json", "--log-calls", "--model",
                         "--plain", "--proposer", "--record-traffic", "--request", "--servers",
                         "--session", "--state", "--user", "--version", "--wait", "--workspace"});
    // Who proposes it answers nothing, whoever that is.
    for (const char* who : {"person", "program", "model"})
        CHECK(world.run({"call", "echo", R"({"message":"hi"})", "--proposer", who}) == 5);
    for (const char* option : {"--yes", "--force", "--allow", "--no-confirm", "-y", "-f"})
        CHECK(world.run({"call", "echo", R"({"message":"hi"})", option}) == 2);
    CHECK(world.effects().empty());
}

TEST_CASE("the question is in the language of the person's messages, and the record says so") {
    const World world;
    Pty pty;
    auto options = world.on(&pty);
    options.variables = {"LC_ALL=", "LC_MESSAGES=pt_BR.UTF-8", "LANG=en_US.UTF-8"};
    TerminalProcess desk(world.words({"call", "echo", R"({"message":"hi"})"}), options);
    REQUIRE(pty.wait_for("Pressione 1, 2, 3 ou 4."));
    CHECK(contains(pty.shown(), "3 Negar uma vez"));
    pty.type("3");
    CHECK(desk.wait() == 4);
    std::string printed;
    CHECK(world.run({"audit", "--json"}, &printed) == 0);
    CHECK(contains(printed, R"("locale":"pt-BR")"));
}

TEST_CASE("a call waits in one terminal and is answered from another") {
    const World world;
    Pty first;
    Pty second;
    TerminalProcess asking(world.words({"call", "echo", R"({"message":"hi"})"}), world.on(&first));
    REQUIRE(first.wait_for("Press 1"));
    first.type("d");
    REQUIRE(first.wait_for("approvals answer "));
    REQUIRE(first.wait_for("\n"));
    const std::string id = approval_in(first.shown());
    TerminalProcess answering(world.words({"approvals", "answer", id}), world.on(&second));
    REQUIRE(second.wait_for("Press 1"));
    CHECK(contains(second.shown(), "| Echo (echo)"));
    second.type("1");
    CHECK(answering.wait() == 0);
    REQUIRE(first.wait_for("settled elsewhere"));
    CHECK(asking.wait() == 0);
    CHECK(world.effects() == "echo hi\n");
}

TEST_CASE("a refusal from another terminal ends the call that waits, and says why") {
    const World world;
    Pty second;
    // With --wait its own terminal is not asked on.
    Pty nobody;
    TerminalProcess waiting(world.words({"call", "echo", R"({"message":"hi"})", "--wait"}),
                            world.on(&nobody));
    REQUIRE(nobody.wait_for("approvals answer "));
    REQUIRE(nobody.wait_for("\n"));
    const std::string id = approval_in(nobody.shown());
    CHECK_FALSE(contains(nobody.shown(), "Press 1"));
    TerminalProcess answering(world.words({"approvals", "answer", id, "--reason", "Not tonight."}),
                              world.on(&second));
    REQUIRE(second.wait_for("Press 1"));
    second.type("\x1b");
    CHECK(answering.wait() == 0);
    CHECK(nobody.wait_for("The reason given: Not tonight."));
    CHECK(waiting.wait() == 4);
    CHECK(world.effects().empty());
}

TEST_CASE("a grant from elsewhere settles the call that waits for an answer, and its question") {
    const World world;
    const std::vector<std::string> call = {"call", "echo", R"({"message":"hi"})"};
    SECTION("which stands where the call was made") {
        Pty terminal;
        TerminalProcess waiting(world.words(call), world.on(&terminal));
        REQUIRE(terminal.wait_for("Press 1"));
        CHECK(world.run({"grants", "set", "echo", "once"}) == 0);
        CHECK(waiting.wait() == 0);
    }
    SECTION("which stands in another terminal") {
        Pty second;
        Pty nobody;
        TerminalProcess waiting(world.words({call[0], call[1], call[2], "--wait"}),
                                world.on(&nobody));
        REQUIRE(nobody.wait_for("approvals answer "));
        REQUIRE(nobody.wait_for("\n"));
        TerminalProcess answering(world.words({"approvals", "answer", approval_in(nobody.shown())}),
                                  world.on(&second));
        REQUIRE(second.wait_for("Press 1"));
        CHECK(world.run({"grants", "set", "echo", "once"}) == 0);
        CHECK(answering.wait() == 5);
        CHECK(waiting.wait() == 0);
    }
    CHECK(world.effects() == "echo hi\n");
}

TEST_CASE("nobody is asked in another terminal about a call that is allowed by now") {
    const World world;
    CHECK(world.run({"call", "echo", R"({"message":"hi"})"}) != 0);
    std::string listed;
    CHECK(world.run({"approvals", "list"}, &listed) == 0);
    CHECK(world.run({"grants", "set", "echo", "once"}) == 0);
    Pty terminal;
    TerminalProcess answering(world.words({"approvals", "answer", listed.substr(0, 32)}),
                              world.on(&terminal));
    CHECK(terminal.wait_for("Nobody needs to answer"));
    CHECK(answering.wait() == 5);
}

TEST_CASE(
    "a freeze ends the question that stands in another terminal, and none is put until it thaws") {
    const World world;
    CHECK(world.run({"call", "echo", R"({"message":"hi"})"}) != 0);
    std::string listed;
    CHECK(world.run({"approvals", "list"}, &listed) == 0);
    const std::string id = listed.substr(0, 32);
    Pty terminal;
    TerminalProcess answering(world.words({"approvals", "answer", id}), world.on(&terminal));
    REQUIRE(terminal.wait_for("Press 1"));
    CHECK(world.run({"freeze", "supper"}) == 0);
    CHECK(terminal.wait_for("settled elsewhere"));
    CHECK(answering.wait() == 5);
    Pty again;
    TerminalProcess refused(world.words({"approvals", "answer", id}), world.on(&again));
    CHECK(refused.wait() == 5);
    CHECK(again.wait_for("Everything is frozen"));
    CHECK(world.run({"thaw", "done"}) == 0);
    Pty thawed;
    TerminalProcess asked(world.words({"approvals", "answer", id}), world.on(&thawed));
    REQUIRE(thawed.wait_for("Press 1"));
    thawed.type("3");
    CHECK(asked.wait() == 0);
    CHECK(world.effects().empty());
}

TEST_CASE("an always can be about these arguments only, and the question says so") {
    const World world;
    CHECK(world.run({"call", "echo", R"({"message":"hi"})"}) != 0);
    std::string listed;
    CHECK(world.run({"approvals", "list"}, &listed) == 0);
    const std::string id = listed.substr(0, 32);
    Pty terminal;
    TerminalProcess answering(world.words({"approvals", "answer", id, "--these-arguments"}),
                              world.on(&terminal));
    REQUIRE(terminal.wait_for("Press 1"));
    terminal.type("4");
    REQUIRE(terminal.wait_for("4: store it."));
    CHECK(contains(terminal.shown(), "| Deny every call of \"echo\" with exactly these arguments"));
    terminal.type("\x1b");
    REQUIRE(terminal.wait_for("Press 1"));
    terminal.type("2");
    REQUIRE(terminal.wait_for("2: store it."));
    CHECK(
        contains(terminal.shown(), "| Allow every call of \"echo\" with exactly these arguments"));
    terminal.type("2");
    CHECK(answering.wait() == 0);
    CHECK(world.run({"permissions", "list"}, &listed) == 0);
    CHECK(contains(listed, "allow always, these arguments only"));
    CHECK(world.run({"call", "echo", R"({"message":"hi"})"}) == 0);
    CHECK(world.run({"call", "echo", R"({"message":"ho"})"}) != 0);
    CHECK(world.effects() == "echo hi\n");
}

TEST_CASE("an always can be about the consent keys only, and the question says so") {
    const World world;
    CHECK(world.run({"call", "pay", R"({"account":"a","amount":1})"}) != 0);
    std::string listed;
    CHECK(world.run({"approvals", "list"}, &listed) == 0);
    const std::string id = listed.substr(0, 32);
    CHECK(world.run({"approvals", "answer", id, "--these-keys", "--these-arguments"}) != 0);
    Pty terminal;
    TerminalProcess answering(world.words({"approvals", "answer", id, "--these-keys"}),
                              world.on(&terminal));
    REQUIRE(terminal.wait_for("Press 1"));
    terminal.type("2");
    REQUIRE(terminal.wait_for("2: store it."));
    CHECK(contains(terminal.shown(), "with the same account"));
    terminal.type("2");
    CHECK(answering.wait() == 0);
    CHECK(world.run({"permissions", "list"}, &listed) == 0);
    CHECK(contains(listed, "allow always, these consent keys only"));
    CHECK(world.run({"call", "pay", R"({"account":"a","amount":2})"}) == 0);
    CHECK(world.run({"call", "pay", R"({"account":"b","amount":2})"}) != 0);
    CHECK(world.effects() == "pay 2 from a\n");
}

TEST_CASE("an answer by keys to a tool that has none is told so, and nothing is answered") {
    const World world;
    CHECK(world.run({"call", "echo", R"({"message":"hi"})"}) != 0);
    std::string listed;
    CHECK(world.run({"approvals", "list"}, &listed) == 0);
    const std::string id = listed.substr(0, 32);
    Pty terminal;
    TerminalProcess answering(world.words({"approvals", "answer", id, "--these-keys"}),
                              world.on(&terminal));
    CHECK(answering.wait() == 5);
    CHECK(world.run({"approvals", "list"}, &listed) == 0);
    CHECK(listed.substr(0, 32) == id);
}

TEST_CASE("undo from another process takes a call of a free function back, once") {
    const World world;
    REQUIRE(world.run({"policy", "set", "echo", "auto"}) == 0);
    REQUIRE(world.run({"call", "echo", R"({"message":"hi"})"}) == 0);
    CHECK(world.run({"undo", "0.3"}) == 0);
    CHECK(world.run({"undo", "0.3"}) == 1);
    CHECK(world.effects() == "echo hi\nretract hi\n");
    REQUIRE(world.run({"call", "append", "{}"}) == 0);
    CHECK(world.run({"undo", "0.8"}) == 1);
    CHECK(world.effects() == "echo hi\nretract hi\nappend\n");
}

TEST_CASE("a call whose process dies in the middle is told of as what may have happened") {
    const World world;
    CHECK(world.run({"call", "vanish", "{}"}) == 1000 + SIGKILL);
    CHECK(world.effects() == "vanish\n");
    std::string printed;
    CHECK(world.run({"audit"}, &printed) == 0);
    CHECK(contains(printed, "may have happened and nobody knows; do not repeat"));
    CHECK(world.run({"undo", "0.1"}) == 7);
    CHECK(world.run({"audit", "verify"}) == 11);
}

TEST_CASE("what became of a call whose process died is found out where its tool can tell") {
    const World world;
    CHECK(world.run({"call", "vanish", "{}"}) == 1000 + SIGKILL);
    CHECK(world.run({"call", "vanish", "{}"}) == 1000 + SIGKILL);
    std::string printed;
    CHECK(world.run({"reconcile", "0.1"}, &printed) == 0);
    CHECK(printed == "0.1: it happened\nentry 0.4\n");
    CHECK(world.run({"reconcile", "0.1"}) == 1);
    printed.clear();
    CHECK(world.run({"reconcile", "--all", "--json"}, &printed) == 0);
    const auto found = json_of(printed);
    REQUIRE(found.size() == 1);
    CHECK(found[0]["of"] == "0.2");
    CHECK(found[0]["happened"] == true);
    printed.clear();
    CHECK(world.run({"reconcile", "--all"}, &printed) == 0);
    CHECK(contains(printed, "no call whose outcome"));
    printed.clear();
    CHECK(world.run({"audit"}, &printed) == 0);
    CHECK(contains(printed, "what became of 0.1: it happened"));
    CHECK(world.run({"reconcile"}) == 2);
}

TEST_CASE("the first Ctrl-C asks a running tool to stop, and its outcome is recorded") {
    const World world;
    Pty pty;
    TerminalProcess desk(world.words({"call", "linger", R"({"heed":true})"}), world.on(&pty));
    REQUIRE(pty.wait_for("lingering"));
    desk.await_asleep();
    pty.type("\x03");
    CHECK(pty.wait_for("Ctrl-C again ends the program"));
    CHECK(pty.wait_for("cancelled: It was asked to stop."));
    CHECK(desk.wait() == 1);
    std::string printed;
    CHECK(world.run({"audit"}, &printed) == 0);
    CHECK(contains(printed, "failed: cancelled"));
}

TEST_CASE("a second Ctrl-C ends the program, and what the tool has done is told as unknown") {
    const World world;
    Pty pty;
    TerminalProcess desk(world.words({"call", "linger", R"({"heed":false})"}), world.on(&pty));
    REQUIRE(pty.wait_for("lingering"));
    desk.await_asleep();
    pty.type("\x03");
    REQUIRE(pty.wait_for("Ctrl-C again ends the program"));
    pty.type("\x03");
    CHECK(desk.wait() == 1000 + SIGINT);
    std::string printed;
    CHECK(world.run({"audit"}, &printed) == 0);
    CHECK(contains(printed, "may have happened and nobody knows; do not repeat"));
    CHECK(world.run({"undo", "0.1"}) == 7);
}

TEST_CASE("Ctrl-C ends a call that waits for an answer from elsewhere, and its question") {
    const World world;
    Pty pty;
    TerminalProcess waiting(world.words({"call", "echo", R"({"message":"hi"})", "--wait"}),
                            world.on(&pty));
    REQUIRE(pty.wait_for("approvals answer "));
    pty.type("\x03");
    CHECK(waiting.wait() == 1);
    std::string printed;
    CHECK(world.run({"approvals", "list"}, &printed) == 0);
    CHECK(printed.empty());
    CHECK(world.run({"audit"}, &printed) == 0);
    CHECK(contains(printed, "not run: cancelled"));
    CHECK(world.effects().empty());
}

TEST_CASE("a program that ignores Ctrl-C goes on ignoring it while a tool runs") {
    const World world;
    Pty pty;
    auto options = world.on(&pty);
    options.ignores_interrupts = true;
    TerminalProcess desk(world.words({"call", "linger", R"({"heed":false})"}), options);
    REQUIRE(pty.wait_for("lingering"));
    desk.await_asleep();
    desk.signal(SIGINT);
    desk.signal(SIGINT);
    desk.signal(SIGTERM);
    CHECK(desk.wait() == 1000 + SIGTERM);
}

TEST_CASE("the end of the terminal is no answer") {
    const World world;
    Pty pty;
    TerminalProcess desk(world.words({"call", "echo", R"({"message":"hi"})"}), world.on(&pty));
    pty.let_go();
    REQUIRE(pty.wait_for("Press 1"));
    pty.hang_up();
    CHECK(desk.wait() != 0);
    CHECK(world.effects().empty());
}

TEST_CASE("a signal at a question ends the program and leaves the terminal as it was") {
    const World world;
    Pty pty;
    TerminalProcess desk(world.words({"call", "echo", R"({"message":"hi"})"}), world.on(&pty));
    REQUIRE(pty.wait_for("Press 1"));
    CHECK_FALSE(pty.is_echoing());
    desk.signal(SIGTERM);
    CHECK(desk.wait() == 1000 + SIGTERM);
    CHECK(pty.is_echoing());
    CHECK(world.effects().empty());
}

TEST_CASE("audit --follow prints what other processes add") {
    const World world;
    REQUIRE(world.run({"call", "quick", "{}"}) == 0);
    Pty pty(200);
    TerminalProcess following(world.words({"audit", "--follow"}), world.on(&pty));
    REQUIRE(pty.wait_for("0.2  "));
    REQUIRE(world.run({"call", "broken", "{}"}) == 1);
    CHECK(pty.wait_for("failed: out_of_paper"));
    pty.type("\x03");
    CHECK(following.wait() == 1000 + SIGINT);
}

TEST_CASE("state lies in the folder of the application, whatever the program is called") {
    const TempDir folder;
    const std::string renamed = (folder / "renamed").string();
    std::filesystem::create_symlink(IAM_TEST_HOST_DESK, renamed);
    TerminalProcess::Options options;
    options.variables = {"XDG_STATE_HOME=" + (folder / "states").string()};
    CHECK(TerminalProcess({renamed, "call", "quick", "{}"}, options).wait() == 0);
    CHECK(std::filesystem::exists(folder / "states/testdesk/ledger.db"));
    options.variables = {"XDG_STATE_HOME=", "HOME=" + (folder / "home").string()};
    std::filesystem::create_directory(folder / "home");
    CHECK(TerminalProcess({renamed, "call", "quick", "{}"}, options).wait() == 0);
    CHECK(std::filesystem::exists(folder / "home/.local/state/testdesk/ledger.db"));
}
