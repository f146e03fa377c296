// The ready-made prompters, each with a Runtime behind it.
#include "../fixture.hpp"
#include <iam/gate/prompters.hpp>

#include <stdexcept>
#include <thread>

using namespace iam;
using namespace iam::test;
using consent::Answer;
using consent::PromptReply;
using consent::PromptRequest;
using consent::PromptTicket;
using gate::CallbackPrompter;
using gate::QueuePrompter;

namespace {

/// A tool that is asked about by this prompter.
struct AskedBy {
    explicit AskedBy(consent::Prompter& prompter)
        : seen(program.add(contract_of("echo"))),
          runtime({.registry = program.registry,
                   .store = *program.store,
                   .clock = &program.clock,
                   .entropy = &program.entropy,
                   .prompter = &prompter}) {}
    void submit() {
        runtime.submit(call_of("echo"), [this](ToolResult reply) { results.push_back(reply); });
    }

    Program program{};
    std::shared_ptr<Seen> seen;
    std::vector<ToolResult> results{};
    Runtime runtime;
};

PromptReply reply_of(Answer answer, std::string approval = {}) {
    PromptReply reply;
    reply.answer = answer;
    reply.approval_id = std::move(approval);
    return reply;
}

}  // namespace

TEST_CASE("C50 a callback answers the question that it was asked", "[prompters]") {
    PromptRequest asked;
    CallbackPrompter prompter([&](const PromptRequest& request, const PromptTicket& ticket) {
        CHECK_FALSE(ticket.settled());
        asked = request;
        return reply_of(Answer::allow_once, "another");
    });
    AskedBy program(prompter);
    CHECK(program.runtime.call(call_of("echo")).success);
    const auto entry = program.program.of_kind(ledger::EntryKind::approval).at(1);
    CHECK(entry.approval == asked.approval_id);
    CHECK(entry.approver->channel == "callback");
}

TEST_CASE("C50 a callback that throws has decided nothing", "[prompters]") {
    CallbackPrompter prompter([](const PromptRequest&, const PromptTicket&) -> PromptReply {
        throw std::runtime_error("no window");
    });
    AskedBy program(prompter);
    CHECK(program.runtime.call(call_of("echo")).code == code::no_decision);
    CHECK(program.seen->calls == 0);
}

TEST_CASE("C50 a queue keeps a question until somebody answers it by its id", "[prompters]") {
    int told = 0;
    QueuePrompter prompter([&] {
        ++told;
        throw std::runtime_error("the loop has gone");
    });
    AskedBy program(prompter);
    program.submit();
    program.submit();
    CHECK(told == 1);  // one question at a time
    const auto first = prompter.waiting();
    REQUIRE(first.size() == 1);
    CHECK_FALSE(prompter.answer(reply_of(Answer::allow_once, "another")));
    CHECK(program.results.empty());
    CHECK(prompter.answer(reply_of(Answer::allow_once, first[0].approval_id)));
    CHECK_FALSE(prompter.answer(reply_of(Answer::deny_always, first[0].approval_id)));
    REQUIRE(program.results.size() == 1);
    CHECK(program.results[0].success);
    const auto second = prompter.waiting();
    REQUIRE(second.size() == 1);
    CHECK(told == 2);
    // Not answered, but closed.
    CHECK(prompter.answer(reply_of(Answer::none, second[0].approval_id)));
    REQUIRE(program.results.size() == 2);
    CHECK(program.results[1].code == code::no_decision);
    CHECK(prompter.waiting().empty());
    CHECK(program.seen->calls == 1);
}

TEST_CASE("C50 a question of a queue that was settled elsewhere waits no longer", "[prompters]") {
    QueuePrompter prompter;
    AskedBy program(prompter);
    program.submit();
    const std::string id = prompter.waiting().at(0).approval_id;
    ok(program.runtime.consent().answer(answer_to(id, Answer::allow_once)));
    CHECK(prompter.waiting().empty());
    REQUIRE(program.results.size() == 1);
    CHECK(program.results[0].success);
    CHECK_FALSE(prompter.answer(reply_of(Answer::deny_once, id)));
}

TEST_CASE("C50 a queue is answered from another thread than the one that waits", "[prompters]") {
    QueuePrompter prompter;
    AskedBy program(prompter);
    std::thread person([&] {
        std::vector<PromptRequest> waiting;
        while (waiting.empty()) {
            waiting = prompter.waiting();
            std::this_thread::yield();
        }
        prompter.answer(reply_of(Answer::deny_once, waiting[0].approval_id));
    });
    CHECK(program.runtime.call(call_of("echo")).code == code::user_denied);
    person.join();
    CHECK(program.program.of_kind(ledger::EntryKind::approval).at(1).approver->channel == "queue");
}
