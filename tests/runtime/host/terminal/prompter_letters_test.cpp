// What stands behind the letters of a question: other arguments, a reason, further calls, details.
#include <runtime/host/asked.hpp>
#include <runtime/host/fixture.hpp>

#include <algorithm>
#include <utility>
#include <vector>

using iam::consent::Answer;
using iam::consent::PromptReply;
using iam::consent::PromptRequest;
using iam::host::ExitCode;
using iam::host::TerminalPrompterOptions;
using iam::test::Asked;
using iam::test::contains;
using iam::test::FakeClock;
using iam::test::HostFixture;
using iam::test::json_of;
using iam::test::Outcome;
using iam::test::Pty;
using iam::test::question;

namespace {

constexpr const char* k_ready = "Press 1";
constexpr const char* k_menu = "Press 1, 2, 3 or 4. Esc: back to the question.";
constexpr const char* k_kill_line = "\x15";

/// With a clock that stands at 2026-01-02T03:04:05Z.
struct Menu {
    FakeClock clock{};
    std::chrono::sys_time<std::chrono::milliseconds> now{
        iam::from_rfc3339("2026-01-02T03:04:05.678Z").value()};
    Menu() { clock.set_wall(now); }
    TerminalPrompterOptions options() const {
        TerminalPrompterOptions options = Asked::quick();
        options.clock = &clock;
        return options;
    }
};

/// As the program wrote it, up to its last line end.
std::string written_text(std::string shown) {
    shown.erase(shown.find_last_not_of("\r\n") + 1);
    std::string text;
    for (std::size_t at = 0; at < shown.size(); ++at) {
        if (shown.compare(at, 2, "\r\n") != 0) text += shown[at];
    }
    return text;
}

using Steps = std::vector<std::pair<std::string, std::string>>;

/// Runs a command with a person who types each text once another one has come.
Outcome converse(HostFixture& host, std::vector<std::string> arguments, const Steps& steps,
                 std::string* shown = nullptr) {
    Pty pty;
    auto running = std::async(std::launch::async,
                              [&] { return host.run_on(pty.device(), std::move(arguments)); });
    for (const auto& [text, keys] : steps) {
        const bool came = pty.wait_for(text);
        INFO(text << " in " << pty.shown());
        CHECK(came);
        if (!came) {
            pty.let_go();
            pty.hang_up();
            return running.get();
        }
        pty.type(keys);
    }
    Outcome outcome = running.get();
    CHECK(::write(pty.program_end(), "<end>", 5) == 5);
    CHECK(pty.wait_for("<end>"));
    if (shown != nullptr) *shown = pty.shown();
    return outcome;
}

constexpr const char* k_whole_question = R"(
Allow this tool to run?
| echo · From desk, compiled in
| High risk · may modify data
| does not say if it changes anything, destroys, acts again on a repeat, reaches outside of here
| Proposed by a model
Preview: none; this tool does not tell what it would do.
Arguments, exactly as the tool gets them:
| {"message": "hi"}
1 Allow once   2 Allow always   3 Deny once   4 Deny always
m: later calls too. r: deny, saying why. e: edit the arguments. d: details.
Press 1, 2, 3 or 4. Enter: 1 Allow once. Esc: 3 Deny once.
)";

const std::vector<std::string> k_call_echo = {"call", "echo", R"({"message":"hi"})"};

}  // namespace

TEST_CASE("e changes the arguments, which are no answer to this question") {
    Asked asked;
    asked.at(k_ready, "e");
    asked.at("> {\"message\":\"hi\"}", "\x7f\x7f\x7f");
    asked.at("> {\"message\":\"h", "o\"}");
    asked.at("> {\"message\":\"ho\"}", "\r");
    const PromptReply reply = asked.reply();
    CHECK(reply.answer == Answer::edit);
    CHECK(reply.arguments == R"({"message":"ho"})");
    CHECK(reply.approval_id == "abc");
    CHECK(asked.pty.wait_for("-> Changed; what follows is a new call."));
    CHECK(asked.pty.shown().find('\x1b') == std::string::npos);
}

