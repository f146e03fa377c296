// Attacks on the binding between consent and call, by their ids.
// Tests of runtime/src/gate/steps/{commit_intent,read_value,seek_consent}.cpp.
#include "fixture.hpp"

#include <thread>

namespace iam::test {
namespace {

using consent::Answer;
using consent::ApprovalState;

/// A call that waits for an answer, and the answer yes.
struct Approved : Program {
    Approved() {
        seen = add(contract_of("echo"));
        asked.subject = {"ann", "shop", "s1", "a1"};
        approval = runtime().call(asked).approval;
        ok(runtime().consent().answer(answer_to(approval, Answer::allow_once)));
    }
    std::string code_with_approval(const Call& call) {
        return runtime().call(call, with_approval(approval)).code;
    }
    Call asked = call_of("echo", R"({"path":"a"})");
    std::string approval;
    std::shared_ptr<Seen> seen;
};

}  // namespace

TEST_CASE("XB01 an approval does for nothing but what was approved", "[attacks]") {
    Approved program;
    Call other = program.asked;
    other.arguments = R"({"path":"b"})";
    CHECK(program.code_with_approval(other) == code::stale_approval);
    for (std::string Subject::*part :
         {&Subject::user, &Subject::workspace, &Subject::session, &Subject::agent}) {
        other = program.asked;
        other.subject.*part += "x";
        CHECK(program.code_with_approval(other) == code::stale_approval);
    }
    program.add(contract_of("other"));
    other = program.asked;
    other.tool.name = "other";
    CHECK(program.code_with_approval(other) == code::stale_approval);
    CHECK(program.seen->calls == 0);
    CHECK(program.code_with_approval(program.asked).empty());
    CHECK(program.seen->calls == 1);
}

TEST_CASE("XB01 an approval ends with its lifetime", "[attacks]") {
    Approved program;
    program.clock.advance(program.settings.approval_lifetime);
    CHECK(program.code_with_approval(program.asked) == code::stale_approval);
}

TEST_CASE("XB02 arguments that are rewritten behind the gate's back do not reach the function",
          "[attacks]") {
    Program program;
    program.hook()->before = [](const CallView& view, const consent::Decision&) {
        // What no interceptor may do, and what one that means ill would.
        const_cast<Call&>(view.call).arguments = R"({"n":2})";
        return std::optional<ToolResult>();
    };
    const auto seen = program.add_allowed("echo");
    CHECK(program.runtime().call(call_of("echo")).code == code::stale_approval);
    CHECK(seen->calls == 0);
    CHECK(program.payload("0.1", "arguments") == R"({"n":1})");
    CHECK(program.of_kind(EntryKind::outcome).at(0).success == false);
}

TEST_CASE("XB05 hooks, question, record and function have one value, defaults included",
          "[attacks]") {
    Program program;
    program.with_prompter = true;
    program.prompter.script({Answer::allow_once});
    std::string resolved;
    program.hook()->resolve = [&resolved](const CallView& view, const consent::Decision&) {
        resolved = view.call.arguments;
        return std::optional<consent::Decision>();
    };
    Contract contract = contract_of("echo");
    contract.has_preview = true;
    std::string previewed;
    Functions functions;
    functions.preview = [&previewed](std::string_view text) -> PreviewReply {
        previewed = text;
        return Preview{};
    };
    const auto seen = program.add(contract, functions);
    CHECK(program.runtime().call(call_of("echo", " { \"b\" : 1e0, \"a\":\"\\u0041\" } ")).success);
    const std::string value = R"({"a":"A","b":1,"n":1})";
    CHECK(resolved == value);
    CHECK(previewed == value);
    CHECK(program.prompter.questions().at(0).request.call.arguments == value);
    CHECK(program.payload("0.1", "arguments") == value);
    CHECK(seen->arguments == value);
}

TEST_CASE("XB07 no two tuples of contract and arguments share a digest", "[attacks]") {
    Program program;
    program.add_allowed("ab");
    program.add_allowed("a");
    std::vector<Digest> digests;
    for (const Call& call : {call_of("ab", R"({"m":"x"})"), call_of("a", R"({"m":"x"})"),
                             call_of("a", R"({"m":"x\n"})"), call_of("a", R"({"m":"x\u0001"})"),
                             call_of("a", R"({"m":["x"]})"), call_of("a", R"({"m":"[\"x\"]"})")}) {
        REQUIRE(program.runtime().call(call).success);
        digests.push_back(*program.of_kind(EntryKind::intent).back().arguments_digest);
    }
    std::sort(digests.begin(), digests.end());
    CHECK(std::unique(digests.begin(), digests.end()) == digests.end());
}

TEST_CASE("XB07 the digest is keyed by the store, so it cannot be guessed from elsewhere",
          "[attacks]") {
    FakeEntropy other_entropy(99);
    Program here;
    Program there(store::make_memory_store(other_entropy));
    for (Program* program : {&here, &there}) {
        program->add_allowed("echo");
        program->runtime().call(call_of("echo"));
    }
    CHECK(here.of_kind(EntryKind::intent).at(0).arguments_digest !=
          there.of_kind(EntryKind::intent).at(0).arguments_digest);
}

TEST_CASE("XB08 an approval is used once, also by another runtime on the same store", "[attacks]") {
    Approved program;
    CHECK(program.code_with_approval(program.asked).empty());
    CHECK(program.code_with_approval(program.asked) == code::stale_approval);
    Program restarted(program.store);
    const auto seen = restarted.add(contract_of("echo"));
    CHECK(restarted.runtime().call(program.asked, with_approval(program.approval)).code ==
          code::stale_approval);
    CHECK(seen->calls == 0);
}

TEST_CASE("XB08 an approval is spent by a call that failed, for it may have had its effect",
          "[attacks]") {
    Program program;
    Functions functions;
    functions.call = [](std::string_view, Context&) { return Reply::failed("broken", "Broken."); };
    program.add(contract_of("echo"), functions);
    const std::string approval = program.runtime().call(call_of("echo")).approval;
    ok(program.runtime().consent().answer(answer_to(approval, Answer::allow_once)));
    CHECK(program.runtime().call(call_of("echo"), with_approval(approval)).code == "broken");
    CHECK(program.runtime().call(call_of("echo"), with_approval(approval)).code ==
          code::stale_approval);
}

TEST_CASE("XB09 of 64 threads that race one once-grant exactly one runs", "[attacks]") {
    Program program;
    const auto seen = program.add(contract_of("echo"));
    ok(program.runtime().consent().grant_once(k_echo));
    Runtime& runtime = program.runtime();
    std::atomic<int> asked{0};
    const int ran = count_true(64, [&](int) {
        const ToolResult result = runtime.call(call_of("echo"));
        if (result.code == code::confirmation_required) ++asked;
        return result.success;
    });
    CHECK(ran == 1);
    CHECK(asked == 63);
    CHECK(seen->calls == 1);
    CHECK(program.of_kind(EntryKind::intent).size() == 1);
}

TEST_CASE("XB09 of 64 threads that race one approval exactly one runs", "[attacks]") {
    Approved program;
    Runtime& runtime = program.runtime();
    CHECK(count_true(64, [&](int) {
              return runtime.call(program.asked, with_approval(program.approval)).success;
          }) == 1);
    CHECK(program.seen->calls == 1);
}

TEST_CASE("XB09 an approval that is used elsewhere between the look and the commit is stale",
          "[attacks]") {
    Program program;
    std::string approval;
    Program elsewhere(program.store);
    const auto other = elsewhere.add(contract_of("echo"));
    program.hook()->before = [&](const CallView&, const consent::Decision&) {
        elsewhere.runtime().call(call_of("echo"), with_approval(approval));
        return std::optional<ToolResult>();
    };
    const auto seen = program.add(contract_of("echo"));
    approval = program.runtime().call(call_of("echo")).approval;
    ok(program.runtime().consent().answer(answer_to(approval, Answer::allow_once)));
    CHECK(program.runtime().call(call_of("echo"), with_approval(approval)).code ==
          code::stale_approval);
    CHECK(other->calls == 1);
    CHECK(seen->calls == 0);
}

TEST_CASE("XB10 no way to a function goes round the gate", "[attacks]") {
    Program program;
    Contract contract = contract_of("echo");
    contract.has_undo = true;
    contract.has_preview = true;
    const auto seen = program.add(contract);
    Runtime& runtime = program.runtime();
    ToolResult submitted;
    runtime.submit(call_of("echo"), [&](ToolResult result) { submitted = std::move(result); });
    runtime.call(call_of("echo"));
    runtime.call(call_of("echo"), with_approval("0123456789abcdef0123456789abcdef"));
    CHECK(runtime.preview(call_of("echo")).has_value());
    for (std::uint64_t seq = 1; seq < 6; ++seq) {
        gate::UndoRequest request;
        request.entry = {0, seq};
        runtime.undo(request);
    }
    CHECK(submitted.code == code::confirmation_required);
    CHECK(seen->calls == 0);
    CHECK(seen->undos == 0);
}

TEST_CASE("XB13 a tool that changes while its question is open is not run", "[attacks]") {
    Program program;
    program.with_prompter = true;
    program.prompter.script({Answer::allow_once});
    const auto seen = program.add(contract_of("echo"));
    program.prompter.while_shown = [&program](const consent::PromptRequest&) {
        program.replace(contract_of("echo", "2"));
    };
    CHECK(program.runtime().call(call_of("echo")).code == code::stale_approval);
    CHECK(seen->calls == 0);
    const auto id = program.prompter.questions().at(0).request.approval_id;
    CHECK(ok(program.store->approval(id))->state == ApprovalState::withdrawn);
}

TEST_CASE("XB13 an answer from elsewhere to a changed tool's question is refused", "[attacks]") {
    Program program;
    program.add(contract_of("echo"));
    const std::string approval = program.runtime().call(call_of("echo")).approval;
    program.replace(contract_of("echo", "2"));
    const auto answered =
        program.runtime().consent().answer(answer_to(approval, Answer::allow_once));
    REQUIRE_FALSE(answered.has_value());
    CHECK(answered.error().code == Errc::conflict);
    CHECK(ok(program.store->approval(approval))->state == ApprovalState::withdrawn);
}

TEST_CASE("XB14 what is no longer valid after the answer is not run", "[attacks]") {
    Program program;
    program.with_prompter = true;
    program.prompter.script({Answer::allow_once});
    bool valid = true;
    Functions functions;
    functions.prepare = [&valid](std::string_view text) -> Prepared {
        if (!valid) return tl::unexpected(std::vector<ValueError>{{"/day", "is over", "", ""}});
        return std::string(text);
    };
    const auto seen = program.add(contract_of("echo"), functions);
    program.prompter.while_shown = [&valid](const consent::PromptRequest&) { valid = false; };
    CHECK(program.runtime().call(call_of("echo")).code == code::stale_approval);
    CHECK(seen->calls == 0);
}

TEST_CASE("XB15 neither a model nor an MCP client answers an approval", "[attacks]") {
    Program program;
    program.add(contract_of("echo"));
    const std::string approval = program.runtime().call(call_of("echo")).approval;
    for (const auto kind : {Proposer::Kind::model, Proposer::Kind::mcp_client}) {
        auto answer = answer_to(approval, Answer::allow_once);
        answer.principal = kind;
        const auto refused = program.runtime().consent().answer(answer);
        REQUIRE_FALSE(refused.has_value());
        CHECK(refused.error().code == Errc::invalid_argument);
    }
    CHECK(ok(program.store->approval(approval))->state == ApprovalState::pending);
}

TEST_CASE("XB17 an approval is found by its whole id only", "[attacks]") {
    Approved program;
    CHECK(program.approval.size() == 32);
    for (const std::string& guess :
         {program.approval.substr(0, 31), program.approval + "0", std::string("%"),
          std::string(32, '0'), program.approval + std::string(1, '\0')}) {
        CHECK(program.runtime().call(program.asked, with_approval(guess)).code ==
              code::stale_approval);
        CHECK_FALSE(
            program.runtime().consent().answer(answer_to(guess, Answer::allow_once)).has_value());
    }
    CHECK(program.seen->calls == 0);
}

TEST_CASE("XC01 grants and permissions do not carry over to a changed contract", "[attacks]") {
    Program program;
    program.with_prompter = true;
    program.prompter.script({Answer::allow_always});
    program.add(contract_of("echo"));
    CHECK(program.runtime().call(call_of("echo")).success);
    ok(program.runtime().consent().grant_until_cleared(k_echo));
    program.replace(contract_of("echo", "2"));
    CHECK(program.runtime().call(call_of("echo")).code == code::no_decision);
    CHECK(ok(program.runtime().consent().grants()).empty());
    CHECK(ok(program.runtime().consent().permissions()).empty());
}

TEST_CASE("XC02 a tool that is removed and comes back changed has no old grants", "[attacks]") {
    Program program;
    program.add(contract_of("echo"));
    ok(program.runtime().consent().grant_until_cleared(k_echo));
    ok_void(program.registry.remove(k_echo));
    CHECK(program.runtime().call(call_of("echo")).code == code::tool_not_found);
    program.add(contract_of("echo", "2"));
    CHECK(program.runtime().call(call_of("echo")).code == code::confirmation_required);
}

TEST_CASE("XC18 what is revoked elsewhere does not allow the next call", "[attacks]") {
    Program here;
    here.add(contract_of("echo"));
    Program there(here.store);
    there.add(contract_of("echo"));
    const auto grant = ok(here.runtime().consent().grant_until_cleared(k_echo));
    CHECK(here.runtime().call(call_of("echo")).success);
    ok(there.runtime().consent().revoke(grant.id));
    CHECK(here.runtime().call(call_of("echo")).code == code::confirmation_required);
    ok_void(there.runtime().consent().set_policy(k_echo, Policy::allow));
    CHECK(here.runtime().call(call_of("echo")).success);
    ok_void(there.runtime().consent().set_policy(k_echo, Policy::deny));
    CHECK(here.runtime().call(call_of("echo")).code == code::policy_denied);
}

TEST_CASE("XC18 a deny that comes while the call is decided still stops it", "[attacks]") {
    Program program;
    bool denied = false;
    program.hook()->before = [&](const CallView&, const consent::Decision&) {
        if (!std::exchange(denied, true)) {
            ok_void(program.runtime().consent().set_policy(k_echo, Policy::deny));
        }
        return std::optional<ToolResult>();
    };
    const auto seen = program.add_allowed("echo");
    CHECK(program.runtime().call(call_of("echo")).code == code::policy_denied);
    CHECK(seen->calls == 0);
}

}  // namespace iam::test
