// Tests of runtime/src/question/change_words.cpp.
#include <iam/question/menus.hpp>
#include <iam/question/text.hpp>
#include <iam/words/catalogue.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace iam::question {
namespace {

using words::Id;
using words::Locale;
using words::text_of;

/// The texts of the question itself; sentences as values have tests of their own.
std::vector<Id> question_ids() {
    std::vector<Id> ids;
    for (std::size_t i = 0; i < words::k_id_count; ++i) {
        const auto id = static_cast<Id>(i);
        const std::string_view key = key_of(id);
        if (key.substr(0, 9) != "iam.said." && key.substr(0, 9) != "iam.part.") ids.push_back(id);
    }
    return ids;
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
std::string every_letter(consent::PromptRequest request, const Layout& layout) {
    const Locale locale = layout.locale;
    request.call.subject.session = "s";
    request.contract.consent_keys = {"/account", "/to"};
    request.consent_keys = {{"/account", false}, {"/to", true}};
    const auto choices = further_choices(request, {}, locale);
    consent::FurtherCalls further;
    further.uses = 3;
    return letters_text(request, card_of(request), layout) +
           further_text(request, choices, layout) + further_keys_text(choices, locale) +
           counted_words(further, locale) + details_text(request, card_of(request), layout) +
           confirm_text('2', locale) +
           text_of(Id::edit_place, locale, {{"line", "1"}, {"column", "2"}, {"problem", "p"}}) +
           text_of(Id::reason_how, locale, {{"deny_once", "d"}}) +
           text_of(Id::further_how_many, locale, {{"most", "99"}}) +
           text_of(Id::further_not_so_many, locale, {{"most", "99"}});
}

/// All that is said in some question or other.
std::string every_question(Locale locale) {
    consent::PromptRequest request = question();
    // No text of the table is broken into two lines.
    const Layout layout{200, 10, "desk approvals answer x", locale};
    const auto said = [&] {
        const Card card = card_of(request);
        return first_view(card, layout).text + text(card, 200, locale) +
               details_text(request, card, layout);
    };
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
    request.call.proposer.kind = Proposer::Kind::mcp_client;
    all += said();
    request.call.proposer.kind = Proposer::Kind::model;
    request.call.proposer.provider.clear();
    request.preview = Preview{"does it", {}, {{"code", "message"}}};
    request.always_refused_because = "never";
    request.recent_runs->at_least = true;
    request.contract.has_undo = true;
    request.contract.undo_window = std::chrono::seconds(60);
    request.call.arguments = "[1,2,3,4,5,6,7,8,9,10,11,12]";
    all += said();
    request.contract.undo_exact = true;
    all += said();
    request.contract.id.origin = "files";
    all += said();
    return all + keys_text(card_of(request), locale) + press_text("3", locale) +
           every_letter(request, layout);
}

}  // namespace

TEST_CASE("every name in a text of the question is filled in where the text is used") {
    for (const Locale locale : words::k_locales) {
        const std::string all = every_question(locale);
        for (const Id id : question_ids()) {
            if (key_of(id).substr(0, 10) == "iam.sheet.") continue;  // pages fill these in
            const std::string text(text_of(id, locale));
            for (const std::string& name : names_in(text)) {
                if (name == "{...}") continue;  // an ellipsis of what is shown
                INFO(key_of(id) << " " << name);
                CHECK(all.find(name) == std::string::npos);
                for (const std::string& piece : pieces_of(text)) {
                    CHECK(all.find(piece) != std::string::npos);
                }
            }
        }
    }
}

TEST_CASE("XD14: an answer has the same key in every language") {
    for (const Locale locale : words::k_locales) {
        INFO(tag_of(locale));
        const std::string text = first_view(card_of(question()), {100, 60, {}, locale}).text;
        std::string actions;
        for (const auto& [key, answer] : {std::pair{"1 ", consent::Answer::allow_once},
                                          {"   2 ", consent::Answer::allow_always},
                                          {"   3 ", consent::Answer::deny_once},
                                          {"   4 ", consent::Answer::deny_always}}) {
            actions += key + std::string(label_of(answer, locale));
        }
        actions += "\n";
        CHECK(text.size() > actions.size());
        CHECK(text.substr(text.size() - std::min(text.size(), actions.size())) == actions);
    }
}

TEST_CASE("no two answers and no two risks are called the same") {
    for (const Locale locale : words::k_locales) {
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

}  // namespace iam::question
