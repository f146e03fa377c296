// Whose question stands on a terminal: two of one process, of two processes, in the background, and
// beside other programs. Tests of runtime/src/host/terminal/terminal_turn.cpp.
#include <fcntl.h>
#include <host/terminal/terminal_turn.hpp>
#include <runtime/host/asked.hpp>
#include <runtime/host/fixture.hpp>

#include <fstream>
#include <string>
#include <vector>

using iam::consent::Answer;
using iam::host::is_terminal_free;
using iam::host::Terminal;
using iam::host::TerminalPrompter;
using iam::host::TerminalPrompterOptions;
using iam::host::TerminalTurn;
using iam::test::Asked;
using iam::test::contains;
using iam::test::Pty;
using iam::test::question;
using iam::test::TempDir;
using iam::test::TerminalProcess;

namespace {

constexpr const char* k_waits = "Another question stands in this terminal";

/// A state, and programs of it on one terminal.
struct Desks {
    TempDir folder{};
    Pty pty{200};

    std::string call(const std::string& message) const {
        return std::string(IAM_TEST_HOST_DESK) + " --plain --state " + (folder / "state").string() +
               " call echo '{\"message\":\"" + message + "\"}'";
    }
    TerminalProcess::Options options() {
        TerminalProcess::Options options;
        options.terminal = &pty;
        options.variables = {"TESTDESK_EFFECTS=" + (folder / "effects").string(), "TERM=xterm"};
        return options;
    }
    std::string effects() const {
        std::ifstream file(folder / "effects");
        return {std::istreambuf_iterator<char>(file), {}};
    }
};

TerminalTurn turn_on(const std::string& device) {
    const auto terminal = Terminal::open(device);
    REQUIRE(terminal);
    auto turn = TerminalTurn::of(*terminal);
    REQUIRE(turn);
    return std::move(*turn);
}

}  // namespace

TEST_CASE("A1 one of two has the turn on a terminal, and each terminal has its own") {
    Pty pty;
    Pty other;
    TerminalTurn first = turn_on(pty.device());
    TerminalTurn second = turn_on(pty.device());
    CHECK(is_terminal_free(pty.device()));
    CHECK(first.take());
    CHECK(first.take());
    CHECK_FALSE(second.take());
    CHECK(second.is_taken_by_another());
    CHECK_FALSE(first.is_taken_by_another());
    CHECK_FALSE(is_terminal_free(pty.device()));
    CHECK(turn_on(other.device()).take());
    first.give_back();
    CHECK(second.take());
}

TEST_CASE("A1 a turn ends with its holder, and what the holder kept open does not keep it") {
    Pty pty;
    { CHECK(turn_on(pty.device()).take()); }
    CHECK(turn_on(pty.device()).take());
}

TEST_CASE("A1 the second of two askers waits, says so in one line, and is asked in its turn") {
    Desks desks;
    TerminalProcess script({"/bin/sh", "-c", desks.call("first") + " & wait"}, desks.options());
    REQUIRE(desks.pty.wait_for("Press 1"));
    const Pty& pty = desks.pty;
    TerminalPrompterOptions options = Asked::quick();
    options.device = pty.device();
    options.answer_elsewhere = "desk approvals answer";
    std::promise<std::string> said;
    options.complain = [&](std::string_view line) { said.set_value(std::string(line)); };
    auto second = std::async(std::launch::async, [&] {
        TerminalPrompter prompter(options);
        Answer answer = Answer::none;
        prompter.show(question(), nullptr, [&](auto reply) { answer = reply.answer; });
        return answer;
    });
    // More than one line would set the promise twice, which ends the question.
    CHECK(said.get_future().get() ==
          "Another question stands in this terminal; this one waits until that one is answered. "
          "From another terminal: desk approvals answer abc");
    desks.pty.type("3");
    CHECK(script.wait() == 0);
    REQUIRE(desks.pty.wait_for("Press 1"));
    desks.pty.type("1");
    CHECK(second.get() == Answer::allow_once);
    CHECK(desks.effects().empty());
}

TEST_CASE("A1 of two processes each key answers the question that stands there") {
    Desks desks;
    TerminalProcess script(
        {"/bin/sh", "-c", desks.call("one") + " & " + desks.call("two") + " & wait"},
        desks.options());
    Pty& pty = desks.pty;
    REQUIRE(pty.wait_for("Press 1"));
    const bool one_is_first = contains(pty.shown(), R"("message": "one")");
    REQUIRE(one_is_first != contains(pty.shown(), R"("message": "two")"));
    pty.type("1");
    REQUIRE(pty.wait_for("Allow this tool to run?"));
    REQUIRE(pty.wait_for("Press 1"));
    pty.type("3");
    CHECK(script.wait() == 0);
    CHECK(desks.effects() == (one_is_first ? "echo one\n" : "echo two\n"));
}

