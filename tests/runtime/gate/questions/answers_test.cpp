// Answers from outside of the call, perhaps from another process: what each may say.
// Tests of runtime/src/gate/questions/{approvals,recorded_questions}.cpp.
#include "../fixture.hpp"
#include <support/forwarding_store.hpp>

namespace iam::test {
namespace {

using consent::Answer;
using consent::ApprovalState;

/// Somebody else changes the store right after the first time that consent was read.
struct MeddledStore final : ForwardingStore {
    using ForwardingStore::ForwardingStore;
    std::function<void()> meddle{};

    Result<consent::Standing> standing(const ToolId& tool, const Subject& subject) override {
        auto standing = ForwardingStore::standing(tool, subject);
        if (auto once = std::exchange(meddle, nullptr)) once();
        return standing;
    }
};

std::string ask(Program& program, const std::string& arguments) {
    const ToolResult waiting = program.runtime().call(call_of("echo", arguments));
    REQUIRE(waiting.code == code::confirmation_required);
    return waiting.approval;
}

}  // namespace

TEST_CASE("an \"always\" about an undo says nothing about the tool, wherever it is answered",
          "[answers]") {
    Program program;
    Contract contract = contract_of("echo");
    contract.has_undo = true;
    program.add(contract);
    auto request = undo_of(program.runtime().call(call_of("echo"), confirmed()));
    request.proposer.kind = Proposer::Kind::model;
    const std::string approval = program.runtime().undo(request).approval;
    CHECK(code_of(program.runtime().consent().answer(answer_to(approval, Answer::allow_always))) ==
          Errc::invalid_argument);
    const auto refused =
        ok(program.runtime().consent().answer(answer_to(approval, Answer::deny_always)));
    CHECK(refused.state == ApprovalState::refused);
    CHECK(ok(program.store->permissions()).empty());
    CHECK(program.of_kind(EntryKind::approval).back().answer == "deny_once");
}

TEST_CASE("a question that an interceptor put is not answered with allow always", "[answers]") {
    Program program;
    program.hook()->resolve = [](const CallView&, const consent::Decision&) {
        return std::optional(
            consent::Decision{.effect = Policy::confirm, .reason = "I want to know."});
    };
    program.add_allowed("echo");
    const std::string approval = ask(program, "{}");
    CHECK(code_of(program.runtime().consent().answer(answer_to(approval, Answer::allow_always))) ==
          Errc::invalid_argument);
    CHECK(ok(program.store->permissions()).empty());
    CHECK(ok(program.runtime().consent().answer(answer_to(approval, Answer::allow_once))).state ==
          ApprovalState::given);
}

TEST_CASE("an allow always to an older question does not lift a deny always", "[answers]") {
    Program program;
    program.add(contract_of("echo"));
    const std::string older = ask(program, R"({"m":1})");
    const std::string newer = ask(program, R"({"m":2})");
    ok(program.runtime().consent().answer(answer_to(newer, Answer::deny_always)));
    const auto refused = program.runtime().consent().answer(answer_to(older, Answer::allow_always));
    REQUIRE(code_of(refused) == Errc::conflict);
    const auto permissions = ok(program.store->permissions());
    REQUIRE(permissions.size() == 1);
    CHECK_FALSE(permissions[0].allow);
    CHECK(refused.error().message.find("revoke the permission " + permissions[0].id) !=
          std::string::npos);
    CHECK(program.runtime().call(call_of("echo")).code == code::policy_denied);
    ok(program.runtime().consent().revoke(permissions[0].id));
    ok(program.runtime().consent().answer(answer_to(older, Answer::allow_always)));
    CHECK(program.runtime().call(call_of("echo")).success);
}

TEST_CASE("an allow always looks again if consent changes under it", "[answers]") {
    for (const bool is_denied : {true, false}) {
        Program other;
        const auto store = std::make_shared<MeddledStore>(other.store);
        Program program(store);
        program.add(contract_of("echo"));
        const std::string approval = ask(program, "{}");
        store->meddle = [&] {
            if (is_denied) {
                put(*other.store, ledger::PutPermission{permission_of("denied", false, k_echo)});
            } else {
                put(*other.store, ledger::PutPolicy{{"", "another"}, Policy::deny});
            }
        };
        const auto answered =
            program.runtime().consent().answer(answer_to(approval, Answer::allow_always));
        CHECK(answered.has_value() == !is_denied);
        CHECK(ok(program.store->permissions()).at(0).allow == !is_denied);
    }
}

TEST_CASE("nobody is asked elsewhere about a call that would be denied by now", "[answers]") {
    const bool hooked = GENERATE(false, true);
    Program program;
    if (hooked) program.hook()->loosens = true;
    program.add(contract_of("echo"));
    Runtime& runtime = program.runtime();
    Call call = call_of("echo", R"({"m":1})");
    const std::string waiting = runtime.call(call).approval;
    const auto asks = [&] { return runtime.consent().question(waiting).has_value(); };
    CHECK(asks());
    ok(runtime.consent().freeze("Supper."));
    const auto frozen = runtime.consent().question(waiting);
    CHECK(code_of(frozen) == Errc::conflict);
    CHECK(frozen.error().message.find("Everything is frozen: Supper.") != std::string::npos);
    ok_void(runtime.consent().thaw("Done."));
    CHECK(asks());
    ok_void(runtime.consent().set_policy(k_echo, Policy::deny));
    // What a hook may lift is for it to say.
    CHECK(asks() == hooked);
    ok_void(runtime.consent().set_policy(k_echo, {}));
    call.arguments = R"({"m":2})";
    const std::string other = runtime.call(call).approval;
    auto never = answer_to(other, Answer::deny_always);
    never.scope = consent::CallScope::arguments;
    ok(runtime.consent().answer(never));
    CHECK(asks());
    call.arguments = R"({"m":3})";
    ok(runtime.consent().answer(answer_to(runtime.call(call).approval, Answer::deny_always)));
    CHECK_FALSE(asks());
    // It can still be refused, or withdrawn.
    CHECK(ok(runtime.consent().answer(answer_to(waiting, Answer::deny_once))).state ==
          ApprovalState::refused);
}

TEST_CASE("a pending question is read back from its record as it was put", "[answers]") {
    Program here;
    here.with_prompter = true;
    here.prompter.hold();
    Contract contract = contract_of("echo");
    contract.has_preview = true;
    Functions functions;
    functions.preview = [](std::string_view) -> PreviewReply {
        return Preview{"Says it.", {{"how", "loud"}}, {{"late", "It is late."}}};
    };
    here.add(contract, functions);
    Call call = call_of("echo", R"({"m":1})");
    call.subject = {"ann", "shop", "s", "a"};
    ToolResult result;
    here.runtime().submit(call, [&](ToolResult reply) { result = std::move(reply); });
    const consent::PromptRequest put = here.prompter.questions().at(0).request;
    Program there(here.store);
    static_cast<void>(random_id(there.entropy));
    CHECK(code_of(there.runtime().consent().question(put.approval_id)) == Errc::conflict);
    there.add(contract);
    const consent::PromptRequest read = ok(there.runtime().consent().question(put.approval_id));
    CHECK(read.call.tool == put.call.tool);
    CHECK(read.call.id == put.call.id);
    CHECK(read.call.arguments == put.call.arguments);
    CHECK(read.call.subject == put.call.subject);
    CHECK(read.call.proposer.kind == put.call.proposer.kind);
    CHECK(read.preview->summary == "Says it.");
    CHECK(read.preview->fields.at(0).value == "loud");
    CHECK(read.preview->warnings.at(0).message == "It is late.");
    CHECK(read.risk == put.risk);
    CHECK(read.decision == put.decision);
    CHECK(read.always_would_store == put.always_would_store);
    CHECK(read.always_refused_because.empty());
    CHECK(read.deny_only_because.empty());
    here.prompter.release(0, Answer::deny_once);
    CHECK(code_of(there.runtime().consent().question(put.approval_id)) == Errc::conflict);
    CHECK(code_of(there.runtime().consent().question("none")) == Errc::not_found);
}

/// Two runs of one program, the second of which did not ask.
struct TwoRuns {
    explicit TwoRuns(const Contract& contract) : there(here.store) {
        static_cast<void>(random_id(there.entropy));  // else both runs would have the same name
        here.add(contract);
        seen_there = there.add(contract);
    }
    /// Refused there with this sentence in it, given here.
    void check_allowed_only_here(const std::string& approval, const std::string& why) {
        CHECK(ok(there.runtime().consent().question(approval))
                  .deny_only_because.english()
                  .find(why) != std::string::npos);
        CHECK(ok(here.runtime().consent().question(approval)).deny_only_because.empty());
        for (const Answer answer : {Answer::allow_once, Answer::allow_always}) {
            const auto refused = there.runtime().consent().answer(answer_to(approval, answer));
            REQUIRE(code_of(refused) == Errc::invalid_argument);
            CHECK(refused.error().message.find(why) != std::string::npos);
            CHECK(refused.error().message.find("allow it there, or deny it here") !=
                  std::string::npos);
        }
        CHECK(ok(here.store->approval(approval))->state == ApprovalState::pending);
        CHECK(ok(here.runtime().consent().answer(answer_to(approval, Answer::allow_once))).state ==
              ApprovalState::given);
    }
    Program here{};
    Program there;
    std::shared_ptr<Seen> seen_there;
};

TEST_CASE("a question about secrets is allowed only by the run of the program that asked",
          "[answers]") {
    Contract contract = contract_of("echo");
    contract.secret_arguments = {"/password"};
    TwoRuns runs(contract);
    const Call call = call_of("echo", R"({"password":"hunter2-Wm9wSx"})");
    const std::string approval = runs.here.runtime().call(call).approval;
    runs.check_allowed_only_here(approval, "hold secrets");
    CHECK(runs.there.runtime().call(call, with_approval(approval)).code == code::stale_approval);
    CHECK(runs.seen_there->calls == 0);
    CHECK(runs.here.runtime().call(call, with_approval(approval)).success);
    const std::string other = runs.here.runtime().call(call).approval;
    CHECK(ok(runs.there.runtime().consent().answer(answer_to(other, Answer::deny_once))).state ==
          ApprovalState::refused);
    // Where the value holds no secret, anybody may answer.
    const std::string open = runs.here.runtime().call(call_of("echo")).approval;
    CHECK(ok(runs.there.runtime().consent().answer(answer_to(open, Answer::allow_once))).state ==
          ApprovalState::given);
    CHECK(runs.there.runtime().call(call_of("echo"), with_approval(open)).success);
}

TEST_CASE("a question about a tool of an object is allowed only where that object lives",
          "[answers]") {
    Contract contract = contract_of("echo");
    contract.bound_class = "editor::Document";
    contract.has_undo = true;
    TwoRuns runs(contract);
    const std::string approval = runs.here.runtime().call(call_of("echo")).approval;
    runs.check_allowed_only_here(approval, "an object of editor::Document");
    // What was allowed of one object is not allowed of another.
    CHECK(runs.there.runtime().call(call_of("echo"), with_approval(approval)).code ==
          code::stale_approval);
    CHECK(runs.seen_there->calls == 0);
    const ToolResult done = runs.here.runtime().call(call_of("echo"), with_approval(approval));
    REQUIRE(done.success);
    auto undo = undo_of(done);
    undo.proposer.kind = Proposer::Kind::model;
    runs.check_allowed_only_here(runs.here.runtime().undo(undo).approval, "an object of");
}

TEST_CASE("a question whose record a hook changed is allowed only by the run that asked",
          "[answers]") {
    Program here;
    here.hook()->record = [](std::string_view field, const std::string&) {
        return field == "arguments" ? std::optional<std::string>(R"({"n":0})") : std::nullopt;
    };
    here.add(contract_of("echo"));
    const std::string approval = here.runtime().call(call_of("echo")).approval;
    Program there(here.store);
    static_cast<void>(random_id(there.entropy));
    for (const bool has_tool : {false, true}) {
        if (has_tool) there.add(contract_of("echo"));
        const auto refused =
            there.runtime().consent().answer(answer_to(approval, Answer::allow_once));
        REQUIRE(code_of(refused) == Errc::invalid_argument);
        CHECK(refused.error().message.find("changed for the record") != std::string::npos);
    }
    CHECK(ok(here.runtime().consent().answer(answer_to(approval, Answer::allow_once))).state ==
          ApprovalState::given);
}

TEST_CASE("a question that only one run could go on with ends with that run", "[answers]") {
    Contract contract = contract_of("echo");
    contract.secret_arguments = {"/password"};
    Program program;
    program.with_prompter = true;
    program.prompter.hold();
    program.add(contract);
    ToolResult result;
    program.runtime().submit(call_of("echo", R"({"password":"hunter2-Wm9wSx"})"),
                             [&](ToolResult reply) { result = std::move(reply); });
    const std::string approval = program.prompter.questions().at(0).request.approval_id;
    program.made.reset();
    CHECK(result.code == code::cancelled);
    CHECK(result.message.find("propose it anew") != std::string::npos);
    CHECK(ok(program.store->approval(approval))->state == ApprovalState::withdrawn);
}

}  // namespace iam::test