TEST_CASE("arguments that are no JSON are told with their place, and nothing typed is lost") {
    Asked asked;
    asked.at(k_ready, "e");
    asked.at("> {\"message\":\"hi\"}", "\x7f");
    asked.at("\b", "\r");
    REQUIRE(asked.pty.wait_for("This tool cannot be called with them:"));
    REQUIRE(asked.pty.wait_for("| Line 1, column 16: "));
    asked.at("> {\"message\":\"hi\"", " }");
    asked.at("> {\"message\":\"hi\" }", "\r");
    // The same value, however it is spelled, is no change.
    asked.at("nothing has changed.", k_kill_line);
    asked.at("\b", R"({"bad":1})");
    asked.at(R"({"bad":1})", "\r");
    REQUIRE(asked.pty.wait_for("| /bad: no such argument"));
    asked.at(R"(> {"bad":1})", k_kill_line);
    asked.at("\b", R"({"n":1})");
    asked.at(R"(> {"n":1})", "\r");
    CHECK(asked.reply().arguments == R"({"n":1})");
}

TEST_CASE("Esc leads from every letter back to the whole question, and nothing was answered") {
    const std::string letter = GENERATE("e", "r", "m", "d");
    Menu menu;
    PromptRequest request = question();
    request.contract.title = "Echo";
    Asked asked(request, menu.options());
    asked.at(k_ready, letter);
    asked.at("back to the question.", "\x1b");
    REQUIRE(asked.pty.wait_for("Allow this tool to run?"));
    asked.at(k_ready, "1");
    const PromptReply reply = asked.reply();
    CHECK(reply.answer == Answer::allow_once);
    CHECK_FALSE(reply.further);
    CHECK(reply.reason.empty());
    CHECK(reply.arguments.empty());
    CHECK(reply.shown_digest == Asked(request).after("1").shown_digest);
}

TEST_CASE(
    "behind every letter an interrupt, the end of input and an answer from elsewhere end it") {
    const std::string letter = GENERATE("e", "r", "m", "d");
    const std::string how = GENERATE("\x03", "\x04", "elsewhere", "closed");
    Asked asked;
    asked.at(k_ready, letter);
    REQUIRE(asked.pty.wait_for("back to the question."));
    if (how == "elsewhere") {
        asked.ticket->over = true;
    } else if (how == "closed") {
        asked.pty.let_go();
        asked.pty.hang_up();
    } else {
        if (letter == "e") asked.at("> {", k_kill_line);  // Ctrl-D erases where there is text
        if (letter == "e") REQUIRE(asked.pty.wait_for("\b"));
        asked.pty.type(how);
    }
    CHECK(asked.reply().answer == Answer::none);
}

TEST_CASE("r takes the reason of a refusal, without control characters and of bounded length") {
    Asked asked;
    asked.at(k_ready, "r");
    asked.at("The proposer of the call reads it.", "Not \x1b[31mnow" + std::string(2000, '!'));
    asked.at("< !", "\r");
    const PromptReply reply = asked.reply();
    CHECK(reply.answer == Answer::deny_once);
    CHECK(reply.reason == ("Not now" + std::string(2000, '!')).substr(0, 1024));
}

TEST_CASE("m allows this call and further ones, each with the moment at which that ends") {
    Menu menu;
    const auto chosen = [&](const std::string& key) {
        Asked asked(question(), menu.options());
        asked.at(k_ready, "m");
        asked.at(k_menu, key);
        return asked.reply();
    };
    using std::chrono::floor;
    const auto second = floor<std::chrono::seconds>(menu.now);
    CHECK_FALSE(chosen("1").further);
    const PromptReply soon = chosen("2");
    CHECK(soon.answer == Answer::allow_once);
    REQUIRE(soon.further);
    CHECK(soon.further->until == second + std::chrono::minutes(5));
    CHECK_FALSE(soon.further->uses);
    CHECK(soon.further->scope == iam::consent::CallScope::tool);
    const PromptReply these = chosen("4");
    REQUIRE(these.further);
    CHECK(these.further->until == second + std::chrono::hours(24));
    CHECK(these.further->scope == iam::consent::CallScope::arguments);
    CHECK(soon.shown_digest != Asked().after("1").shown_digest);
}

