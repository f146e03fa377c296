// A client that cannot name approvals repeats its call (CallOptions::takes_open_question).
// Tests of runtime/src/gate/steps/seek_consent.cpp.
#include "../fixture.hpp"
#include <support/forwarding_store.hpp>

namespace iam::test {
namespace {

using consent::Answer;
using consent::ApprovalState;

CallOptions repeatable() {
    CallOptions options;
    options.takes_open_question = true;
    return options;
}

/// "echo" is asked about, for a client that repeats its call.
struct Repeating : Program {
    Repeating() { begin(); }
    explicit Repeating(std::shared_ptr<ledger::Store> other) : Program(std::move(other)) {
        begin();
    }
    void begin() {
        seen = add(contract_of("echo"));
        asked.subject = {"ann", "shop", "s1", "a1"};
        asked.proposer = {.kind = Proposer::Kind::mcp_client,
                          .model = "m1",
                          .provider = "p1",
                          .conversation_id = "c1",
                          .request_id = "r1"};
    }
    ToolResult call() { return runtime().call(asked, repeatable()); }
    ToolResult call(const Call& other) { return runtime().call(other, repeatable()); }
    void answer(const std::string& approval, Answer given = Answer::allow_once) {
        ok(runtime().consent().answer(answer_to(approval, given)));
    }
    /// A question that was answered with yes.
    std::string allowed() {
        const std::string approval = call().approval;
        REQUIRE_FALSE(approval.empty());
        answer(approval);
        return approval;
    }
    ApprovalState state_of(const std::string& approval) {
        return ok(store->approval(approval))->state;
    }
    std::size_t open_count() { return ok(store->approvals()).size(); }
    /// The program starts again.
    void restart() { made.reset(); }

