// Tests of runtime/src/host/terminal/{dialogue,terminal,terminal_prompter}.cpp.
// Tests of runtime/src/question/menus.cpp.
#include <iam/question/layout.hpp>

#include <runtime/host/asked.hpp>

#include <algorithm>
#include <atomic>
#include <future>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using iam::consent::Answer;
using iam::consent::PromptReply;
using iam::consent::PromptRequest;
using iam::host::TerminalPrompter;
using iam::host::TerminalPrompterOptions;
using iam::test::Asked;
using iam::test::question;

TEST_CASE("each key gives its answer") {
    CHECK(Asked().after("1").answer == Answer::allow_once);
    CHECK(Asked().after("2").answer == Answer::allow_always);
    CHECK(Asked().after("3").answer == Answer::deny_once);
    CHECK(Asked().after("4").answer == Answer::deny_always);
    CHECK(Asked().after("\r").answer == Answer::allow_once);
}

TEST_CASE("XD12: Escape denies, and Enter denies what is destructive") {
    CHECK(Asked().after("\x1b").answer == Answer::deny_once);
    PromptRequest destructive = question();
    destructive.contract.hints.destructive = true;
    CHECK(Asked(destructive).after("\n").answer == Answer::deny_once);
}

TEST_CASE("end of input, an interrupt and a closed window are no answer") {
    CHECK(Asked().after("\x04").answer == Answer::none);
    std::atomic<int> interrupts{0};
    TerminalPrompterOptions options = Asked::quick();
    options.on_interrupt = [&] { ++interrupts; };
    CHECK(Asked(question(), options).after("\x03").answer == Answer::none);
    CHECK(interrupts == 1);
    Asked closed;
    REQUIRE(closed.pty.wait_for("Press 1"));
    closed.pty.let_go();
    closed.pty.hang_up();
    CHECK(closed.reply().answer == Answer::none);
}

TEST_CASE("keys that answer nothing, sequences and pasted text are passed over") {
    Asked asked;
    REQUIRE(asked.pty.wait_for("Press 1"));
    const std::string long_paste = std::string(600, 'x') + "1";
    for (const std::string keys :
         {"5", "y", "yes\n", "\x1b[A", "\x1bOP", "1111", "1\n1\n", " ", "\t", long_paste.c_str()}) {
        asked.pty.type(keys);
    }
    // Whatever comes within a moment of the last of them counts as pasted, too.
    do {
        asked.pty.type("3");
    } while (!asked.done_within(std::chrono::milliseconds(200)));
    CHECK(asked.reply().answer == Answer::deny_once);
}

TEST_CASE("pasted text that ends like an answer is none, wherever it is cut") {
    Asked asked;
    REQUIRE(asked.pty.wait_for("Press 1"));
    // One read takes 256 bytes, and the next one finds "1" alone.
    asked.pty.type(std::string(256, 'x') + "1");
    do {
        asked.pty.type("3");
    } while (!asked.done_within(std::chrono::milliseconds(200)));
    CHECK(asked.reply().answer == Answer::deny_once);
}

TEST_CASE("XD12: keys that came before the question or with it are dropped") {
    TerminalPrompterOptions options = Asked::quick();
    options.arming_delay = std::chrono::hours(1);
    Asked asked(question(), options);
    asked.pty.type("1");
    REQUIRE(asked.pty.wait_for("4 Deny always"));
    for (int i = 0; i < 3; ++i) {
        asked.pty.type("1\n");
        CHECK_FALSE(asked.done_within(std::chrono::milliseconds(100)));
    }
    // Who wants out need not wait. A key that is read together with what came before it is dropped,
    // too.
    do {
        asked.pty.type("\x03");
    } while (!asked.done_within(std::chrono::milliseconds(200)));
    CHECK(asked.reply().answer == Answer::none);
    CHECK(asked.pty.shown().find("Press") == std::string::npos);
}

