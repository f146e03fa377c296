#include "host/prompt_copy.hpp"

#include "host/prompt_menus.hpp"
#include "host/prompt_text.hpp"
#include <iam/core/digest.hpp>
#include <iam/core/json_writer.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace iam::host {
namespace {

std::string text_in(const CopyRow& row, Locale locale) {
    return std::string(row.texts[static_cast<std::size_t>(locale)]);
}

/// The names in braces of a text.
std::multiset<std::string> names_in(std::string text) {
    std::multiset<std::string> names;
    for (std::size_t at = text.find('{'); at != std::string::npos; at = text.find('{', at + 1)) {
        const std::size_t end = text.find('}', at);
        REQUIRE(end != std::string::npos);
        names.insert(text.substr(at, end + 1 - at));
    }
    return names;
}

/// What stands between the names of a text.
std::vector<std::string> pieces_of(std::string text) {
    for (const std::string& name : names_in(text)) text.replace(text.find(name), name.size(), "\n");
    std::istringstream in(text);
    std::vector<std::string> pieces;
    for (std::string piece; std::getline(in, piece);) pieces.push_back(piece);
    return pieces;
}

std::string ratified_rows() {
    JsonWriter out;
    out.begin_array();
    for (const CopyRow& row : copy_rows()) {
        if (row.standing != CopyStanding::ratified) continue;
        out.begin_array();
        out.string(row.key);
        for (const std::string_view text : row.texts) out.string(text);
        out.end_array();
    }
    out.end_array();
    return std::string(out.text());
}

consent::PromptRequest question() {
    consent::PromptRequest request;
    request.application = "desk";
    request.contract.id.name = "echo";
    request.call.arguments = R"({"text":"oi"})";
    request.call.proposer.kind = Proposer::Kind::model;
    request.call.proposer.provider = "openai";
    request.always_would_store = "Allow every call of \"echo\".";
    request.deny_always_would_store = "Deny every call of \"echo\".";
    return request;
}

/// What the letters lead to, and what a dialogue says of it in sentences that name something.
std::string every_letter(consent::PromptRequest request, const PromptLayout& layout) {
    const Locale locale = layout.locale;
    request.call.subject.session = "s";
    request.contract.consent_keys = {"/account", "/to"};
    request.consent_keys = {{"/account", false}, {"/to", true}};
    const auto choices = further_choices(request, {}, locale);
    consent::FurtherCalls further;
    further.uses = 3;
    return letters_text(request, layout) + further_text(request, choices, layout) +
           further_keys_text(choices, locale) + counted_words(further, locale) +
           details_text(request, layout) +
           text_of(Copy::edit_place, locale, {{"line", "1"}, {"column", "2"}, {"problem", "p"}}) +
           text_of(Copy::reason_how, locale, {{"deny_once", "d"}}) +
           text_of(Copy::further_how_many, locale, {{"most", "99"}}) +
           text_of(Copy::further_not_so_many, locale, {{"most", "99"}});
}

/// All that is said in some question or other.
std::string every_question(Locale locale) {
    consent::PromptRequest request = question();
    // No text of the table is broken into two lines.
    const PromptLayout layout{200, 10, "desk approvals answer x", {}, locale};
    const auto said = [&] { return prompt_text(request, layout).text; };
    // More words with letters that look like others than are listed.
    for (char last = 'a'; last <= 'l'; ++last) {
        request.contract.title += std::string(" \u0440\u0430y") + last;
    }
    std::string all = said();
    request.call.proposer.model = "m";
    request.decision.reason = "so";
    request.changes = {"More."};
    request.recent_runs = consent::RecentRuns{2, false};
    request.preview_failure = "broken";
    request.contract.has_preview = true;
    all += said();
    request.call.proposer.provider.clear();
    request.preview = Preview{"does it", {}, {{"code", "message"}}};
    request.always_refused_because = "never";
    request.recent_runs->at_least = true;
    request.contract.has_undo = true;
    request.contract.undo_window = std::chrono::seconds(60);
    all += said();
    request.contract.undo_is_exact = true;
    all += said();
    return all + keys_text(request, false, locale) + press_text("3", locale) +
           every_letter(request, layout);
}

std::string page() {
    std::ifstream file(IAM_TEST_PROMPT_COPY_PAGE);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

}  // namespace

TEST_CASE("the owner's words of the question are as they were ratified") {
    CHECK(sha256("", ratified_rows()).hex() ==
          "c964d748d4e2a7aee6abf06f60622645be229b10f9920cf2bb4e737d986f8988");
}

TEST_CASE("every text of the question exists in every language and names the same values") {
    std::set<std::string_view> keys;
    for (const CopyRow& row : copy_rows()) {
        INFO(row.key);
        CHECK(keys.insert(row.key).second);
        for (const Locale locale : k_locales) {
            CHECK_FALSE(text_in(row, locale).empty());
            CHECK(names_in(text_in(row, locale)) == names_in(text_in(row, Locale::en_us)));
        }
    }
}

TEST_CASE("every name in a text of the question is filled in where the text is used") {
    for (const Locale locale : k_locales) {
        const std::string all = every_question(locale);
        for (const CopyRow& row : copy_rows()) {
            const std::string text = text_in(row, locale);
            for (const std::string& name : names_in(text)) {
                if (name == "{...}") continue;  // an ellipsis of what is shown
                INFO(row.key << " " << name);
                CHECK(all.find(name) == std::string::npos);
                for (const std::string& piece : pieces_of(text)) {
                    CHECK(all.find(piece) != std::string::npos);
                }
            }
        }
    }
}

TEST_CASE("XD14: an answer has the same key in every language") {
    for (const Locale locale : k_locales) {
        INFO(tag_of(locale));
        const PromptLayout layout{100, 60, {}, {}, locale};
        const std::string text = prompt_text(question(), layout).text;
        std::string actions;
        for (const auto& [key, answer] : {std::pair{"1 ", consent::Answer::allow_once},
                                          {"2 ", consent::Answer::allow_always},
                                          {"3 ", consent::Answer::deny_once},
                                          {"4 ", consent::Answer::deny_always}}) {
            actions += key + std::string(label_of(answer, locale)) + "\n";
        }
        CHECK(text.size() > actions.size());
        CHECK(text.substr(text.size() - std::min(text.size(), actions.size())) == actions);
    }
}

TEST_CASE("no two answers and no two risks are called the same") {
    for (const Locale locale : k_locales) {
        std::set<std::string_view> labels;
        for (const auto answer :
             {consent::Answer::allow_once, consent::Answer::allow_always,
              consent::Answer::deny_once, consent::Answer::deny_always, consent::Answer::none}) {
            labels.insert(label_of(answer, locale));
        }
        for (const auto risk : {consent::Risk::low, consent::Risk::medium, consent::Risk::high}) {
            labels.insert(label_of(risk, locale));
        }
        CHECK(labels.size() == 8);
    }
}

TEST_CASE("the question in Portuguese, word for word") {
    const PromptLayout layout{100, 60, {}, {}, Locale::pt_br};
    CHECK(prompt_text(question(), layout).text == R"(Permitir execução desta ferramenta?
| echo
| Do servidor desk, parte deste programa
| Risco alto · pode modificar dados
| Proposto por um modelo de openai

Esta ferramenta vai:
| - talvez mudar alguma coisa (ela não diz)
| - talvez destruir o que havia (ela não diz)
| - talvez fazer de novo quando repetida (ela não diz)
| - talvez alcançar além deste programa (ela não diz)
| - não poder ser desfeita

Prévia:
| nenhuma; esta ferramenta não diz o que faria

Argumentos, exatamente como a ferramenta os recebe:
| {
|   "text": "oi"
| }

"Permitir sempre" guardaria:
| Allow every call of "echo".
"Negar sempre" guardaria:
| Deny every call of "echo".

1 Permitir uma vez
2 Permitir sempre
3 Negar uma vez
4 Negar sempre
)");
    CHECK(keys_text(question(), false, Locale::pt_br) ==
          "Pressione 1, 2, 3 ou 4. Enter: 1 Permitir uma vez. Esc: 3 Negar uma vez.\n");
}

TEST_CASE("a value with braces is not filled in again") {
    CHECK(text_of(Copy::from, Locale::en_us, {{"server", "{server} {x"}}) == "From {server} {x");
}

TEST_CASE("a name of a locale says the language, and an unknown one is English") {
    for (const char* name : {"pt-BR", "pt_BR.UTF-8", "pt", "pt_PT@euro"}) {
        CHECK(locale_of(name) == Locale::pt_br);
    }
    for (const char* name : {"", "C", "C.UTF-8", "POSIX", "en_US.UTF-8", "ptx", "de_DE"}) {
        CHECK(locale_of(name) == Locale::en_us);
    }
}

TEST_CASE("the page for the owner lists every text that is not ratified, as it is") {
    const std::string text = page();
    REQUIRE_FALSE(text.empty());
    for (const CopyRow& row : copy_rows()) {
        const std::string line = "| `" + std::string(row.key) + "` | " +
                                 text_in(row, Locale::en_us) + " | " + text_in(row, Locale::pt_br) +
                                 " |\n";
        INFO(line);
        CHECK((text.find(line) != std::string::npos) == (row.standing == CopyStanding::proposed));
    }
}

}  // namespace iam::host
