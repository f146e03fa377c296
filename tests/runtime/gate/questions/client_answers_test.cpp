// Answers that an MCP client states for its person: one call, recorded as that, never where a
// person is wanted. Tests of runtime/src/gate/questions/recorded_questions.cpp.
#include "../fixture.hpp"
#include <iam/consent/rules_file.hpp>
#include <iam/ledger/permission_events.hpp>

#include <catch2/catch.hpp>

using namespace iam;
using namespace iam::test;
using consent::Answer;

namespace {

/// One managed rule about the tool, or none.
class ManagedRule final : public consent::RuleSource {
 public:
    std::shared_ptr<const consent::RuleBook> current() override { return book_; }
    void set(const std::string& members) {
        const auto read =
            consent::read_rules(R"({"iam":1,"rules":[{"id":"r","tool":"echo",)" + members + "}]}",
                                "rules.json", consent::RuleScope::managed);
        REQUIRE(read);
        book_ = std::make_shared<consent::RuleBook>(*read, std::vector<consent::RuleFailure>{});
    }

 private:
    std::shared_ptr<const consent::RuleBook> book_{};
};

struct Clients {
    ManagedRule rule{};
    Program program{};
    std::shared_ptr<Seen> seen{};

    explicit Clients(const Hints& hints = {.read_only = true, .open_world = false}) {
        program.rules = &rule;
        Contract contract = contract_of("echo");
        contract.hints = hints;
        seen = program.add(std::move(contract));
    }
    /// The same call of the same client, which takes up its answer.
    ToolResult call() {
        Call call = call_of("echo");
        call.proposer.kind = Proposer::Kind::mcp_client;
        CallOptions options;
        options.takes_open_question = true;
        return program.runtime().call(call, options);
    }
    Result<consent::Approval> answer(const std::string& approval, Answer with) {
        auto answer = answer_to(approval, with);
        answer.approver.kind = consent::ApproverKind::client_asserted;
        answer.principal = Proposer::Kind::mcp_client;
        return program.runtime().consent().answer(answer);
    }
    consent::ApprovalState state_of(const std::string& approval) {
        return ok(program.store->approval(approval))->state;
    }
};

}  // namespace

TEST_CASE("a client's word about its person allows one call and is recorded as that") {
    Clients clients;
    const std::string approval = clients.call().approval;
    CHECK(ok(clients.program.runtime().consent().question(approval, Proposer::Kind::mcp_client))
              .approval_id == approval);
    ok(clients.answer(approval, Answer::allow_once));
    CHECK(clients.program.of_kind(EntryKind::approval).back().approver->kind ==
          consent::ApproverKind::client_asserted);
    CHECK(clients.call().code.empty());
    const auto intent = clients.program.of_kind(EntryKind::intent).back();
    CHECK(intent.decision->reason ==
          "The client stated that its person approved exactly this call.");
    CHECK(intent.approver->kind == consent::ApproverKind::client_asserted);
    CHECK(clients.call().code == code::confirmation_required);
    CHECK(clients.seen->calls == 1);
}

TEST_CASE("a client's no refuses the call, and no person is named") {
    Clients clients;
    const std::string approval = clients.call().approval;
    ok(clients.answer(approval, Answer::deny_once));
    Call call = call_of("echo");
    call.proposer.kind = Proposer::Kind::mcp_client;
    CHECK(clients.program.runtime().call(call, with_approval(approval)).message ==
          "The client refused this call for its person.");
}

TEST_CASE("XM46 a client's word allows no call of high risk", "[attacks]") {
    Clients clients({.read_only = false, .open_world = false});
    const std::string approval = clients.call().approval;
    CHECK(code_of(clients.program.runtime().consent().question(
              approval, Proposer::Kind::mcp_client)) == Errc::invalid_argument);
    CHECK(code_of(clients.answer(approval, Answer::allow_once)) == Errc::invalid_argument);
    CHECK(clients.state_of(approval) == consent::ApprovalState::pending);
    CHECK(clients.call().code == code::confirmation_required);
    CHECK(clients.seen->calls == 0);
}