TEST_CASE("after the delay a key counts, and the question says so") {
    TerminalPrompterOptions options = Asked::quick();
    options.arming_delay = std::chrono::milliseconds(100);
    CHECK(Asked(question(), options).after("1").answer == Answer::allow_once);
}

TEST_CASE("T11: always is refused with the reason and asked again") {
    PromptRequest request = question();
    request.always_refused_because = "It may destroy what was there.";
    Asked asked(request);
    REQUIRE(asked.pty.wait_for("Press 1"));
    asked.pty.type("2");
    REQUIRE(asked.pty.wait_for("\"Allow always\" is not possible:"));
    REQUIRE(asked.pty.wait_for("| It may destroy what was there."));
    REQUIRE(asked.pty.wait_for("Press 1, 3 or 4."));
    asked.pty.type("1");
    CHECK(asked.reply().answer == Answer::allow_once);
}

TEST_CASE("a question that is settled elsewhere closes without an answer") {
    Asked asked;
    REQUIRE(asked.pty.wait_for("Press 1"));
    asked.ticket->over = true;
    CHECK(asked.reply().answer == Answer::none);
    CHECK(asked.pty.wait_for("settled elsewhere"));
}

TEST_CASE("XD13: the answer names its question, who gave it, where, and what was seen") {
    Asked asked;
    const std::string device = asked.pty.device();
    const PromptReply reply = asked.after("1");
    CHECK(reply.approval_id == "abc");
    CHECK(reply.approver.channel == "terminal:" + device);
    CHECK(reply.approver.uid == std::to_string(::getuid()));
    CHECK(!reply.approver.login.empty());
    CHECK(reply.shown_digest != iam::Digest{});
    PromptRequest other = question();
    other.call.arguments = R"({"message":"ho"})";
    CHECK(Asked(other).after("1").shown_digest != reply.shown_digest);
}

TEST_CASE("the digest is of the text as it was shown") {
    Asked asked;
    const PromptReply reply = asked.after("1");
    std::string text = asked.pty.shown();
    for (std::size_t at = text.find('\r'); at != std::string::npos; at = text.find('\r')) {
        text.erase(at, 1);
    }
    const std::size_t begin = text.find("Allow this tool");
    text = text.substr(begin, text.find("m: later calls") - begin);
    CHECK(iam::sha256(iam::domain_tag("iam/prompt/1"), text) == reply.shown_digest);
}

TEST_CASE("the terminal is left as it was") {
    Asked asked;
    REQUIRE(asked.pty.wait_for("Press 1"));
    CHECK_FALSE(asked.pty.is_echoing());
    asked.pty.type("3");
    asked.reply();
    CHECK(asked.pty.is_echoing());
    CHECK((asked.pty.modes().c_lflag & static_cast<tcflag_t>(ICANON | ISIG)) != 0);
}

TEST_CASE("colour marks the risk, and nothing else than colour is added") {
    TerminalPrompterOptions options = Asked::quick();
    options.plain = false;
    Asked coloured(question(), options);
    coloured.after("3");
    CHECK(coloured.pty.shown().find("\x1b[1;31mHigh risk") != std::string::npos);
    Asked plain;
    plain.after("3");
    CHECK(plain.pty.shown().find('\x1b') == std::string::npos);
}

TEST_CASE("XD07: on a narrow terminal no line is wider than the terminal") {
    PromptRequest request = question();
    std::string text(4096, 'u');
    // Of two columns, of none, and a picture made of several characters.
    for (int i = 0; i < 500; ++i) text += "\u65E5e\u0301 \U0001F468\u200D\U0001F469 ";
    request.call.arguments = R"({"message":")" + text + "\"}";
    Asked asked(request, Asked::quick(), 40);
    asked.at("Press 1", "1");
    CHECK(asked.after("3").answer == Answer::deny_once);
    std::istringstream shown(asked.pty.shown());
    std::size_t widest = 0;
    for (std::string line; std::getline(shown, line);) {
        if (!line.empty() && line.back() == '\r') line.pop_back();
        // Which keys count is one line of ours, which the terminal wraps.
        if (line.rfind("Press ", 0) == 0) continue;
        widest = std::max(widest, iam::question::width_of(line));
    }
    CHECK(widest <= 40);
    CHECK(widest > 30);
}