TEST_CASE("the menu of further calls, word for word") {
    Menu menu;
    PromptRequest request = question();
    request.call.subject.user = "ann";
    request.call.subject.session = "s-1";
    Asked asked(request, menu.options(), 200);
    asked.at(k_ready, "m");
    asked.at("Press 1, 2, 3, 4 or 5. Esc", "3");
    const PromptReply reply = asked.reply();
    REQUIRE(reply.further);
    CHECK(reply.further->until ==
          menu.now - std::chrono::milliseconds(678) + std::chrono::hours(24));
    REQUIRE(asked.pty.wait_for("at the latest\r\n"));
    std::string text = asked.pty.shown();
    text.erase(std::remove(text.begin(), text.end(), '\r'), text.end());
    CHECK(text.substr(text.find("\nAllow once. What")) == R"(
Allow once. What else may run without a question?
| Tool: echo
| User: ann
| Workspace: -
| Session: s-1
1 nothing, this call only
2 every call of this tool for 5 minutes, until 2026-01-02T03:09:05.000Z
3 every call of this tool in this session, until 2026-01-03T03:04:05.000Z at the latest
4 as many calls of this tool as you say, until 2026-01-03T03:04:05.000Z at the latest
5 every call of this tool with exactly these arguments, until 2026-01-03T03:04:05.000Z
It ends before if the tool changes or somebody revokes it.
Press 1, 2, 3, 4 or 5. Esc: back to the question.
-> Allow once
   every call of this tool in this session, until 2026-01-03T03:04:05.000Z at the latest
)");
}

TEST_CASE("E7 the menu of further calls is numbered without gaps, by name for consent keys") {
    Menu menu;
    PromptRequest request = question();
    request.consent_keys = {{"/account", true}, {"/at/pl\u202Eace", false}};
    Asked asked(request, menu.options(), 200);
    asked.at(k_ready, "m");
    asked.at("Press 1, 2, 3, 4 or 5. Esc", "5");
    const PromptReply reply = asked.reply();
    REQUIRE(reply.further);
    CHECK(reply.further->scope == iam::consent::CallScope::keys);
    CHECK(reply.further->until ==
          menu.now - std::chrono::milliseconds(678) + std::chrono::hours(24));
    REQUIRE(asked.pty.wait_for("-> Allow once"));
    const std::string shown = asked.pty.shown();
    CHECK(shown.find("5 every call of this tool with the same account (left out), "
                     "at/pl\\u{202E}ace as here, "
                     "until 2026-01-03T03:04:05.000Z\r\n") != std::string::npos);
}

TEST_CASE("a number of further calls is asked for, and what was pasted allows none") {
    Menu menu;
    Asked asked(question(), menu.options());
    asked.at(k_ready, "m");
    asked.at(k_menu, "3");
    asked.at("1 to 99?", "100\r");
    asked.at("> 100", "\r");
    asked.at("That is no number from 1 to 99.", "\x7f\x7f");
    asked.at("> 1 ", "2");
    asked.at("> 12", "\r");
    const PromptReply reply = asked.reply();
    CHECK(reply.answer == Answer::allow_once);
    REQUIRE(reply.further);
    CHECK(reply.further->uses == 12U);
    CHECK(asked.pty.wait_for("calls of this tool after this one: 12, until 2026-01-03"));
}

TEST_CASE("a letter that cannot be used is not offered, and says why where it is pressed") {
    const char letter = GENERATE('m', 'e');
    PromptRequest request = question();
    (letter == 'm' ? request.further_refused_because : request.edit_refused_because) = "Not so.";
    Asked asked(request);
    asked.at(k_ready, std::string(1, letter));
    REQUIRE(asked.pty.wait_for("cannot be"));
    REQUIRE(asked.pty.wait_for("| Not so."));
    asked.at("Press 1, 2, 3 or 4.", "3");
    CHECK(asked.reply().answer == Answer::deny_once);
    CHECK_FALSE(contains(asked.pty.shown(), std::string(1, letter) + ": "));
}

TEST_CASE("where only denying is possible, no letter allows") {
    TerminalPrompterOptions options = Asked::quick();
    options.deny_only_because = "It has a secret.";
    for (const std::string letter : {"m", "e"}) {
        Asked asked(question(), options);
        asked.at("Press 3", letter);
        asked.at("Allowing is not possible here:\r\n| It has a secret.\r\nPress 3", "r");
        asked.at("> ", "no");
        asked.at("> no", "\r");
        CHECK(asked.reply().reason == "no");
    }
}