TEST_CASE("XM46 a prompter that passes a client's word on allows no call of high risk",
          "[attacks]") {
    Clients clients({.read_only = false, .open_world = false});
    const std::string approval = clients.call().approval;
    auto given = ok(clients.program.store->approval(approval)).value();
    given.state = consent::ApprovalState::given;
    given.approver = consent::Approver{.kind = consent::ApproverKind::client_asserted};
    ledger::Batch batch;
    batch.change(ledger::PutApproval{given});
    ok(clients.program.store->commit(std::move(batch)));
    const ToolResult refused =
        clients.program.runtime().call(call_of("echo"), with_approval(approval));
    CHECK(refused.code == code::stale_approval);
    CHECK(refused.message.find("high risk wants a person") != std::string::npos);
    CHECK(clients.call().code == code::confirmation_required);
    CHECK(clients.seen->calls == 0);
}

TEST_CASE("XM47 a managed rule that wants a person is not content with a client's word",
          "[attacks]") {
    Clients clients;
    clients.rule.set(R"("effect":"confirm")");
    const std::string before = clients.call().approval;
    ok(clients.answer(before, Answer::allow_once));
    clients.rule.set(R"("effect":"confirm","only_person":true)");
    const ToolResult asked = clients.call();
    CHECK(asked.code == code::confirmation_required);
    CHECK(asked.approval != before);
    CHECK(code_of(clients.program.runtime().consent().question(
              asked.approval, Proposer::Kind::mcp_client)) == Errc::invalid_argument);
    CHECK(code_of(clients.answer(asked.approval, Answer::allow_once)) == Errc::invalid_argument);
    CHECK(clients.seen->calls == 0);
    ok(clients.program.runtime().consent().answer(answer_to(asked.approval, Answer::allow_once)));
    CHECK(clients.call().code.empty());
}

TEST_CASE("XM48 a client's word is about one call of a client, never about more", "[attacks]") {
    Clients clients;
    const std::string approval = clients.call().approval;
    for (const Answer always : {Answer::allow_always, Answer::deny_always}) {
        CHECK(code_of(clients.answer(approval, always)) == Errc::invalid_argument);
    }
    auto further = answer_to(approval, Answer::allow_once);
    further.approver.kind = consent::ApproverKind::client_asserted;
    further.principal = Proposer::Kind::mcp_client;
    further.further = consent::FurtherCalls{
        .until = clients.program.clock.now().wall + std::chrono::hours(1), .uses = 2};
    CHECK(code_of(clients.program.runtime().consent().answer(further)) == Errc::invalid_argument);
    // A person is no client, and a client is no person.
    auto mixed = answer_to(approval, Answer::allow_once);
    mixed.approver.kind = consent::ApproverKind::client_asserted;
    CHECK(code_of(clients.program.runtime().consent().answer(mixed)) == Errc::invalid_argument);
    CHECK(clients.state_of(approval) == consent::ApprovalState::pending);
    // A model's call is not the client's to answer.
    const std::string of_model = clients.program.runtime().call(call_of("echo")).approval;
    for (const Answer once : {Answer::allow_once, Answer::deny_once})
        CHECK(code_of(clients.answer(of_model, once)) == Errc::invalid_argument);
    CHECK(clients.seen->calls == 0);
}

TEST_CASE("an event of a client's answer names the client as its origin") {
    Clients clients;
    ok(clients.answer(clients.call().approval, Answer::allow_once));
    ledger::PermissionEvents events;
    std::string all;
    for (const ledger::StoredEntry& stored : clients.program.stored_entries())
        all += ok(events.next(stored)).value_or("");
    CHECK(all.find(R"("origin":"client_asserted")") != std::string::npos);
}
