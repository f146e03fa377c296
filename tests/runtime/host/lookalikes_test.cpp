// Letters that look like other letters, in the question.
#include "asked.hpp"

#include <catch2/catch.hpp>
#include <host/lookalikes.hpp>
#include <host/prompt_text.hpp>

#include <string>
#include <utility>
#include <vector>

using iam::host::Lookalikes;

namespace {

using Lines = std::vector<std::string>;

Lines lines_of_text(const std::string& text) {
    Lookalikes looking;
    looking.look_at_text(text);
    return looking.lines();
}

Lines lines_of_name(const std::string& name) {
    Lookalikes looking;
    looking.look_at_name(name);
    return looking.lines();
}

}  // namespace

TEST_CASE("XD05: a word with letters of two scripts is spelled out") {
    // Cyrillic er and a.
    CHECK(lines_of_text("pay \u0440\u0430ypal.example now") ==
          Lines{"\u0440\u0430ypal: \\u{440}\\u{430}ypal"});
    // A Greek omicron, an Armenian one.
    CHECK(lines_of_text("g\u03BFogle g\u0585ogle").size() == 2);
}

TEST_CASE(
    "XD05: a word of another script that reads like ASCII is spelled out beside ASCII letters") {
    CHECK(lines_of_text("https://\u0441\u043E\u0440\u0435.example").size() == 1);
    CHECK(lines_of_text("the \u0455\u0441\u043E\u0440\u0435 of desk").size() == 1);
    CHECK(lines_of_name("\u0441\u043E\u0440\u0435") ==
          Lines{"\u0441\u043E\u0440\u0435: \\u{441}\\u{43E}\\u{440}\\u{435}"});
}

TEST_CASE("XD05: what people write in one script is nothing to tell of") {
    const std::string text =
        GENERATE("plain ASCII, 12 of it", "caf\u00E9 na\u00EFve \u00FCber", "kap\u0131",
                 "\u041F\u0440\u0438\u0432\u0435\u0442, John", "\u0441\u043E\u0440\u0435",
                 "\u65E5\u672C\u8A9E Wiki", "\u043E John", "\u4E2D\u6587abc",
                 "\u0645\u0631\u062D\u0628\u0627 12");
    INFO(text);
    CHECK(lines_of_text(text).empty());
}

TEST_CASE("XD05: texts and names of members in a value are looked at, each word once") {
    Lookalikes looking;
    looking.look_at_json(
        "{\"a\":[\"\u0440\u0430ypal\",{\"\u0440\u0430y\":1}],\"b\":\"\u0440\u0430ypal\\nand\"}");
    CHECK(looking.lines().size() == 2);
    looking.look_at_text(std::string("\xFF\u0440\u0430ys\xC3"));
    CHECK(looking.lines().size() == 3);
}

TEST_CASE("XD05: more such words than can be read are counted") {
    Lookalikes looking;
    for (char last = 'a'; last <= 'l'; ++last) {
        looking.look_at_text(std::string("\u0440\u0430y") + last);
    }
    CHECK(looking.lines().size() == 8);
    CHECK(looking.more() == 4);
}

TEST_CASE("XD05: the question spells out what looks like something else, on the terminal too") {
    auto request = iam::test::question();
    request.call.arguments = "{\"to\":\"\u0440\u0430ypal\"}";
    iam::test::Asked asked(request);
    CHECK(asked.after("3").answer == iam::consent::Answer::deny_once);
    CHECK(asked.pty.shown().find("| - \u0440\u0430ypal: \\u{440}\\u{430}ypal") !=
          std::string::npos);
}

TEST_CASE("XD05: the names of who offers a tool and who proposes it are looked at as names") {
    auto request = iam::test::question();
    request.contract.id.origin = "\u0441\u043E\u0440\u0435";
    const std::string text = iam::host::prompt_text(request, {80, 40}).text;
    CHECK(text.find("Words with letters that look like others, spelled out:\n| - "
                    "\u0441\u043E\u0440\u0435: \\u{441}\\u{43E}\\u{440}\\u{435}") !=
          std::string::npos);
    request.contract.id.origin = "core";
    CHECK(iam::host::prompt_text(request, {80, 40}).text.find("look like others") ==
          std::string::npos);
}

TEST_CASE("XD05: whatever text from outside the question has is looked at") {
    const std::string word = "\u0440\u0430ypal";
    const auto told_of = [](const iam::consent::PromptRequest& request) {
        return iam::host::prompt_text(request, {80, 60}).text.find("look like others") !=
               std::string::npos;
    };
    auto request = iam::test::question();
    CHECK_FALSE(told_of(request));
    for (std::string* text :
         {&request.decision.reason, &request.preview_failure, &request.always_would_store,
          &request.call.subject.session, &request.call.subject.agent}) {
        const std::string before = std::exchange(*text, word);
        CHECK(told_of(request));
        *text = before;
    }
    request.changes = {"Argument \"to\": now " + word};
    CHECK(told_of(request));
    request.changes.clear();
    request.preview = iam::Preview{"", {}, {{word, "a warning"}}};
    CHECK(told_of(request));
}