TEST_CASE("d shows what the question leaves out, page by page, and Enter turns none") {
    PromptRequest request = question();
    request.call.id = "call-1";
    request.call.subject.session = "s-1";
    request.call.arguments = R"({"message":")" + std::string(6000, 'u') + "\\u001b\"}";
    request.contract.description = "Says it \x1b[2Jagain.";
    request.contract.digests.consent = iam::sha256("", "consent");
    request.decision = {.effect = iam::Policy::confirm,
                        .source = iam::consent::Source::rule,
                        .source_id = "no-echo",
                        .reason = "A rule.",
                        .place = "rules.json:3:5"};
    Asked asked(request);
    asked.at(k_ready, "d");
    asked.at("Space: go on.", "\r");
    CHECK_FALSE(asked.pty.wait_for("\nEsc: back to the question.", std::chrono::seconds(1)));
    do {
        asked.pty.type(" ");
    } while (!asked.pty.wait_for("\nEsc: back to the question.", std::chrono::seconds(1)));
    asked.pty.type("\x1b");
    asked.at(k_ready, "3");
    CHECK(asked.reply().answer == Answer::deny_once);
    const std::string all = asked.pty.shown();
    const std::string details = all.substr(all.find("Details of the call:"));
    for (const std::string& line :
         {std::string("| Tool: echo"), std::string("| In its own words: Says it \\u{1B}[2Jagain."),
          std::string("| Session: s-1"), std::string("| Call: call-1"),
          std::string("| Decided by: rule no-echo"),
          std::string("| Where that stands: rules.json:3:5"), std::string("| Question: abc"),
          request.contract.digests.consent.hex().substr(0, 40),
          std::string("Arguments in one line, 6020 bytes")}) {
        INFO(line);
        CHECK(contains(details, line));
    }
}

TEST_CASE("a dialogue on a dumb terminal is linear text, word for word") {
    Menu menu;
    PromptRequest request = question();
    request.application = "desk";
    request.call.proposer.kind = iam::Proposer::Kind::model;
    request.call.id = "call-1";
    TerminalPrompterOptions options = menu.options();
    Asked asked(request, options, 100);
    asked.at(k_ready, "d");
    asked.at("\nEsc: back to the question.", "\x1b");
    asked.at(k_ready, "r");
    asked.at("> ", "No.");
    asked.at("> No.", "\r");
    CHECK(asked.reply().reason == "No.");
    REQUIRE(asked.pty.wait_for("-> Deny once\r\n"));
    const std::string text = written_text(asked.pty.shown());
    const std::string zeros(64, '0');
    const std::string details = R"(
This tool will:
| - perhaps change something (it does not say)
| - perhaps destroy what was there (it does not say)
| - perhaps do it again when it is repeated (it does not say)
| - perhaps reach beyond this program (it does not say)
| - have no undo
Details of the call:
| Tool: echo
| Origin: desk
| Workspace: -
| Call: call-1
| Question: abc
| Decided by: nobody
)";
    const auto digest = [&](const std::string& what) { return "| " + what + ": " + zeros + "\n"; };
    // What is written over itself: the row as it was, then as it became.
    const std::string end = R"(
Why? The proposer of the call reads it. Enter: Deny once. Esc: back to the question.
)"
                            "\r> \r> No.\r> No.\n-> Deny once";
    CHECK(text == k_whole_question + details + digest("Contract (consent digest)") +
                      digest("Schemas (wire digest)") + digest("As published (behaviour digest)") +
                      "| Arguments in one line, 16 bytes: {\"message\":\"hi\"}\n"
                      "Esc: back to the question.\n" +
                      k_whole_question + end);
}

TEST_CASE("edited arguments are asked about anew, and only these run") {
    HostFixture host;
    std::string shown;
    const Outcome called = converse(host, k_call_echo,
                                    {{k_ready, "e"},
                                     {R"(> {"message":"hi","repeat":1})", k_kill_line},
                                     {"\b", R"({"message":"ho"})"},
                                     {R"(> {"message":"ho"})", "\r"},
                                     {"Allow this tool to run?", ""},
                                     {k_ready, "1"}},
                                    &shown);
    CHECK(called.code == ExitCode::done);
    CHECK(host.effects() == std::vector<std::string>{"echo ho"});
    CHECK(contains(shown.substr(shown.rfind("Allow this tool")), "| {\"message\": \"ho\","));
}

TEST_CASE("A7 what is wrong with edited arguments is said in the reader's language") {
    TerminalPrompterOptions options = Asked::quick();
    options.locale = "pt-BR";
    Asked asked(question(), options, 200);
    asked.at("Pressione 1", "e");
    asked.at(R"(> {"message":"hi"})", k_kill_line);
    asked.at("\b", R"({"a":1,})");
    asked.at(R"(> {"a":1,})", "\r");
    asked.at(
        "| Linha 1, coluna 8: não deve haver vírgula antes do sinal final; retire-a (byte 7)\r\n",
        k_kill_line);
    asked.at("\b", R"({"hour":24})");
    asked.at(R"(> {"hour":24})", "\r");
    asked.at("| /hour: 24 é maior que 23\r\n| falta 'name'\r\n", "\x1b");
    asked.at("Pressione 1", "3");
    CHECK(asked.reply().answer == Answer::deny_once);
}

