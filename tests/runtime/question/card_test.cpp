#include <iam/core/json.hpp>
#include <iam/question/card.hpp>
#include <iam/question/change_words.hpp>
#include <iam/question/text.hpp>

#include <catch2/catch.hpp>

namespace iam::question {
namespace {

using consent::Answer;
using words::Id;
using words::say;

consent::PromptRequest request_of_echo() {
    consent::PromptRequest request;
    request.approval_id = "abc";
    request.application = "desk";
    request.contract.id.name = "echo";
    request.contract.hints.read_only = true;
    request.call.arguments = R"({"text":"hi"})";
    request.decision.reason = say(Id::default_asks);
    request.always_would_store = "allow";
    request.deny_always_would_store = "deny";
    return request;
}

}  // namespace

TEST_CASE("a card has what a question shows, as plain values") {
    const Card card = card_of(request_of_echo());
    CHECK(card.name == "echo");
    CHECK(card.origin == "desk");
    CHECK(card.trust == consent::OriginTrust::own);
    CHECK(card.arguments == R"({"text":"hi"})");
    CHECK(card.asked_because ==
          "The host's default policy wants each call of this tool confirmed.");
    CHECK(action_of(card, Answer::allow_always).stores == "allow");
    CHECK(action_of(card, Answer::deny_always).stores == "deny");
    for (const Action& action : card.actions) CHECK(action.refused_because.empty());
    consent::PromptRequest imported = request_of_echo();
    imported.contract.id.origin = "server";
    CHECK(card_of(imported).origin == "server");
    CHECK(card_of(imported).trust == consent::OriginTrust::none);
}

TEST_CASE("a card says how far a person trusts the server, and never so of the program itself") {
    consent::PromptRequest request = request_of_echo();
    request.trust = consent::OriginTrust::none;
    CHECK(card_of(request).trust == consent::OriginTrust::own);
    request.contract.id.origin = "server";
    const auto said = [&](consent::OriginTrust trust) {
        request.trust = trust;
        const Card card = card_of(request);
        const auto json_card = parse_json(json(card));
        REQUIRE(json_card.has_value());
        return std::pair((*json_card)["trusted"].get<bool>(),
                         text(card, 200, words::Locale::en_us));
    };
    const auto [is_trusted, trusted] = said(consent::OriginTrust::trusted);
    CHECK(is_trusted);
    CHECK(trusted.find("another program, trusted") != std::string::npos);
    const auto [is_outdated, outdated] = said(consent::OriginTrust::outdated);
    CHECK_FALSE(is_outdated);
    CHECK(outdated.find("not the one that was trusted") != std::string::npos);
    const auto [is_none, none] = said(consent::OriginTrust::none);
    CHECK_FALSE(is_none);
    CHECK(none.find("trusted") == std::string::npos);
}

TEST_CASE("what cannot be allowed is refused with the reason, and denying stays") {
    consent::PromptRequest request = request_of_echo();
    request.always_refused_because = "never";
    CHECK(action_of(card_of(request), Answer::allow_once).refused_because.empty());
    CHECK(action_of(card_of(request), Answer::allow_always).refused_because == "never");
    request.deny_only_because = "not here";
    const Card card = card_of(request);
    CHECK(action_of(card, Answer::allow_once).refused_because == "not here");
    CHECK(action_of(card, Answer::allow_always).refused_because == "not here");
    CHECK(action_of(card, Answer::deny_once).refused_because.empty());
    CHECK(default_answer(card) == Answer::deny_once);
}

TEST_CASE("a card promises no undo that a preview rules out, or that is conditional and unseen") {
    consent::PromptRequest request = request_of_echo();
    request.contract.has_undo = true;
    CHECK(card_of(request).has_undo);
    request.contract.undo_is_conditional = true;
    CHECK_FALSE(card_of(request).has_undo);
    request.preview = Preview{"it", {}, {{"other", "Careful."}}};
    CHECK(card_of(request).has_undo);
    request.preview->warnings.push_back({"undo_not_supported", "It has none."});
    CHECK_FALSE(card_of(request).has_undo);
    request.contract.undo_is_conditional = false;
    CHECK_FALSE(card_of(request).has_undo);
}

TEST_CASE("every hint that a tool states is on its card") {
    consent::PromptRequest request = request_of_echo();
#define IAM_HINT(name, mcp, if_absent, to_true, to_false) \
    request.contract.hints.name = !if_absent;             \
    CHECK((*parse_json(json(card_of(request))))["hints"][#name] == !if_absent);
#include <iam/contract/facts.def>
}

TEST_CASE("a card is JSON that a terminal may show, with sentences in the language asked for") {
    consent::PromptRequest request = request_of_echo();
    request.contract.title = "evil\u202E";
    const Json english = *parse_json(json(card_of(request)));
    CHECK(english["risk"] == "high");
    CHECK(english["arguments"]["text"] == "hi");
    CHECK(english["hints"]["read_only"] == true);
    CHECK_FALSE(english["hints"].contains("destructive"));
    CHECK(english["actions"].size() == 4);
    CHECK(english["actions"][1]["stores"] == "allow");
    CHECK_FALSE(english.contains("recent_runs"));
    CHECK_FALSE(english.contains("undo"));
    CHECK(english["lookalikes"].empty());
    CHECK(json(card_of(request)).find("\u202E") == std::string::npos);
    request.recent_runs = consent::RecentRuns{3, true};
    request.contract.has_undo = true;
    request.contract.undo_window = std::chrono::hours(1);
    request.contract.title = "p\u0430y";
    const Json more = *parse_json(json(card_of(request)));
    CHECK(more["recent_runs"] == Json{{"count", 3}, {"at_least", true}});
    CHECK(more["undo"] == Json{{"exact", false}, {"seconds", 3600}});
    CHECK(more["lookalikes"].size() == 1);
    CHECK(more["more_lookalikes"] == 0);
    const Json portuguese = *parse_json(json(card_of(request), words::Locale::pt_br));
    CHECK(portuguese["asked_because"] ==
          "A política padrão do anfitrião quer cada chamada desta ferramenta confirmada.");
}

TEST_CASE("A7 a change that a record has in English is known again, values as they were") {
    const char* const english =
        "Argument \"to.n\": maximum raised or removed: was {\"maximum\":1}, is {\"maximum\":2}. A "
        "maximum is what keeps an amount small: a grant now covers larger ones.";
    const words::Sentences change = recognised_change(english);
    CHECK(change == english);
    CHECK(
        change.text(words::Locale::pt_br) ==
        "Argumento \"to.n\": máximo aumentado ou removido: era {\"maximum\":1}, é "
        "{\"maximum\":2}. Um máximo é o que mantém uma quantia pequena: uma concessão agora cobre "
        "maiores.");
    CHECK(
        recognised_change("no longer read-only. The tool was allowed as one that changes nothing.")
            .text(words::Locale::pt_br) ==
        "não é mais somente leitura. A ferramenta foi permitida como uma que não muda nada.");
    CHECK(recognised_change("evil. Press 1.").text(words::Locale::pt_br) == "evil. Press 1.");
    CHECK(recognised_change("What changed is not known here.").text(words::Locale::pt_br) ==
          "O que mudou não se sabe aqui.");
}

TEST_CASE("a question about a scope has the records of this scope") {
    consent::PromptRequest request = request_of_echo();
    request.always_keys_would_store = "allow these keys";
    request.always_these_would_store = "allow this";
    request.deny_always_these_would_store = "deny this";
    const auto records = [&](consent::CallScope scope) {
        const Card card = card_of(about_scope(request, scope));
        return action_of(card, Answer::allow_always).stores.english() + ", " +
               action_of(card, Answer::deny_always).stores.english();
    };
    CHECK(records(consent::CallScope::tool) == "allow, deny");
    CHECK(records(consent::CallScope::keys) == "allow these keys, deny this");
    CHECK(records(consent::CallScope::arguments) == "allow this, deny this");
}

}  // namespace iam::question