    Call asked = call_of("echo", R"({"path":"a"})");
    std::shared_ptr<Seen> seen;
};

/// No list of approvals can be read.
class ForgetfulStore final : public ForwardingStore {
 public:
    using ForwardingStore::ForwardingStore;
    Result<std::vector<consent::Approval>> approvals() override {
        if (is_broken) return fail(Errc::unavailable, "disk gone");
        return ForwardingStore::approvals();
    }
    bool is_broken = false;
};

}  // namespace

TEST_CASE("a call that is repeated before the answer records no second question", "[repeated]") {
    Repeating program;
    const ToolResult first = program.call();
    REQUIRE(first.code == code::confirmation_required);
    program.asked.proposer.conversation_id = "c2";
    program.asked.proposer.request_id = "r2";
    for (int i = 0; i < 3; ++i) {
        const ToolResult again = program.call();
        CHECK(again.code == code::confirmation_required);
        CHECK(again.approval == first.approval);
        CHECK(again.message == "The call waits for a person: answer the approval " +
                                   first.approval + ", then call again with the same arguments.");
    }
    CHECK(program.open_count() == 1);
    CHECK(program.of_kind(EntryKind::approval).size() == 1);
    CHECK(program.of_kind(EntryKind::decision).back().approval == first.approval);
    CHECK(program.seen->calls == 0);
}

TEST_CASE("a call that is repeated after a yes runs once and is then asked about anew",
          "[repeated]") {
    Repeating program;
    const std::string approval = program.allowed();
    program.asked.proposer.request_id = "r2";
    const ToolResult done = program.call();
    CHECK(done.success);
    CHECK(program.state_of(approval) == ApprovalState::consumed);
    const auto intent = program.of_kind(EntryKind::intent).at(0);
    CHECK(intent.approval == approval);
    CHECK(intent.decision->source == consent::Source::approval);
    const ToolResult again = program.call();
    CHECK(again.code == code::confirmation_required);
    CHECK_FALSE(again.approval.empty());
    CHECK(again.approval != approval);
    CHECK(program.seen->calls == 1);
}

TEST_CASE("a call that is repeated after a no is asked about anew", "[repeated]") {
    Repeating program;
    const std::string refused = program.call().approval;
    program.answer(refused, Answer::deny_once);
    const ToolResult again = program.call();
    CHECK(again.code == code::confirmation_required);
    CHECK(again.approval != refused);
    CHECK(program.state_of(refused) == ApprovalState::refused);
    CHECK(program.seen->calls == 0);
}

TEST_CASE("without the option a repeated call takes up nothing", "[repeated]") {
    Repeating program;
    const std::string approval = program.allowed();
    const ToolResult again = program.runtime().call(program.asked);
    CHECK(again.code == code::confirmation_required);
    CHECK(again.approval != approval);
    CHECK(program.state_of(approval) == ApprovalState::given);
}

TEST_CASE("a named approval is the only one that counts", "[repeated]") {
    Repeating program;
    const std::string approval = program.allowed();
    CallOptions options = repeatable();
    options.approval = std::string(32, '0');
    CHECK(program.runtime().call(program.asked, options).code == code::stale_approval);
    CHECK(program.state_of(approval) == ApprovalState::given);
    CHECK(program.seen->calls == 0);
}

TEST_CASE("a given approval goes before a pending one, and the oldest goes first", "[repeated]") {
    Repeating program;
    std::vector<std::string> approvals;
    for (int i = 0; i < 4; ++i) approvals.push_back(program.runtime().call(program.asked).approval);
    CHECK(program.call().approval == approvals[0]);
    program.answer(approvals[3]);
    program.answer(approvals[2]);
    CHECK(program.call().success);
    CHECK(program.state_of(approvals[2]) == ApprovalState::consumed);
    CHECK(program.call().success);
    CHECK(program.state_of(approvals[3]) == ApprovalState::consumed);
    CHECK(program.call().approval == approvals[0]);
    CHECK(program.seen->calls == 2);
}

TEST_CASE("XB01 a repeated call takes up no approval of another subject, value or tool",
          "[repeated][attacks]") {
    Repeating program;
    const bool is_given = GENERATE(true, false);
    const std::string approval = is_given ? program.allowed() : program.call().approval;
    program.add(contract_of("other"));
    std::vector<Call> others;
    for (std::string Subject::*part :
         {&Subject::user, &Subject::workspace, &Subject::session, &Subject::agent}) {
        others.push_back(program.asked);
        others.back().subject.*part += "x";
    }
    others.push_back(program.asked);
    others.back().arguments = R"({"path":"b"})";
    others.push_back(program.asked);
    others.back().tool.name = "other";
    for (const Call& other : others) {
        const ToolResult result = program.call(other);
        CHECK(result.code == code::confirmation_required);
        CHECK(result.approval != approval);
    }
    CHECK(program.seen->calls == 0);
    CHECK(program.call().success == is_given);
}

TEST_CASE("XB01 a repeated call takes up no approval of another proposer", "[repeated][attacks]") {
    Repeating program;
    const bool is_given = GENERATE(true, false);
    const std::string approval = is_given ? program.allowed() : program.call().approval;
    std::vector<Call> others(5, program.asked);
    others[0].proposer.kind = Proposer::Kind::person;
    others[1].proposer.kind = Proposer::Kind::program;
    others[2].proposer.kind = Proposer::Kind::model;
    others[3].proposer.model = "m2";
    others[4].proposer.provider = "p2";
    for (const Call& other : others) {
        const ToolResult result = program.call(other);
        CHECK(result.code == code::confirmation_required);
        CHECK(result.approval != approval);
    }
    CHECK(program.seen->calls == 0);
    CHECK(program.call().success == is_given);
}

TEST_CASE("XB01 a repeated call takes up no approval of another contract", "[repeated][attacks]") {
    Repeating program;
    const bool is_given = GENERATE(true, false);
    const std::string approval = is_given ? program.allowed() : program.call().approval;
    program.replace(contract_of("echo", "2"));
    const ToolResult again = program.call();
    CHECK(again.code == code::confirmation_required);
    CHECK(again.approval != approval);
}

TEST_CASE("XB01 a repeated call takes up no expired approval", "[repeated][attacks]") {
    Repeating program;
    const bool is_given = GENERATE(true, false);
    const std::string approval = is_given ? program.allowed() : program.call().approval;
    program.clock.advance(program.settings.approval_lifetime);
    const ToolResult again = program.call();
    CHECK(again.code == code::confirmation_required);
    CHECK(again.approval != approval);
    CHECK(program.seen->calls == 0);
}

TEST_CASE("XB01 a repeated call takes up no approval that serves another run of the program",
          "[repeated][attacks]") {
    Repeating program;
    Contract contract = contract_of("login");
    contract.secret_arguments = {"/path"};
    program.add(contract);
    program.asked.tool.name = "login";
    const bool is_given = GENERATE(true, false);
    const std::string approval = is_given ? program.allowed() : program.call().approval;
    SECTION("another run asks anew") {
        program.restart();
        const ToolResult again = program.call();
        CHECK(again.code == code::confirmation_required);
        CHECK(again.approval != approval);
    }
    SECTION("the run that asked goes on") {
        const ToolResult again = program.call();
        CHECK(again.success == is_given);
        if (!is_given) CHECK(again.approval == approval);
    }
}

TEST_CASE("any run takes up an approval that holds the whole value", "[repeated]") {
    Repeating program;
    program.allowed();
    program.restart();
    CHECK(program.call().success);
}

TEST_CASE("a repeated call lifts no denial", "[repeated][attacks]") {
    Repeating program;
    const std::string approval = program.allowed();
    SECTION("of a policy") {
        ok_void(program.runtime().consent().set_policy(k_echo, Policy::deny));
    }
    SECTION("of a freeze") {
        ok(program.runtime().consent().freeze("halt", program.asked.subject));
    }
    CHECK(program.call().code == code::policy_denied);
    CHECK(program.state_of(approval) == ApprovalState::given);
    CHECK(program.seen->calls == 0);
}

TEST_CASE("an answer 'allow always' leaves no approval behind that outlives its revocation",
          "[repeated][attacks]") {
    Repeating program;
    Contract contract = contract_of("note");
    contract.hints.destructive = false;
    program.add(contract);
    program.asked.tool.name = "note";
    const std::string approval = program.call().approval;
    program.answer(approval, Answer::allow_always);
    CHECK(program.call().success);
    CHECK(program.state_of(approval) == ApprovalState::consumed);
    CHECK(program.call().success);
    ok(program.runtime().consent().revoke_all());
    CHECK(program.call().code == code::confirmation_required);
}

TEST_CASE("a repeated call that a grant allows by now withdraws its pending question",
          "[repeated]") {
    Repeating program;
    const std::string approval = program.call().approval;
    ok(program.runtime().consent().grant_once(k_echo, program.asked.subject));
    CHECK(program.call().success);
    CHECK(program.state_of(approval) == ApprovalState::withdrawn);
    CHECK(program.open_count() == 0);
    CHECK(program.call().code == code::confirmation_required);
    CHECK(program.seen->calls == 1);
}

TEST_CASE("a given approval is used before a grant is spent", "[repeated]") {
    Repeating program;
    program.allowed();
    ok(program.runtime().consent().grant_once(k_echo, program.asked.subject));
    CHECK(program.call().success);
    CHECK(ok(program.runtime().consent().grants()).size() == 1);
    CHECK(program.call().success);
    CHECK(ok(program.runtime().consent().grants()).empty());
    CHECK(program.call().code == code::confirmation_required);
}

TEST_CASE("a call that a policy or the host's word allows looks for no question", "[repeated]") {
    Repeating program;
    const std::string approval = program.allowed();
    CallOptions options = repeatable();
    SECTION("a policy") {
        ok_void(program.runtime().consent().set_policy(k_echo, Policy::allow));
    }
    SECTION("the host's word") {
        options.confirmed = true;
    }
    CHECK(program.runtime().call(program.asked, options).success);
    CHECK(program.state_of(approval) == ApprovalState::given);
}

TEST_CASE("a prompter is not asked about a question that is open already", "[repeated]") {
    Repeating program;
    const std::string pending = program.call().approval;
    program.restart();
    program.with_prompter = true;
    program.prompter.script({Answer::allow_once});
    const ToolResult again = program.call();
    CHECK(again.code == code::confirmation_required);
    CHECK(again.approval == pending);
    CHECK(program.prompter.count() == 0);
    program.answer(pending);
    CHECK(program.call().success);
    CHECK(program.prompter.count() == 0);
    CHECK(program.call().success);
    CHECK(program.prompter.count() == 1);
}

TEST_CASE("a repeated call does not join the question that a prompter shows", "[repeated]") {
    Repeating program;
    program.with_prompter = true;
    program.prompter.hold();
    ToolResult first;
    program.runtime().start(program.asked, repeatable(),
                            [&](ToolResult result) { first = std::move(result); });
    REQUIRE(program.prompter.count() == 1);
    ToolResult again;
    program.runtime().start(program.asked, repeatable(),
                            [&](ToolResult result) { again = std::move(result); });
    CHECK(again.code == code::confirmation_required);
    CHECK(again.approval == program.prompter.questions().at(0).request.approval_id);
    program.prompter.release(0, Answer::allow_once);
    CHECK(first.success);
    CHECK(program.prompter.count() == 1);
    CHECK(program.seen->calls == 1);
}

TEST_CASE("a repeated call needs no room for a question that is open already", "[repeated]") {
    Repeating program;
    program.settings.open_questions_max = 1;
    const std::string approval = program.call().approval;
    CHECK(program.call().approval == approval);
    Call other = program.asked;
    other.arguments = R"({"path":"b"})";
    CHECK(program.call(other).code == code::quota_exceeded);
}

TEST_CASE("XB09 of 64 threads that repeat an allowed call exactly one runs",
          "[repeated][attacks]") {
    Repeating program;
    program.allowed();
    Runtime& runtime = program.runtime();
    std::atomic<int> asked{0};
    CHECK(count_true(64, [&](int) {
              const ToolResult result = runtime.call(program.asked, repeatable());
              if (result.code == code::confirmation_required) ++asked;
              return result.success;
          }) == 1);
    CHECK(asked == 63);
    CHECK(program.seen->calls == 1);
}

TEST_CASE("XB09 a call whose answer is used meanwhile is asked about anew", "[repeated][attacks]") {
    Repeating program;
    Program elsewhere(program.store);
    const auto other = elsewhere.add(contract_of("echo"));
    bool was_used = false;
    program.hook()->before = [&](const CallView&, const consent::Decision&) {
        if (!std::exchange(was_used, true)) elsewhere.runtime().call(program.asked, repeatable());
        return std::optional<ToolResult>();
    };
    const std::string approval = program.allowed();
    const ToolResult result = program.call();
    CHECK(result.code == code::confirmation_required);
    CHECK(result.approval != approval);
    CHECK(other->calls == 1);
    CHECK(program.seen->calls == 0);
}

TEST_CASE("a change of consent between look and commit costs a repeated call nothing",
          "[repeated]") {
    Repeating program;
    bool has_changed = false;
    program.hook()->before = [&](const CallView&, const consent::Decision&) {
        if (!std::exchange(has_changed, true))
            ok(program.runtime().consent().grant_once({"", "echo"}, {"bob", "", "", ""}));
        return std::optional<ToolResult>();
    };
    const std::string approval = program.allowed();
    CHECK(program.call().success);
    CHECK(program.state_of(approval) == ApprovalState::consumed);
}

TEST_CASE("a call whose arguments a hook changes takes up the question about the new ones",
          "[repeated]") {
    Repeating program;
    program.hook()->resolve = [](const CallView& view, const consent::Decision&) {
        view.change_arguments(R"({"n":1,"path":"b"})");
        return std::optional<consent::Decision>();
    };
    const std::string approval = program.call().approval;
    CHECK(program.call().approval == approval);
    program.answer(approval);
    CHECK(program.call().success);
    CHECK(program.seen->arguments == R"({"n":1,"path":"b"})");
    CHECK(program.of_kind(EntryKind::approval).size() == 2);
}

TEST_CASE("a repeated call takes up no request for input and no undo", "[repeated]") {
    Repeating program;
    Contract contract = contract_of("form");
    contract.has_undo = true;
    const auto form =
        program.add(contract, {.call = [](std::string_view, Context& context) {
                        const auto name = context.input("name", {.prompt = "Whose form?"});
                        if (name) return Reply::done();
                        return Reply::failed(code::requires_user_input, name.error().message);
                    }});
    program.asked.tool.name = "form";
    program.allowed();
    const ToolResult waits = program.call();
    REQUIRE(waits.code == code::requires_user_input);
    const ToolResult anew = program.call();
    CHECK(anew.code == code::confirmation_required);
    CHECK(anew.approval != waits.approval);

    auto given = answer_to(waits.approval, Answer::allow_once);
    given.inputs = {{"name", "Ann"}};
    ok(program.runtime().consent().answer(given));
    CHECK(program.call().approval == anew.approval);
    const ToolResult done = program.runtime().call(program.asked, with_approval(waits.approval));
    REQUIRE(done.success);

    gate::UndoRequest undo = undo_of(done);
    undo.subject = program.asked.subject;
    undo.proposer = program.asked.proposer;
    undo.options = repeatable();
    const ToolResult asked = program.runtime().undo(undo);
    REQUIRE(asked.code == code::confirmation_required);
    program.answer(asked.approval);
    CHECK(program.call().approval == anew.approval);
    const ToolResult again = program.runtime().undo(undo);
    CHECK(again.code == code::confirmation_required);
    CHECK(again.approval != asked.approval);
    CHECK(form->undos == 0);
}

TEST_CASE("a function that asks for input gets it after its call took up an answer", "[repeated]") {
    Repeating program;
    const auto form =
        program.add(contract_of("form"), {.call = [](std::string_view, Context& context) {
                        const auto name = context.input("name", {.prompt = "Whose form?"});
                        if (name) return Reply::done("\"" + name->text + "\"");
                        return Reply::failed(code::requires_user_input, name.error().message);
                    }});
    program.asked.tool.name = "form";
    program.allowed();
    program.restart();
    program.with_prompter = true;
    program.prompter.script({Answer::allow_once});
    program.prompter.typed = [](const InputRequest&) { return "Ann"; };
    CHECK(program.call().result == R"("Ann")");
    CHECK(form->calls == 2);
    CHECK(program.prompter.count() == 1);
    CHECK(program.open_count() == 0);
}

TEST_CASE("XC14 a list of questions that cannot be read allows and asks nothing",
          "[repeated][attacks]") {
    FakeEntropy entropy;
    const auto store = std::make_shared<ForgetfulStore>(store::make_memory_store(entropy));
    Repeating program(store);
    program.allowed();
    store->is_broken = true;
    CHECK(program.call().code == code::ledger_unavailable);
    CHECK(program.seen->calls == 0);
    CHECK(program.of_kind(EntryKind::approval).size() == 2);
}

}  // namespace iam::test