TEST_CASE(
    "XD01 XD02 XD03 XD04: nothing in a question acts on the terminal, begins a line or hides") {
    const std::string evil =
        "\x1b[2J\x1b]52;c;c3RvbGVu\x07\u009B2J\r\x08\x7F\n1 Allow "
        "once\u202Eetteled\u2066\u200B\u00AD"
        "\U000E0041\u3164";
    PromptRequest request = question();
    request.contract.title = evil;
    request.decision.reason = evil;
    request.call.proposer.kind = iam::Proposer::Kind::model;
    request.call.proposer.model = evil;
    request.preview = iam::Preview{evil, {{evil, evil}}, {{evil, evil}}};
    request.call.arguments =
        R"({"\u001b[2J\n1 Allow once\u202e\u200b":"\u001b]2;t\u0007\r\u0008"})";
    Asked asked(request, Asked::quick(), 2000);
    CHECK(asked.after("3").answer == Answer::deny_once);
    const std::string& shown = asked.pty.shown();
    for (const char c : shown) {
        const auto byte = static_cast<unsigned char>(c);
        CHECK((byte >= 0x20 || c == '\r' || c == '\n'));
        CHECK(byte != 0x7F);
    }
    for (const char* hidden :
         {"\u009B", "\u202E", "\u2066", "\u200B", "\u00AD", "\U000E0041", "\u3164"}) {
        CHECK(shown.find(hidden) == std::string::npos);
    }
    for (const char* spelled :
         {"\\u{1B}[2J", "\\u{9B}", "\\u{202E}", "\\u{200B}", "\\u{E0041}", "\\n1 Allow once"}) {
        CHECK(shown.find(spelled) != std::string::npos);
    }
    const std::size_t line = shown.find("\n1 Allow once");
    CHECK(shown.find("\n1 Allow once", line + 1) == std::string::npos);
}