TEST_CASE("A7 what an input may be is said in the reader's language") {
    TerminalPrompterOptions options = Asked::quick();
    options.locale = "pt-BR";
    PromptRequest request = question();
    iam::InputRequest input;
    input.kind = iam::InputRequest::Kind::number;
    input.prompt = "Quantos?";
    input.low = 1;
    input.high = 9;
    request.inputs = {input};
    Asked asked(request, options);
    asked.at("Pressione 1", "1");
    asked.at("| Quantos? (um número de 1 a 9)", "12");
    asked.at("> 12", "\r");
    asked.at("Isso não pode ser aceito. O que se pede é:\r\n| um número de 1 a 9\r\n", "\x1b");
    asked.at("Pressione 1", "3");
    CHECK(asked.reply().answer == Answer::deny_once);
}

TEST_CASE("arguments that the tool does not take are told where they are typed") {
    HostFixture host;
    const Outcome called = converse(host, k_call_echo,
                                    {{k_ready, "e"},
                                     {R"(> {"message":"hi","repeat":1})", k_kill_line},
                                     {"\b", R"({"massage":"ho"})"},
                                     {R"(> {"massage":"ho"})", "\r"},
                                     {"This tool cannot be called with them:", ""},
                                     {"massage", ""},
                                     {R"(> {"massage":"ho"})", "\x1b"},
                                     {k_ready, "3"}});
    CHECK(called.code == ExitCode::denied);
    CHECK(host.effects().empty());
}

TEST_CASE("the reason that a person gives reaches who proposed the call") {
    HostFixture host;
    auto words = k_call_echo;
    words.emplace_back("--json");
    const Outcome called =
        converse(host, words, {{k_ready, "r"}, {"> ", "Too loud."}, {"> Too loud.", "\r"}});
    CHECK(called.code == ExitCode::denied);
    CHECK(contains(called.out, "Too loud."));
}

TEST_CASE("further calls of the menu run without a question until the moment that it names") {
    HostFixture host;
    const Outcome called = converse(host, k_call_echo, {{k_ready, "m"}, {k_menu, "2"}});
    CHECK(called.code == ExitCode::done);
    const auto grants = json_of(host.run({"grants", "list", "--json"}).out)["grants"];
    REQUIRE(grants.size() == 1);
    CHECK(host.run({"call", "echo", R"({"message":"ho"})"}).code == ExitCode::done);
    host.clock.advance(std::chrono::minutes(5));
    CHECK(host.run(k_call_echo).code == ExitCode::undecided);
    CHECK(host.effects().size() == 2);
    CHECK(host.run({"audit", "verify"}).code == ExitCode::not_anchored);
}

TEST_CASE("what is allowed in a session is allowed to no other, and the list of grants names it") {
    HostFixture host;
    const auto in = [](const std::string& session) {
        auto words = k_call_echo;
        words.insert(words.begin(), {"--session", session});
        return words;
    };
    CHECK(converse(host, in("s-1"), {{k_ready, "m"}, {"Press 1, 2, 3, 4 or 5.", "3"}}).code ==
          ExitCode::done);
    CHECK(host.run(in("s-1")).code == ExitCode::done);
    CHECK(host.run(in("s-2")).code == ExitCode::undecided);
    CHECK(host.run(k_call_echo).code == ExitCode::undecided);
    CHECK(contains(host.run({"grants", "list"}).out, "ann in - in session s-1"));
    const auto listed = json_of(host.run({"grants", "list", "--json"}).out)["grants"];
    CHECK(listed.at(0)["session"] == "s-1");
}

TEST_CASE("an answer from another terminal can allow further calls, too") {
    HostFixture host;
    auto words = k_call_echo;
    words.emplace_back("--json");
    const auto asked = json_of(host.run(words).out);
    const std::string id = asked["approval"].get<std::string>();
    CHECK(converse(host, {"approvals", "answer", id}, {{k_ready, "m"}, {k_menu, "4"}}).code ==
          ExitCode::done);
    CHECK(host.run(k_call_echo).code == ExitCode::done);
    CHECK(host.run({"call", "echo", R"({"message":"ho"})"}).code == ExitCode::undecided);
}
