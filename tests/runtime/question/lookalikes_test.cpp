// Letters that look like other letters, in the question.
#include <iam/question/lookalikes.hpp>
#include <iam/question/text.hpp>

#include <catch2/catch.hpp>

#include <string>
#include <utility>
#include <vector>

using iam::question::Lookalikes;

namespace {

using Lines = std::vector<std::string>;

iam::consent::PromptRequest question() {
    iam::consent::PromptRequest request;
    request.contract.id.name = "echo";
    request.call.arguments = R"({"message":"hi"})";
    request.always_would_store = "everything";
    return request;
}

std::string text_about(const iam::consent::PromptRequest& request) {
    return first_view(iam::question::card_of(request), {80, 60}).text;
}

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
                 "\u041F\u0440\u0438\u0432\u0435\u0442, John", "\u65E5\u672C\u8A9E Wiki",
                 "\u043E John", "\u4E2D\u6587abc", "\u0645\u0631\u062D\u0628\u0627 12");
    INFO(text);
    CHECK(lines_of_text(text).empty());
}

TEST_CASE("XD05: a text that as a whole can be taken for ASCII is spelled out") {
    const Lines copy{"\u0441\u043E\u0440\u0443: \\u{441}\\u{43E}\\u{440}\\u{443}"};
    CHECK(lines_of_text("\u0441\u043E\u0440\u0443") == copy);
    CHECK(lines_of_text("/\u0441\u043E\u0440\u0443/12") == copy);
    // "a core", "сору сору".
    CHECK(lines_of_text("\u0430 \u0441\u043E\u0440\u0435").size() == 1);
    CHECK(lines_of_text("\u0441\u043E\u0440\u0443 \u0441\u043E\u0440\u0443") == copy);
    // Greek, and letters of formulas.
    CHECK(lines_of_text("\u03BF\u03C1\u03BF").size() == 1);
    CHECK(lines_of_text("\U0001D41C\U0001D428\U0001D429\U0001D432").size() == 1);
    // In a name two letters are enough: "cp".
    CHECK(lines_of_name("\u0441\u0440").size() == 1);
    CHECK(lines_of_text("\u0441\u0440").empty());
    Lookalikes looking;
    looking.look_at_json("{\"cmd\":\"\u0441\u043E\u0440\u0443\"}");
    CHECK(looking.lines() == copy);
}

TEST_CASE("XD05: a word that reads like ASCII by letters of no language is spelled out") {
    CHECK(lines_of_text("\u0261oogle") == Lines{"\u0261oogle: \\u{261}oogle"});
    CHECK(lines_of_text("pa\uFF59pal now").size() == 1);
}

TEST_CASE("XD05: sentences of people are nothing to tell of, whatever their script") {
    const std::string text = GENERATE(
        // Words among them read like ASCII: "рос", "хор", "сора", "ура".
        "\u0423\u0440\u0430! \u0425\u043E\u0440 \u0440\u043E\u0441 \u0431\u0435\u0437 "
        "\u0441\u043E\u0440\u0430 \u0438 \u0448\u0443\u043C\u0430.",
        "\u041A\u043E\u043F\u0438\u0440\u0443\u0439 \u0444\u0430\u0439\u043B "
        "\u0432 \u043F\u0430\u043F\u043A\u0443 12",
        "\u0397 \u03B1\u03B3\u03BF\u03C1\u03AC \u03B5\u03AF\u03BD\u03B1\u03B9 "
        "\u03BA\u03BB\u03B5\u03B9\u03C3\u03C4\u03AE \u03C3\u03AE\u03BC\u03B5\u03C1\u03B1.",
        "README\u3092\u30B3\u30D4\u30FC\u3057\u3066\u3001Git\u306Bpush\u3059\u308B",
        "\u65E5\u672C\u8A9E\u306E\u6587\u66F8", "\uD55C\uAD6D\uC5B4 \uBB38\uC11C test",
        "Gr\u00F6\u00DFe, \u0153uvre, \u0142\u00F3d\u017A, \u00FEorn, kap\u0131, \u0130stanbul",
        "Vi\u1EC7t Nam, \u0103n c\u01A1m", "10 \u00B5m, 5 m\u00B2, \u20AC 3",
        "\u0915\u0949\u092A\u0940 \u0915\u0930\u0947\u0902", "\u05E2\u05D1\u05E8\u05D9\u05EA");
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

TEST_CASE("XD05: the names of who offers a tool and who proposes it are looked at as names") {
    auto request = question();
    request.contract.id.origin = "\u0441\u043E\u0440\u0435";
    const std::string text = text_about(request);
    CHECK(text.find("Words with letters that look like others, spelled out:\n| - "
                    "\u0441\u043E\u0440\u0435: \\u{441}\\u{43E}\\u{440}\\u{435}") !=
          std::string::npos);
    request.contract.id.origin = "core";
    CHECK(text_about(request).find("look like others") == std::string::npos);
}

TEST_CASE("XD05: whatever text from outside the question has is looked at") {
    const std::string word = "\u0440\u0430ypal";
    const auto told_of = [](const iam::consent::PromptRequest& request) {
        return text_about(request).find("look like others") != std::string::npos;
    };
    auto request = question();
    CHECK_FALSE(told_of(request));
    for (iam::words::Sentences* said :
         {&request.decision.reason, &request.preview_failure, &request.always_would_store}) {
        const auto before = std::exchange(*said, word);
        CHECK(told_of(request));
        *said = before;
    }
    for (std::string* text : {&request.call.subject.session, &request.call.subject.agent}) {
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