TEST_CASE("XD06: the terminal gets the whole of a long value before a key counts") {
    PromptRequest request = question();
    std::string elements;
    for (int i = 0; i < 3000; ++i) elements += (i == 0 ? "" : ",") + std::to_string(100'000 + i);
    const std::string text(20'000, 'u');
    request.call.arguments = R"({"list":[)" + elements + R"(],"text":")" + text + "end\"}";
    Asked asked(request);
    asked.at("Press 1", "1");
    CHECK(asked.after("1").answer == Answer::allow_once);
    const std::string& all = asked.pty.shown();
    const std::size_t first = all.find("Press 1");
    CHECK(all.substr(0, first).find("are left out here; 1 shows everything)") != std::string::npos);
    const std::string shown = all.substr(first, all.find("Press 1", first + 1) - first);
    std::size_t at = 0;
    for (int i = 0; i < 3000 && at != std::string::npos; ++i) {
        at = shown.find(std::to_string(100'000 + i), at);
    }
    CHECK(at != std::string::npos);
    const std::string_view long_text = std::string_view(shown).substr(shown.find("\"text\""));
    CHECK(std::count(long_text.begin(),
                     long_text.begin() + static_cast<std::ptrdiff_t>(long_text.find("end\"")),
                     'u') == 20'000);
}

TEST_CASE("XD06: no key allows what was not shown in full, and every key may deny it") {
    PromptRequest request = question();
    request.call.arguments = "{\"text\":\"" + std::string(2000, 'u') + "end\"}";
    for (const std::string key : {"1", "2", "m", "\n"}) {
        Asked asked(request);
        asked.at("Press 1", key);
        asked.at("Press 1", "3");
        CHECK(asked.reply().answer == Answer::deny_once);
        const std::string& shown = asked.pty.shown();
        INFO(key);
        CHECK(std::count(shown.begin(), shown.end(), 'u') > 2000);
        CHECK(shown.find("What else may run") == std::string::npos);
        CHECK(shown.find("would store") == std::string::npos);
    }
    for (const std::string key : {"3", "4", "\x1b"}) {
        const auto reply = Asked(request).after(key);
        CHECK((reply.answer == Answer::deny_once || reply.answer == Answer::deny_always));
    }
    // What was shown in full stays so behind another letter.
    Asked asked(request);
    asked.at("Press 1", "1");
    asked.at("Press 1", "d");
    asked.at("Esc: back", "\x1b");
    asked.at("Press 1", "1");
    CHECK(asked.reply().answer == Answer::allow_once);
}

TEST_CASE("what an always would store is shown before it counts, and Esc leads back") {
    for (const std::string key : {"2", "4"}) {
        PromptRequest request = question();
        request.deny_always_would_store = "nothing of it";
        Asked asked(request);
        const std::string stored = key == "2" ? "| everything" : "| nothing of it";
        asked.at("Press 1", key);
        // No other key answers here.
        asked.at(key + ": store it. Esc: back to the question.", key == "2" ? "4" : "2");
        asked.pty.type("1");
        asked.pty.type("\n");
        CHECK_FALSE(asked.done_within(std::chrono::milliseconds(200)));
        CHECK(asked.pty.shown().find(stored) != std::string::npos);
        asked.pty.type("\x1b");
        asked.at("Press 1", "3");
        CHECK(asked.reply().answer == Answer::deny_once);
    }
}

TEST_CASE("the digest of an always covers what it would store") {
    PromptRequest other = question();
    other.always_would_store = "something else";
    CHECK(Asked().after("2").shown_digest != Asked(other).after("2").shown_digest);
    CHECK(Asked().after("1").shown_digest == Asked(other).after("1").shown_digest);
}

TEST_CASE("XD05: the question spells out what looks like something else, on the terminal too") {
    PromptRequest request = question();
    request.call.arguments = "{\"to\":\"\u0440\u0430ypal\"}";
    Asked asked(request);
    CHECK(asked.after("3").answer == Answer::deny_once);
    CHECK(asked.pty.shown().find("| - \u0440\u0430ypal: \\u{440}\\u{430}ypal") !=
          std::string::npos);
}

TEST_CASE("XD14: a key means the same at a terminal in every language") {
    const std::vector<std::pair<std::string, Answer>> keys = {
        {"1", Answer::allow_once},  {"2", Answer::allow_always}, {"3", Answer::deny_once},
        {"4", Answer::deny_always}, {"\x1b", Answer::deny_once}, {"\n", Answer::allow_once}};
    for (const std::string locale : {"en-US", "pt-BR"}) {
        for (const auto& [key, answer] : keys) {
            TerminalPrompterOptions options = Asked::quick();
            options.locale = locale;
            Asked asked(question(), options);
            asked.at("1, 2, 3", key);
            const std::string confirm = key + (locale == "en-US" ? ": store it" : ": guardar");
            if (key == "2" || key == "4") asked.at(confirm, key);
            CHECK(asked.reply().answer == answer);
            CHECK(asked.pty.wait_for("-> "));
        }
    }
}

TEST_CASE("XD15: without a terminal nobody is asked, and it says so") {
    TerminalPrompterOptions options;
    options.device = "/nonexistent/terminal";
    std::string complaint;
    options.complain = [&](std::string_view sentence) { complaint = sentence; };
    TerminalPrompter prompter(options);
    Answer answer = Answer::allow_once;
    prompter.show(question(), nullptr, [&](PromptReply reply) { answer = reply.answer; });
    CHECK(answer == Answer::none);
    CHECK(complaint.find("Run the program in a terminal") != std::string::npos);
    options.device = "/dev/null";
    TerminalPrompter on_a_file(options);
    on_a_file.show(question(), nullptr, [&](PromptReply reply) { answer = reply.answer; });
    CHECK(answer == Answer::none);
}
