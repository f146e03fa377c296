#include "mcp/conversation.hpp"
#include <iam/mcp/undo_tools.hpp>

using namespace iam;
using namespace iam::mcp;
using namespace iam::test;

namespace {

/// A tool that can be undone, the tools that undo, and a client whose calls are of one session.
struct UndoProgram {
    Program program{};
    std::shared_ptr<int> value = std::make_shared<int>(0);
    Subject subject{.user = "ann", .session = "s"};
    std::unique_ptr<Conversation> client{};

    UndoProgram() {
        program.settings.wait = std::chrono::milliseconds(0);
        require_ok(define("set")
                       .description("Sets the value.")
                       .policy(Policy::allow)
                       .parameter("to")
                       .call([value = value](int to) { return std::exchange(*value, to); })
                       .undo([value = value](int result) { *value = result; }, {"result"})
                       .add_to(program.registry));
        require_ok(add_undo_tools(program.registry, program.runtime()));
        client = std::make_unique<Conversation>(program, subject);
        client->begin();
    }
    std::string set(int to) {
        return client->result_of_call("set", {{"to", to}})["_meta"]["iam/result"]["entry"];
    }
    Json undo(const std::string& entry) {
        return client->result_of_call("undo_call", {{"entry", entry}});
    }
};

std::string code_of_undo(const Json& result) {
    INFO(result.dump());
    REQUIRE(result.value("isError", false));
    return result["_meta"]["iam/result"]["code"];
}

}  // namespace

TEST_CASE("a model lists the calls of its session that can be undone") {
    UndoProgram undo;
    const std::string first = undo.set(1);
    const std::string second = undo.set(2);
    const Json list = undo.client->result_of_call("list_undoable")["structuredContent"]["result"];
    CHECK(list == Json::array({second + R"(: set {"to":2})", first + R"(: set {"to":1})"}));
}

TEST_CASE("a model's undo asks a person, who sees the call, and then takes it back") {
    UndoProgram undo;
    const std::string entry = undo.set(5);
    CHECK(code_of_undo(undo.undo(entry)) == "confirmation_required");
    CHECK(*undo.value == 5);
    const auto question = undo.program.only_question();
    CHECK(question.preview.find(R"(Undoes set {\"to\":5})") != std::string::npos);
    undo.program.answer(question.id, consent::Answer::allow_once);
    const Json done = undo.undo(entry);
    INFO(done.dump());
    CHECK_FALSE(done.contains("isError"));
    CHECK(*undo.value == 0);
    CHECK(undo.client->result_of_call("list_undoable")["structuredContent"]["result"].empty());
}

TEST_CASE(
    "a call that names its changes is undone, though the undo is itself within a later call") {
    UndoProgram undo;
    require_ok(define("paint")
                   .description("Paints the wall.")
                   .policy(Policy::allow)
                   .parameter("to")
                   .call([value = undo.value](int to, Context& context) {
                       context.touch("wall");
                       return std::exchange(*value, to);
                   })
                   .undo([value = undo.value](int result) { *value = result; }, {"result"})
                   .add_to(undo.program.registry));
    const std::string entry =
        undo.client->result_of_call("paint", {{"to", 7}})["_meta"]["iam/result"]["entry"];
    undo.undo(entry);
    undo.program.answer(undo.program.only_question().id, consent::Answer::allow_once);
    const Json done = undo.undo(entry);
    INFO(done.dump());
    CHECK_FALSE(done.contains("isError"));
    CHECK(*undo.value == 0);
}

TEST_CASE("a person's no leaves the call as it is") {
    UndoProgram undo;
    const std::string entry = undo.set(5);
    undo.undo(entry);
    undo.program.answer(undo.program.only_question().id, consent::Answer::deny_once);
    CHECK(code_of_undo(undo.undo(entry)) == "confirmation_required");
    CHECK(*undo.value == 5);
}

TEST_CASE("XM14 a model undoes no call of another user") {
    UndoProgram undo;
    const std::string entry = undo.set(5);
    Conversation stranger(undo.program, {.user = "bob", .session = "s"});
    stranger.begin();
    CHECK(stranger.result_of_call("list_undoable")["structuredContent"]["result"].empty());
    stranger.result_of_call("undo_call", {{"entry", entry}});
    undo.program.answer(undo.program.only_question().id, consent::Answer::allow_once);
    CHECK(code_of_undo(stranger.result_of_call("undo_call", {{"entry", entry}})) == "cannot_undo");
    CHECK(*undo.value == 5);
}

TEST_CASE("a tool that undoes and is allowed without a person undoes nothing") {
    UndoProgram undo;
    const std::string entry = undo.set(5);
    require_ok(undo.program.runtime().consent().set_policy({"", "undo_call"}, Policy::allow, {}));
    const Json refused = undo.undo(entry);
    CHECK(code_of_undo(refused) == "cannot_undo");
    CHECK(text_of_result(refused).find("a person's answer") != std::string::npos);
    CHECK(*undo.value == 5);
}

TEST_CASE("an entry that is none is refused by the tool that undoes") {
    UndoProgram undo;
    for (const char* entry : {"x", "0.999"}) {
        undo.undo(entry);
        undo.program.answer(undo.program.only_question().id, consent::Answer::allow_once);
        CHECK(code_of_undo(undo.undo(entry)) == "cannot_undo");
    }
}
