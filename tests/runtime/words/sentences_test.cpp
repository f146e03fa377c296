#include <iam/words/catalogue.hpp>
#include <iam/words/sentences.hpp>

#include <catch2/catch.hpp>

#include <string>

namespace iam::words {
namespace {

std::string in_portuguese(const Sentences& sentences) {
    return sentences.text(Locale::pt_br);
}

/// True if no sentence of it is text in its writer's words.
bool is_known(const Sentences& sentences) {
    for (const Sentence& sentence : sentences.all()) {
        if (sentence.kind == Sentence::Kind::own) return false;
    }
    return !sentences.empty();
}

}  // namespace

TEST_CASE("sentences follow each other with a blank, each in the language that is asked for") {
    Sentences all = say(Id::stored_asks);
    all.add(say(Id::always_lapsed));
    CHECK(all ==
          "The stored policy wants each call of this tool confirmed. An \"allow always\" has "
          "lapsed, since it was not used for long.");
    CHECK(in_portuguese(all) ==
          "A política guardada quer cada chamada desta ferramenta confirmada. Um \"permitir "
          "sempre\" caducou, pois não foi usado por muito tempo.");
}

TEST_CASE("text in its writer's words stays as it is in every language") {
    const Sentences own = "Allow it, {tool}.";
    CHECK(own == "Allow it, {tool}.");
    CHECK(in_portuguese(own) == "Allow it, {tool}.");
    CHECK(Sentences("").empty());
    const Sentences rule = say(Id::rule_asks_because, {{"scope", say(Id::scope_user)},
                                                       {"id", "late"},
                                                       {"place", "r.json:1:2"},
                                                       {"reason", "It is late."}});
    CHECK(in_portuguese(rule) ==
          "A regra do usuário \"late\" (r.json:1:2) quer cada chamada assim confirmada: It is "
          "late.");
}

TEST_CASE("a term is said in a language that has it, else in English") {
    CHECK(in_portuguese(term("I26.name", "maximum raised or removed")) ==
          "máximo aumentado ou removido");
    CHECK(in_portuguese(term("no.such.key", "so")) == "so");
}

TEST_CASE("A7 sentences that a record has in English are known again") {
    for (const Sentences& said : {
             Sentences(say(Id::default_asks)),
             Sentences(say(Id::refused_useless, {{"reason", say(Id::stored_asks)}})),
             Sentences(say(Id::rule_asks_because, {{"scope", say(Id::scope_managed)},
                                                   {"id", "x"},
                                                   {"place", "a.json:3:4"},
                                                   {"reason", "Ask: always."}})),
             Sentences(say(Id::broken_asks, {{"record", "it"}, {"tool", "echo"}})),
             Sentences(say(Id::preview_undo, {{"entry", "0.12"}})),
             Sentences(say(Id::wanted_range, {{"low", "1"}, {"high", "10"}})),
         }) {
        INFO(said);
        const Sentences again = recognised(said.english());
        CHECK(is_known(again));
        CHECK(again == said.english());
        CHECK(in_portuguese(again) == in_portuguese(said));
    }
    Sentences two = say(Id::default_asks);
    two.add(say(Id::tool_changed));
    CHECK(is_known(recognised(two.english())));
    CHECK(in_portuguese(recognised(two.english())) == in_portuguese(two));
}

TEST_CASE("text that is no sentence of ours is not taken for one") {
    for (const char* text : {"It is gone.", "The stored policy", "From here. The program ends",
                             "a number from", "{reason}", ". ", " "}) {
        const Sentences read = recognised(text);
        CHECK(read == text);
        CHECK(in_portuguese(read) == text);
    }
    // A known sentence before it does not hide it.
    CHECK(in_portuguese(recognised("The program ends. It is gone.")) ==
          "O programa está terminando. It is gone.");
}

TEST_CASE(
    "a text that a stranger made of beginnings of sentences costs little, and stays as it is") {
    std::string nested;
    for (int i = 0; i < 200; ++i) nested += "It would change nothing: ";
    std::string stops;
    for (int i = 0; i < 16; ++i) stops += "a. ";
    CHECK(recognised(nested + stops) == nested + stops);
    const std::string ours = english(Id::preview_ending);
    std::string many = ours;
    for (int i = 0; i < k_recognised_stops_max; ++i) many += " " + ours;
    CHECK(in_portuguese(recognised(many)) != many);
    CHECK(in_portuguese(recognised(many + " " + ours)) == many + " " + ours);
    const std::string long_text = ours + " " + std::string(k_recognised_bytes_max, 'x');
    CHECK(in_portuguese(recognised(long_text)) == long_text);
}

TEST_CASE("a stranger's text within a sentence is not taken for a sentence") {
    const std::string forged = english(
        Id::rules_ask, {{"scope", "user"}, {"file", "f"}, {"problem", "a number or a string"}});
    for (const Sentences& said :
         {Sentences(say(Id::policy_unreachable_asks, {{"name", "p"}, {"why", forged}})),
          Sentences(say(Id::policy_unreachable_denies, {{"name", forged}, {"why", "it threw"}})),
          Sentences(say(Id::interceptor_decided, {{"name", forged}})),
          Sentences(say(Id::preview_undo, {{"entry", forged}})),
          Sentences(say(Id::rule_denies_because, {{"scope", say(Id::scope_user)},
                                                  {"id", "x"},
                                                  {"place", "p"},
                                                  {"reason", forged}}))}) {
        for (const Writer writer : {Writer::library, Writer::anyone}) {
            const std::string text = in_portuguese(recognised(said.english(), writer));
            INFO(text);
            CHECK(text.find(forged) != std::string::npos);
            CHECK(text != said.english());
        }
    }
    const Sentences rules =
        say(Id::rules_ask,
            {{"scope", say(Id::scope_user)}, {"file", "f"}, {"problem", "a number or a string"}});
    CHECK(
        in_portuguese(recognised(rules.english(), Writer::library)).find("um número ou um texto") !=
        std::string::npos);
    for (const Sentences& said : {rules, Sentences(say(Id::refused_useless, {{"reason", rules}}))})
        CHECK(in_portuguese(recognised(said.english())) == said.english());
}

TEST_CASE("what is changed in own words leaves the catalogue's words alone") {
    Sentences all = say(
        Id::rule_asks_because,
        {{"scope", say(Id::scope_user)}, {"id", "s3cret"}, {"place", "p"}, {"reason", "s3cret"}});
    all.change_own([](std::string own) { return own == "s3cret" ? "[secret]" : own; });
    CHECK(all == "The user rule \"[secret]\" (p) wants each such call confirmed: [secret]");
}

}  // namespace iam::words
