// What the library says in a question comes out in the language of the person who reads it.
#include "../fixture.hpp"
#include <iam/words/sentences.hpp>

#include <stdexcept>

namespace iam::test {
namespace {

/// All that the library says in a question, apart from the application's words in the preview.
std::vector<words::Sentences> said_in(const consent::PromptRequest& request) {
    std::vector<words::Sentences> all = {
        request.decision.reason,         request.preview_failure,
        request.always_refused_because,  request.always_would_store,
        request.always_keys_would_store, request.always_these_would_store,
        request.deny_always_would_store, request.deny_always_these_would_store,
        request.deny_only_because,       request.edit_refused_because,
        request.further_refused_because};
    all.insert(all.end(), request.changes.begin(), request.changes.end());
    return all;
}

/// Of the catalogue, so in the language of who reads it.
void check_translated(const consent::PromptRequest& request) {
    for (const words::Sentences& said : said_in(request)) {
        if (said.empty()) continue;
        INFO(said);
        for (const words::Sentence& sentence : said.all())
            CHECK(sentence.kind != words::Sentence::Kind::own);
        CHECK(said.text(words::Locale::pt_br) != said.english());
    }
}

/// As it is put, and as another process puts it that has the record alone.
void check_question_of(Program& program, const Call& call) {
    const ToolResult waits = program.runtime().call(call);
    REQUIRE(waits.code == code::no_decision);
    check_translated(program.prompter.questions().back().request);
    program.made.reset();
    program.with_prompter = false;
    const ToolResult pending = program.runtime().call(call);
    REQUIRE(pending.code == code::confirmation_required);
    consent::PromptRequest recorded = ok(program.runtime().consent().question(pending.approval));
    // What changed is recognised where it is shown.
    recorded.changes.clear();
    check_translated(recorded);
}

Call asked_by_ann() {
    Call call = call_of("echo", R"({"account":"a","n":1})");
    call.subject.user = "ann";
    call.subject.workspace = "shop";
    return call;
}

}  // namespace

TEST_CASE("A7 what a question would store, and why it is asked, is said in each language") {
    Contract contract = contract_of("echo");
    contract.consent_keys = {"/account", "/left_out"};
    Program program;
    program.with_prompter = true;
    program.add(contract);
    check_question_of(program, asked_by_ann());
    const auto request = program.prompter.questions().at(0).request;
    CHECK(request.always_keys_would_store.text(words::Locale::pt_br)
              .find("Permitir toda chamada de \"echo\" com os mesmos account e left_out (omitido) "
                    "para o "
                    "usuário \"ann\" no espaço de trabalho \"shop\" até ") == 0);
    CHECK(request.deny_always_would_store.text(words::Locale::pt_br) ==
          "Negar toda chamada de \"echo\" para o usuário \"ann\" no espaço de trabalho \"shop\" "
          "até alguém revogar isso.");
}

TEST_CASE(
    "A7 why an answer is not offered, and why there is no preview, is said in each language") {
    Contract contract = contract_of("echo");
    contract.hints.destructive = true;
    contract.has_preview = true;
    Program program;
    program.with_prompter = true;
    Functions functions;
    functions.preview = [](std::string_view) -> PreviewReply {
        throw std::runtime_error("no such calendar");
    };
    program.add(contract, functions);
    check_question_of(program, asked_by_ann());
}

TEST_CASE("A7 what changed of a tool is said in each language") {
    Program program;
    program.with_prompter = true;
    program.add(contract_of("echo"));
    ok(program.runtime().consent().grant_until_cleared({"", "echo"}, {"ann", "shop", "", ""}));
    program.replace(contract_of("echo", "2"));
    check_question_of(program, asked_by_ann());
    CHECK_FALSE(program.prompter.questions().at(0).request.changes.empty());
}

TEST_CASE("A7 a hook that asks without words has the library's") {
    Program program;
    program.with_prompter = true;
    const auto hooks = program.hook();
    hooks->resolve = [](const CallView&, const consent::Decision& upstream) {
        consent::Decision said = upstream;
        said.effect = Policy::confirm;
        said.reason = "";
        return said;
    };
    program.add_allowed("echo");
    CHECK(program.runtime().call(asked_by_ann()).code == code::no_decision);
    check_translated(program.prompter.questions().at(0).request);
}

TEST_CASE("A7 the question of an undo is said in each language") {
    Program program;
    program.with_prompter = true;
    Contract contract = undoable("echo");
    contract.policy = Policy::allow;
    program.add(contract);
    const ToolResult done = program.runtime().call(call_of("echo"));
    REQUIRE(done.success);
    gate::UndoRequest undo = undo_of(done);
    undo.proposer.kind = Proposer::Kind::model;
    CHECK(program.runtime().undo(undo).code == code::no_decision);
    const auto request = program.prompter.questions().at(0).request;
    check_translated(request);
    REQUIRE(request.preview.has_value());
    CHECK(words::recognised(request.preview->summary).text(words::Locale::pt_br).find("Desfaz") ==
          0);
}

}  // namespace iam::test
