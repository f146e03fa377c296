// The defects of the closest peer, each as a test that ours lacks it. 8 and 11 to 13 are about
// generated code: tests/generator/compile/calls/peers_defects_test.cpp.
#include "fixture.hpp"

#include <stdexcept>

namespace iam::test {

TEST_CASE("defect 1: an undo sees the original arguments and the original result", "[peers]") {
    Program program;
    int next = 7;
    Functions functions;
    functions.call = [&next](std::string_view, Context&) {
        return Reply::done("{\"id\":" + std::to_string(next++) + "}");
    };
    const auto seen = program.add(undoable("echo"), functions);
    const ToolResult first = program.runtime().call(call_of("echo", R"({"m":"same"})"));
    program.runtime().call(call_of("echo", R"({"m":"same"})"));
    CHECK(program.runtime().undo(undo_of(first)).success);
    CHECK(seen->arguments == R"({"m":"same","n":1})");
    CHECK(seen->result == R"({"id":7})");
}

TEST_CASE("defect 2: what a function throws ends in an outcome and reaches the caller masked",
          "[peers]") {
    Program program;
    Functions functions;
    functions.call = [](std::string_view, Context&) -> Reply {
        throw std::runtime_error("/etc/passwd is odd");
    };
    program.add_allowed("echo", functions);
    const ToolResult result = program.runtime().call(call_of("echo"));
    CHECK(result.code == code::tool_failed);
    CHECK(result.message.find("passwd") == std::string::npos);
    const auto outcomes = program.of_kind(EntryKind::outcome);
    REQUIRE(outcomes.size() == 1);
    CHECK(outcomes[0].success == false);
    CHECK(program.payload(result.entry, "message") == "/etc/passwd is odd");
}

TEST_CASE("defect 3: nobody is asked about an invalid call", "[peers]") {
    Program program;
    program.with_prompter = true;
    program.add(contract_of("echo"));
    CHECK(program.runtime().call(call_of("echo", R"({"bad":1})")).code == code::invalid_arguments);
    CHECK(program.prompter.count() == 0);
}

TEST_CASE("defect 4: neither an invalid call nor a veto spends a once-grant", "[peers]") {
    Program program;
    bool vetoes = true;
    program.hook()->before = [&vetoes](const CallView&,
                                       const consent::Decision&) -> std::optional<ToolResult> {
        if (!vetoes) return std::nullopt;
        ToolResult veto;
        veto.code = "later";
        return veto;
    };
    program.add(contract_of("echo"));
    ok(program.runtime().consent().grant_once(k_echo));
    CHECK(program.runtime().call(call_of("echo", R"({"bad":1})")).code == code::invalid_arguments);
    CHECK(program.runtime().call(call_of("echo")).code == "later");
    CHECK(ok(program.runtime().consent().grants()).size() == 1);
    vetoes = false;
    CHECK(program.runtime().call(call_of("echo")).success);
}

TEST_CASE("defect 5: a confirmation is an approval of exactly this value, made and used at once",
          "[peers]") {
    Program program;
    program.add(contract_of("echo"));
    CHECK(program.runtime().call(call_of("echo", R"({"m":1})"), confirmed()).success);
    const auto intent = program.of_kind(EntryKind::intent).at(0);
    CHECK(intent.decision->source == consent::Source::host_assertion);
    const auto approval = ok(program.store->approval(intent.approval));
    REQUIRE(approval.has_value());
    CHECK(approval->state == consent::ApprovalState::consumed);
    CHECK(approval->arguments_digest == *intent.arguments_digest);
    REQUIRE(approval->approver.has_value());
    CHECK(approval->approver->kind == consent::ApproverKind::host_assertion);
    CHECK(program.runtime()
              .call(call_of("echo", R"({"m":1})"), with_approval(intent.approval))
              .code == code::stale_approval);
}

TEST_CASE("defect 6: a preview only ever sees valid arguments with their defaults", "[peers]") {
    Program program;
    Contract contract = contract_of("echo");
    contract.has_preview = true;
    const auto seen = program.add(contract);
    const auto bad = program.runtime().preview(call_of("echo", R"({"bad":1})"));
    REQUIRE_FALSE(bad.has_value());
    CHECK(bad.error().code == code::invalid_arguments);
    CHECK(bad.error().errors.size() == 1);
    CHECK(seen->previews == 0);
    const auto good = program.runtime().preview(call_of("echo"));
    CHECK((**good).summary == R"(would do {"n":1})");
}

TEST_CASE("defect 7: grants stand side by side and belong to somebody", "[peers]") {
    Program program;
    program.add(contract_of("echo"));
    Subject ann;
    ann.user = "ann";
    ok(program.runtime().consent().grant_until_cleared(k_echo, ann));
    ok(program.runtime().consent().grant_once(k_echo, ann));
    Call call = call_of("echo");
    CHECK(program.runtime().call(call).code == code::confirmation_required);
    call.subject = ann;
    for (int i = 0; i < 3; ++i) CHECK(program.runtime().call(call).success);
}

TEST_CASE("defect 9: what is remembered lies in the store, not in the runtime", "[peers]") {
    Program before;
    before.add(contract_of("echo"));
    ok(before.runtime().consent().grant_once(k_echo));
    before.runtime().call(call_of("nothing"));

    Program after(before.store);
    after.add(contract_of("echo"));
    CHECK(after.runtime().call(call_of("echo")).success);
    std::vector<std::string> ids = ids_of(after.stored_entries());
    CHECK(ids == std::vector<std::string>{"0.1", "0.2", "0.3", "0.4"});
    Digest previous{};
    for (const auto& entry : after.stored_entries()) {
        CHECK(entry.previous == previous);
        CHECK(entry.hash == ledger::chain_hash(previous, entry.text));
        previous = entry.hash;
    }
}

TEST_CASE("defect 10: of many undos at once exactly one runs, and each is recorded", "[peers]") {
    Program program;
    const auto seen = program.add(undoable("echo"));
    const ToolResult done = program.runtime().call(call_of("echo"));
    Runtime& runtime = program.runtime();
    const gate::UndoRequest request = undo_of(done);
    const int undone = count_true(16, [&](int) { return runtime.undo(request).success; });
    CHECK(undone == 1);
    CHECK(seen->undos == 1);
    CHECK(program.of_kind(EntryKind::undo_intent).size() == 1);
    CHECK(program.of_kind(EntryKind::undo_outcome).size() == 1);
    CHECK(program.of_kind(EntryKind::decision).size() == 15);
}

TEST_CASE("defect 14: a name that is taken is refused and the first tool stays", "[peers]") {
    Program program;
    const auto first = program.add_allowed("echo");
    const auto second = std::make_shared<Seen>();
    CHECK_FALSE(
        program.registry
            .add(contract_of("echo", "2"), std::make_unique<LambdaHandler>(Functions{}, second))
            .has_value());
    CHECK(program.runtime().call(call_of("echo")).success);
    CHECK(first->calls == 1);
    CHECK(second->calls == 0);
}

}  // namespace iam::test
