// A person's further answers: other arguments, and the reason of a refusal.
#include "../fixture.hpp"

#include <thread>

namespace iam::test {
namespace {

using consent::Answer;
using consent::ApprovalState;
using consent::PromptReply;

/// A tool that is asked about, and a person who takes time.
struct Edited : Program {
    explicit Edited(Contract contract = contract_of("echo")) {
        with_prompter = true;
        prompter.hold();
        seen = add(std::move(contract));
    }
    Edited(const Edited&) = delete;
    Edited& operator=(const Edited&) = delete;
    ~Edited() { made.reset(); }

    void propose(const std::string& arguments, std::string id = {}) {
        Call call = call_of("echo", arguments);
        call.id = std::move(id);
        runtime().submit(call, [this](ToolResult result) { reply = std::move(result); });
    }
    PromptReply to_last(Answer answer) {
        return ScriptedPrompter::reply_to(prompter.questions().back().request, answer);
    }
    void edit(const std::string& arguments) {
        const auto question = prompter.questions().back();
        PromptReply edited = to_last(Answer::edit);
        edited.arguments = arguments;
        question.on_reply(edited);
    }
    void refuse(Answer answer, const std::string& reason) {
        const auto question = prompter.questions().back();
        PromptReply refusal = to_last(answer);
        refusal.reason = reason;
        question.on_reply(refusal);
    }
    ToolResult reply{};
    std::shared_ptr<Seen> seen{};
};

}  // namespace

TEST_CASE("edited arguments are a call of their own through the whole pipeline", "[edits]") {
    Edited program;
    program.propose(R"({"path":"a"})", "host-1");
    CHECK(program.prompter.questions().at(0).request.edit_refused_because.empty());
    program.edit(R"({ "path" : "b" })");
    CHECK(program.reply.call_id.empty());  // asked about anew
    REQUIRE(program.prompter.count() == 2);
    const auto asked = program.prompter.questions().back().request;
    CHECK(asked.call.arguments == R"({"n":1,"path":"b"})");
    CHECK(asked.call.id != "host-1");
    CHECK(asked.call.proposer.kind == Proposer::Kind::model);
    CHECK(program.seen->calls == 0);
    program.prompter.release(1, Answer::allow_once);
    CHECK(program.reply.success);
    CHECK(program.reply.call_id == asked.call.id);
    CHECK(program.reply.message.find("A person changed the arguments") == 0);
    CHECK(program.seen->arguments == R"({"n":1,"path":"b"})");
    CHECK(program.seen->calls == 1);
    // The first question was answered with neither yes nor no, and its call has one terminal entry.
    const auto approvals = program.of_kind(EntryKind::approval);
    REQUIRE(approvals.size() == 4);
    CHECK(approvals[1].answer == "edit");
    CHECK(approvals[1].approver->login == "ann");
    CHECK(approvals[1].code == "withdrawn");
    const auto ended = program.of_kind(EntryKind::decision);
    REQUIRE(ended.size() == 1);
    CHECK(ended[0].call_id == "host-1");
    CHECK(ended[0].code == code::no_decision);
    CHECK(program.of_kind(EntryKind::intent).at(0).call_id == asked.call.id);
}

TEST_CASE(
    "edited arguments are validated, decided about, and allowed without a question where a rule of "
    "consent says so",
    "[edits]") {
    Edited program;
    SECTION("what is wrong is refused") {
        program.propose("{}");
        program.edit(R"({"bad":1})");
        CHECK(program.reply.code == code::invalid_arguments);
        CHECK(program.seen->calls == 0);
    }
    SECTION("what is denied is denied") {
        program.propose("{}");
        ok_void(program.runtime().consent().set_policy(k_echo, Policy::deny));
        program.edit(R"({"n":2})");
        CHECK(program.reply.code == code::policy_denied);
        CHECK(program.seen->calls == 0);
    }
    SECTION("what was granted runs") {
        ok(program.runtime().consent().grant(k_echo, GrantTerms{.arguments = R"({"n":2})"}));
        program.propose("{}");
        program.edit(R"({"n":2})");
        CHECK(program.reply.success);
        CHECK(program.seen->arguments == R"({"n":2})");
        CHECK(program.prompter.count() == 1);
    }
}

TEST_CASE("edited arguments inherit no consent that was for the first ones", "[edits]") {
    Edited program;
    Call call = call_of("echo", R"({"n":1})");
    ToolResult result;
    std::thread caller([&] { result = program.runtime().call(call); });
    while (program.prompter.count() == 0) std::this_thread::yield();
    program.edit(R"({"n":2})");
    while (program.prompter.count() == 1) std::this_thread::yield();
    // The answer to the first question is no answer to the second.
    const auto second = program.prompter.questions().at(1);
    second.on_reply(
        ScriptedPrompter::reply_to(program.prompter.questions().at(0).request, Answer::allow_once));
    caller.join();
    CHECK(result.code == code::no_decision);
    CHECK(program.seen->calls == 0);
}

TEST_CASE("after an edit the function runs on the thread of the call", "[edits]") {
    Program program;
    program.with_prompter = true;
    program.prompter.hold();
    std::thread::id ran_on;
    Functions functions;
    functions.call = [&](std::string_view, Context&) {
        ran_on = std::this_thread::get_id();
        return Reply::done();
    };
    program.add(contract_of("echo"), functions);
    ToolResult result;
    std::thread::id called_on;
    std::thread caller([&] {
        called_on = std::this_thread::get_id();
        result = program.runtime().call(call_of("echo"));
    });
    while (program.prompter.count() == 0) std::this_thread::yield();
    const auto first = program.prompter.questions().at(0);
    PromptReply edit = ScriptedPrompter::reply_to(first.request, Answer::edit);
    edit.arguments = R"({"n":2})";
    first.on_reply(edit);
    while (program.prompter.count() == 1) std::this_thread::yield();
    program.prompter.release(1, Answer::allow_once);
    caller.join();
    CHECK(result.success);
    CHECK(ran_on == called_on);
}

TEST_CASE("what is not shown whole cannot be edited, and the question stays open", "[edits]") {
    Contract contract = contract_of("echo");
    contract.secret_arguments = {"/key"};
    Edited program(contract);
    program.propose(R"({"key":"hush"})");
    CHECK_FALSE(program.prompter.questions().at(0).request.edit_refused_because.empty());
    program.edit(R"({"key":"other"})");
    CHECK(program.reply.code == code::confirmation_required);
    CHECK(ok(program.runtime().consent().pending_approvals()).size() == 1);
    CHECK(program.seen->calls == 0);
}

TEST_CASE("who edits on and on is asked to decide", "[edits]") {
    Edited program;
    program.propose(R"({"n":0})");
    for (int i = 1; i <= 17 && program.reply.code.empty(); ++i) {
        program.edit("{\"n\":" + std::to_string(i) + "}");
    }
    CHECK(program.reply.code == code::confirmation_required);
    CHECK(program.prompter.count() == 17);
    CHECK(ok(program.runtime().consent().pending_approvals()).size() == 1);
    CHECK(program.seen->calls == 0);
}

TEST_CASE("another process answers yes or no and edits nothing", "[edits]") {
    Edited program;
    program.propose("{}");
    const std::string id = program.prompter.questions().at(0).request.approval_id;
    const auto answered = program.runtime().consent().answer(answer_to(id, Answer::edit));
    REQUIRE_FALSE(answered.has_value());
    CHECK(answered.error().code == Errc::invalid_argument);
    const auto read = ok(program.runtime().consent().question(id));
    CHECK(answered.error().message == read.edit_refused_because.english());
    CHECK(ok(program.runtime().consent().pending_approvals()).size() == 1);
}

TEST_CASE("a person's reason for a no reaches who proposed the call", "[edits]") {
    Edited program;
    program.propose("{}");
    program.refuse(Answer::deny_once, "Ask again after lunch.");
    CHECK(program.reply.code == code::user_denied);
    CHECK(program.reply.message ==
          "A person refused this call. The reason given: Ask again after lunch.");
    const auto entries = program.stored_entries();
    CHECK(program.payload(to_string(entries.at(1).id), "reason") == "Ask again after lunch.");
}

TEST_CASE("a reason that is too long or no text is left out, and the no counts", "[edits]") {
    Edited program;
    program.propose("{}");
    program.refuse(Answer::deny_once,
                   GENERATE(std::string(1025, 'x'), std::string("\xff"), std::string("\x1b[2J"),
                            std::string("a\x7f"), std::string("\xc2\x9b")));
    CHECK(program.reply.message == "A person refused this call.");
}

TEST_CASE("a reason holds no secret of the call", "[edits]") {
    Contract contract = contract_of("echo");
    contract.secret_arguments = {"/key"};
    Edited program(contract);
    program.propose(R"({"key":"hushhush"})");
    program.refuse(Answer::deny_once, "Not with hushhush.");
    CHECK(program.reply.message.find("hushhush") == std::string::npos);
    CHECK(program.reply.message.find("Not with") != std::string::npos);
}

TEST_CASE("a reason that another process gave reaches the caller, waiting or coming back",
          "[edits]") {
    Program program;
    const auto seen = program.add(contract_of("echo"));
    const std::string id = program.runtime().call(call_of("echo")).approval;
    auto answer = answer_to(id, Answer::deny_once);
    answer.reason = std::string(1025, 'x');
    CHECK_FALSE(program.runtime().consent().answer(answer).has_value());
    answer.reason = "Wrong\x1b room.";
    CHECK_FALSE(program.runtime().consent().answer(answer).has_value());
    answer.reason = "Wrong room.";
    ok(program.runtime().consent().answer(answer));
    CHECK(program.runtime().call(call_of("echo"), with_approval(id)).message ==
          "A person refused this call. The reason given: Wrong room.");
    CHECK(seen->calls == 0);

    Edited waiting;
    waiting.propose("{}");
    const auto question = waiting.prompter.questions().at(0);
    auto late = answer_to(question.request.approval_id, Answer::deny_once);
    late.reason = "Wrong day.";
    ok(waiting.runtime().consent().answer(late));
    question.on_reply(waiting.to_last(Answer::none));
    CHECK(waiting.reply.message == "A person refused this call. The reason given: Wrong day.");
}

TEST_CASE("XC07 an always about these arguments stores that and covers no other value", "[edits]") {
    const Answer answer = GENERATE(Answer::allow_always, Answer::deny_always);
    const bool allowed = answer == Answer::allow_always;
    Edited program;
    program.propose(R"({"n":1})");
    const auto question = program.prompter.questions().at(0);
    CHECK(question.request.always_these_would_store.english().find(
              "Allow every call of \"echo\" with exactly these arguments in no workspace (\"-\") "
              "until ") == 0);
    PromptReply reply = program.to_last(answer);
    reply.scope = consent::CallScope::arguments;
    question.on_reply(reply);
    const auto stored = ok(program.store->permissions());
    REQUIRE(stored.size() == 1);
    CHECK(stored[0].match.kind == consent::Match::Kind::exact);
    CHECK(stored[0].allow == allowed);
    const std::string entry = to_string(program.stored_entries().at(2).id);
    CHECK(program.payload(entry, "arguments") == R"({"n":1})");
    program.propose(R"({ "n" : 1 })");
    CHECK(program.reply.code == (allowed ? std::string_view() : code::policy_denied));
    CHECK(program.prompter.count() == 1);
    program.propose(R"({"n":2})");
    CHECK(program.prompter.count() == 2);
}

TEST_CASE("an always about these arguments and one about the tool stand side by side", "[edits]") {
    Program program;
    program.add(contract_of("echo"));
    const auto asked = [&](const char* arguments) {
        return program.runtime().call(call_of("echo", arguments)).approval;
    };
    const std::string first = asked(R"({"n":1})");
    const std::string second = asked(R"({"n":2})");
    auto answer = answer_to(first, Answer::deny_always);
    answer.scope = consent::CallScope::arguments;
    ok(program.runtime().consent().answer(answer));
    ok(program.runtime().consent().answer(answer_to(second, Answer::allow_always)));
    CHECK(program.runtime().call(call_of("echo", R"({"n":1})")).code == code::policy_denied);
    CHECK(program.runtime().call(call_of("echo", R"({"n":2})")).success);
    CHECK(program.runtime().call(call_of("echo", R"({"n":3})")).success);
}

}  // namespace iam::test