TEST_CASE("A1 two threads of one process take turns") {
    Pty pty;
    TerminalPrompterOptions options = Asked::quick();
    options.device = pty.device();
    std::promise<void> waits;
    options.complain = [&](std::string_view line) {
        if (line.find(k_waits) == 0) waits.set_value();
    };
    TerminalPrompter prompter(options);
    const auto ask = [&] {
        return std::async(std::launch::async, [&] {
            Answer answer = Answer::none;
            prompter.show(question(), nullptr, [&](auto reply) { answer = reply.answer; });
            return answer;
        });
    };
    auto first = ask();
    REQUIRE(pty.wait_for("Press 1"));
    auto second = ask();
    waits.get_future().wait();
    pty.type("3");
    CHECK(first.get() == Answer::deny_once);
    REQUIRE(pty.wait_for("Press 1"));
    pty.type("1");
    CHECK(second.get() == Answer::allow_once);
}

TEST_CASE("A1 a question that waits ends when it is settled elsewhere") {
    Pty pty;
    TerminalTurn turn = turn_on(pty.device());
    REQUIRE(turn.take());
    const auto ticket = std::make_shared<iam::test::Ticket>();
    TerminalPrompterOptions options = Asked::quick();
    options.device = pty.device();
    options.complain = [&](std::string_view) { ticket->over = true; };
    TerminalPrompter prompter(options);
    Answer answer = Answer::allow_once;
    prompter.show(question(), ticket, [&](auto reply) { answer = reply.answer; });
    CHECK(answer == Answer::none);
}

TEST_CASE("A1 the turn passes on when its holder is killed") {
    Desks desks;
    TerminalProcess holder({"/bin/sh", "-c", "exec " + desks.call("first")}, desks.options());
    REQUIRE(desks.pty.wait_for("Press 1"));
    TerminalTurn turn = turn_on(desks.pty.device());
    CHECK_FALSE(turn.take());
    holder.signal(SIGKILL);
    CHECK(holder.wait() == 1000 + SIGKILL);
    CHECK(turn.take());
}

TEST_CASE(
    "A1 nothing is asked or read from the background, and the question comes with the "
    "foreground") {
    Desks desks;
    // With job control the call is in a process group of its own, which fg brings to the
    // foreground.
    TerminalProcess shell({"/bin/sh", "-c", "set -m; " + desks.call("first") + " & read key; fg"},
                          desks.options());
    Pty& pty = desks.pty;
    REQUIRE(pty.wait_for("This program is in the background of its terminal"));
    CHECK_FALSE(contains(pty.shown(), "Allow this tool to run?"));
    CHECK(pty.is_echoing());
    pty.type("1\n");
    REQUIRE(pty.wait_for("Press 1"));
    CHECK(desks.effects().empty());
    pty.type("3");
    shell.wait();
    CHECK(desks.effects().empty());
}

TEST_CASE("A1 a question that another program wrote over is put again, whole") {
    Asked asked;
    REQUIRE(asked.pty.wait_for("Press 1"));
    termios modes = asked.pty.modes();
    modes.c_lflag |= static_cast<tcflag_t>(ICANON | ECHO);
    REQUIRE(::tcsetattr(asked.pty.program_end(), TCSANOW, &modes) == 0);
    REQUIRE(asked.pty.wait_for("Allow this tool to run?"));
    REQUIRE(asked.pty.wait_for("Press 1"));
    asked.pty.type("1");
    CHECK(asked.reply().answer == Answer::allow_once);
    CHECK(asked.pty.is_echoing());
}

TEST_CASE("A1 a question is put again, whole, once another program had the terminal") {
    Desks desks;
    const std::string script =
        "set -m; " + desks.call("first") + "; echo the shell has it; read key; fg";
    TerminalProcess shell({"/bin/sh", "-c", script}, desks.options());
    Pty& pty = desks.pty;
    REQUIRE(pty.wait_for("Press 1"));
    REQUIRE(pty.foreground() != shell.pid());
    REQUIRE(::kill(-pty.foreground(), SIGSTOP) == 0);
    REQUIRE(pty.wait_for("the shell has it"));
    pty.type("1\n");
    REQUIRE(pty.wait_for("Allow this tool to run?"));
    REQUIRE(pty.wait_for("Press 1"));
    CHECK(desks.effects().empty());
    pty.type("3");
    shell.wait();
    CHECK(desks.effects().empty());
}

TEST_CASE("A2 pastes are marked while a question stands, and no longer after it") {
    for (const int signal : {0, SIGTERM, SIGHUP, SIGUSR1}) {
        Desks desks;
        TerminalProcess desk({"/bin/sh", "-c", "exec " + desks.call("first")}, desks.options());
        REQUIRE(desks.pty.wait_for("\x1b[?2004h"));
        REQUIRE(desks.pty.wait_for("Press 1"));
        signal == 0 ? desks.pty.type("\x03") : desk.signal(signal);
        CHECK(desks.pty.wait_for("\x1b[?2004l"));
        desk.wait();
        CHECK(desks.pty.is_echoing());
        CHECK(desks.effects().empty());
    }
}

TEST_CASE("A2 pasted keys answer no question, and a key after them does") {
    TerminalPrompterOptions options = Asked::quick();
    options.marks_pastes = true;
    Asked asked(question(), options);
    asked.at("Press 1", "\x1b[200~1\x1b[201~");
    do {
        asked.pty.type("3");
    } while (!asked.done_within(std::chrono::milliseconds(200)));
    CHECK(asked.reply().answer == Answer::deny_once);
}
