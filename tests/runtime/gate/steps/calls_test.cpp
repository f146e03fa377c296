// Ids, limits, codes and texts of calls.
// Tests of runtime/src/gate/engine/active_calls.cpp and runtime/src/gate/ends/repetition.cpp.
// Tests of runtime/src/gate/functions/replies.cpp.
// Tests of runtime/src/gate/state/{call_id,call_state,run,standing}.cpp.
// Tests of runtime/src/gate/steps/{look_up,run_function}.cpp and runtime/src/tool/call/codes.cpp.
// Tests of runtime/src/gate/functions/permit_issuer.cpp.
#include "../fixture.hpp"
#include <iam/tool/define.hpp>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace iam::test {
namespace {

Call with_id(std::string id, std::string arguments = "{}") {
    Call call = call_of("echo", std::move(arguments));
    call.id = std::move(id);
    return call;
}

}  // namespace

TEST_CASE("a repeated call id with the same value gives the recorded outcome", "[calls]") {
    Program program;
    const auto seen = program.add_allowed("echo");
    const ToolResult first = program.runtime().call(with_id("c1", R"({"m":1})"));
    const ToolResult again = program.runtime().call(with_id("c1", R"({ "m": 1.0 })"));
    CHECK(again.success);
    CHECK(again.result == first.result);
    CHECK(again.entry == first.entry);
    CHECK(again.call_id == "c1");
    CHECK(seen->calls == 1);
    CHECK(program.entries().size() == 2);
}

TEST_CASE("a repeated call id with another value is invalid_arguments", "[calls]") {
    Program program;
    const auto seen = program.add_allowed("echo");
    CHECK(program.runtime().call(with_id("c1")).success);
    CHECK(program.runtime().call(with_id("c1", R"({"m":1})")).code == code::invalid_arguments);
    Call other = with_id("c1");
    other.subject.user = "eve";
    CHECK(program.runtime().call(other).code == code::invalid_arguments);
    CHECK(seen->calls == 1);
}

TEST_CASE("a repeated call id of a failure gives its code again", "[calls]") {
    Program program;
    Functions functions;
    functions.call = [](std::string_view, Context&) { return Reply::failed("full", "Full."); };
    const auto seen = program.add_allowed("echo", functions);
    CHECK(program.runtime().call(with_id("c1")).code == "full");
    CHECK(program.runtime().call(with_id("c1")).code == "full");
    CHECK(seen->calls == 1);
}

TEST_CASE("a repeated call id gets its recorded outcome as the hooks rewrite it", "[calls]") {
    Program program;
    int hidden = 0;
    program.hook()->after = [&](const CallView&, const ToolResult& upstream) {
        ToolResult reply = upstream;
        if (upstream.success) reply.result = "\"hidden\"";
        ++hidden;
        return reply;
    };
    program.add_allowed("echo");
    Call call = call_of("echo", R"({"x":"private"})");
    call.id = "call-1";
    const ToolResult first = program.runtime().call(call);
    const ToolResult second = program.runtime().call(call);
    CHECK(first.result == "\"hidden\"");
    CHECK(second.result == "\"hidden\"");
    CHECK(second.success);
    CHECK(second.entry == first.entry);
    CHECK(second.call_id == "call-1");
    CHECK(hidden == 2);
}

TEST_CASE("calls that come without an id get different ones, in the order of their time",
          "[calls]") {
    Program program;
    program.add_allowed("echo");
    std::vector<std::string> ids;
    for (int second = 0; second < 3; ++second) {
        program.clock.set_wall(std::chrono::sys_time<std::chrono::milliseconds>(
            std::chrono::milliseconds(0x0191'0000'00FE + second)));
        for (int i = 0; i < 4; ++i)
            ids.push_back(program.runtime().call(call_of("echo", "{}")).call_id);
    }
    for (std::size_t i = 0; i < ids.size(); ++i) {
        CHECK(ids[i].size() == 32);
        CHECK(ids[i].substr(0, 12) ==
              std::vector{"0191000000fe", "0191000000ff", "019100000100"}[i / 4]);
    }
    std::sort(ids.begin(), ids.end());
    CHECK(std::adjacent_find(ids.begin(), ids.end()) == ids.end());
}

TEST_CASE("a refused call may be proposed again under its id", "[calls]") {
    Program program;
    program.add(contract_of("echo"));
    CHECK(program.runtime().call(with_id("c1")).code == code::confirmation_required);
    CHECK(program.runtime().call(with_id("c1"), confirmed()).success);
}

TEST_CASE("a call that another runtime begins under the same id in between is run once",
          "[calls]") {
    Program here;
    Program there(here.store);
    ToolResult first;
    here.hook()->before = [&](const CallView&,
                              const consent::Decision&) -> std::optional<ToolResult> {
        if (first.entry.empty()) first = there.runtime().call(with_id("c1"));
        return std::nullopt;
    };
    const auto seen_here = here.add_allowed("echo");
    const auto seen_there = there.add_allowed("echo");
    const ToolResult second = here.runtime().call(with_id("c1"));
    CHECK(first.success);
    CHECK(second.success);
    CHECK(second.entry == first.entry);
    CHECK(second.result == first.result);
    CHECK(seen_there->calls == 1);
    CHECK(seen_here->calls == 0);
    CHECK(here.of_kind(EntryKind::intent).size() == 1);
}

TEST_CASE("of many calls with one id at once one runs", "[calls]") {
    Program program;
    const auto seen = program.add_allowed("echo");
    Runtime& runtime = program.runtime();
    count_true(16, [&](int) { return runtime.call(with_id("c1")).success; });
    CHECK(seen->calls == 1);
    CHECK(program.of_kind(EntryKind::intent).size() == 1);
}

TEST_CASE("a call whose id is under way is not begun a second time", "[calls]") {
    Program program;
    std::string inner;
    program.hook()->before = [&](const CallView&, const consent::Decision&) {
        if (inner.empty()) inner = program.runtime().call(with_id("c1")).code;
        return std::optional<ToolResult>();
    };
    const auto seen = program.add_allowed("echo");
    CHECK(program.runtime().call(with_id("c1")).success);
    CHECK(inner == code::outcome_unknown);
    CHECK(seen->calls == 1);
}

TEST_CASE("a tool that comes back with another policy is decided anew", "[calls]") {
    Program program;
    program.add_allowed("echo");
    CHECK(program.runtime().call(call_of("echo")).success);
    Contract denied = contract_of("echo");
    denied.policy = Policy::deny;
    program.replace(denied);
    CHECK(program.runtime().call(call_of("echo")).code == code::policy_denied);
}

TEST_CASE("what the host gives is bounded, and the record of it too", "[calls]") {
    Program program;
    const auto seen = program.add_allowed("echo");
    const std::string text(100'000, 'x');
    std::vector<Call> calls(6, call_of("echo"));
    calls[0].id = text;
    calls[1].tool.name = text;
    calls[2].subject.user = text;
    calls[3].subject.agent = text;
    calls[4].proposer.request_id = text;
    calls[5].arguments = "{\"m\":\"" + std::string(2U << 20U, 'x') + "\"}";
    for (const Call& call : calls) {
        CHECK(program.runtime().call(call).code == code::invalid_arguments);
    }
    CHECK(seen->calls == 0);
    for (const auto& entry : program.stored_entries()) {
        CHECK(entry.text.size() < 4000);
        for (const auto& payload : entry.payloads) CHECK(payload.bytes.size() < 4000);
    }
    CHECK(program.terminal_count() == calls.size());
}

TEST_CASE("an id or a subject that is not UTF-8 is refused, for its record would be another's",
          "[calls]") {
    Program program;
    Contract contract = contract_of("echo");
    contract.policy = Policy::allow;
    contract.has_undo = true;
    const auto seen = program.add(contract);
    std::vector<Call> calls(5, call_of("echo"));
    calls[0].id = "\xff";
    calls[1].subject.user = "ann\xff";
    calls[2].subject.workspace = "\xc3";
    calls[3].tool.origin = "\xff";
    calls[4].proposer.request_id = "\xff";
    for (const Call& call : calls) {
        CHECK(program.runtime().call(call).code == code::invalid_arguments);
    }
    CHECK(seen->calls == 0);
    CHECK(program.terminal_count() == calls.size());
    for (const std::string& user : {std::string("ann\xff"), std::string(100'000, 'x')}) {
        auto request = undo_of(program.runtime().call(call_of("echo")));
        request.subject.user = user;
        CHECK(program.runtime().undo(request).code == code::invalid_arguments);
    }
    CHECK(seen->undos == 0);
    for (const auto& entry : program.stored_entries()) CHECK(entry.text.size() < 4000);
}

TEST_CASE("an interceptor that fails to say whether it may loosen may not", "[calls]") {
    struct Silent final : Interceptor {
        std::string name() const override { return "silent"; }
        bool may_loosen() const override { throw std::runtime_error("no"); }
    };
    Program program;
    program.interceptors.push_back(std::make_shared<Silent>());
    Contract contract = contract_of("echo");
    contract.policy = Policy::deny;
    const auto seen = program.add(contract);
    CHECK(program.runtime().call(call_of("echo")).code == code::policy_denied);
    CHECK(seen->prepares == 0);
}

TEST_CASE("without audit a deny that comes in between still stops the call", "[calls]") {
    Program program;
    program.settings.audit = false;
    bool was_denied = false;
    program.hook()->before = [&](const CallView&,
                                 const consent::Decision&) -> std::optional<ToolResult> {
        if (!std::exchange(was_denied, true)) {
            ok_void(program.runtime().consent().set_policy(k_echo, Policy::deny));
        }
        return std::nullopt;
    };
    const auto seen = program.add_allowed("echo");
    CHECK(program.runtime().call(call_of("echo")).code == code::policy_denied);
    CHECK(seen->calls == 0);
}

TEST_CASE("without audit nothing is recorded, and so no session has put anything on record",
          "[calls]") {
    Program program;
    program.settings.audit = false;
    program.settings.record_bytes_per_session_max = 1;
    const auto seen = program.add_allowed("echo");
    Call call = call_of("echo");
    call.subject.session = "s";
    CHECK(program.runtime().call(call).success);
    CHECK(program.runtime().call(call).success);
    CHECK(seen->calls == 2);
    CHECK(ok(program.store->entries({})).empty());
}

TEST_CASE("a code that would lie about the gate, or is none, becomes tool_failed", "[calls]") {
    for (const std::string code : {"policy_denied", "user_denied", "outcome_unknown", "", "A b",
                                   "stale_approval", "ledger_unavailable"}) {
        Program program;
        Functions functions;
        functions.call = [code](std::string_view, Context&) { return Reply::failed(code, "Hm."); };
        program.add_allowed("echo", functions);
        CHECK(program.runtime().call(call_of("echo")).code == code::tool_failed);
    }
}

TEST_CASE("the codes that a function may use reach the caller", "[calls]") {
    for (const std::string code : {"cancelled", "requires_user_input", "calendar_full"}) {
        Program program;
        Functions functions;
        functions.call = [code](std::string_view, Context&) { return Reply::failed(code, "Hm."); };
        program.add_allowed("echo", functions);
        CHECK(program.runtime().call(call_of("echo")).code == code);
    }
}

TEST_CASE("K4 a call that is lost on its way to another program stays without an outcome",
          "[calls]") {
    Program program;
    Contract contract = contract_of("send");
    contract.id.origin = "mail";
    contract.policy = Policy::allow;
    Functions functions;
    functions.call = [](std::string_view, Context&) {
        return Reply::failed("outcome_unknown", "The server did not answer.");
    };
    const auto seen = program.add(contract, functions);
    Call call = call_of("send");
    call.tool.origin = "mail";
    call.id = "call-1";
    const ToolResult result = program.runtime().call(call);
    CHECK(result.code == code::outcome_unknown);
    CHECK(result.message == "The server did not answer.");
    CHECK(program.of_kind(EntryKind::intent).size() == 1);
    CHECK(program.of_kind(EntryKind::outcome).empty());
    CHECK(result.entry == to_string(program.stored_entries().back().id));
    // The same call is not made a second time.
    CHECK(program.runtime().call(call).code == code::outcome_unknown);
    CHECK(seen->calls == 1);
}

TEST_CASE("text that is not UTF-8 does not leave a function", "[calls]") {
    Program program;
    Functions functions;
    functions.call = [](std::string_view, Context&) { return Reply::done("\"\xff\""); };
    program.add_allowed("echo", functions);
    const ToolResult result = program.runtime().call(call_of("echo"));
    CHECK(result.code == code::unencodable_result);
    CHECK(program.of_kind(EntryKind::outcome).at(0).success == true);
    Functions failing;
    failing.call = [](std::string_view, Context&) { return Reply::failed("no", "\xff"); };
    program.add_allowed("fail", failing);
    CHECK(is_valid_utf8(program.runtime().call(call_of("fail")).message));
}

TEST_CASE("a failure never carries a result, a success never a code", "[calls]") {
    Program program;
    Functions functions;
    functions.call = [](std::string_view, Context&) {
        return Reply{false, "broken", "Broken.", "\"half\""};
    };
    program.add_allowed("echo", functions);
    CHECK_FALSE(program.runtime().call(call_of("echo")).result.has_value());
    Functions odd;
    odd.call = [](std::string_view, Context&) { return Reply{true, "broken", "", "1"}; };
    program.add_allowed("odd", odd);
    const ToolResult result = program.runtime().call(call_of("odd"));
    CHECK(result.success);
    CHECK(result.code.empty());
}

TEST_CASE("a veto that claims success or has no code is interceptor_failed", "[calls]") {
    for (const bool success : {true, false}) {
        Program program;
        program.hook()->before = [success](const CallView&, const consent::Decision&) {
            ToolResult veto;
            veto.success = success;
            return std::optional<ToolResult>(veto);
        };
        const auto seen = program.add_allowed("echo");
        CHECK(program.runtime().call(call_of("echo")).code == code::interceptor_failed);
        CHECK(seen->calls == 0);
    }
}

TEST_CASE("the idempotency key is the same for a repeated id and differs between calls",
          "[calls]") {
    Program program;
    const auto seen = program.add(contract_of("echo"));
    program.runtime().call(call_of("echo"), confirmed());
    const std::string first = seen->idempotency_key;
    program.runtime().call(call_of("echo"), confirmed());
    CHECK(seen->idempotency_key != first);
    program.runtime().call(with_id("c1"), confirmed());
    CHECK(seen->idempotency_key.rfind("c1.", 0) == 0);
}

TEST_CASE("a handler whose prepare throws is tool_failed and nothing runs", "[calls]") {
    Program program;
    Functions functions;
    functions.prepare = [](std::string_view) -> Prepared { throw 1; };
    const auto seen = program.add_allowed("echo", functions);
    CHECK(program.runtime().call(call_of("echo")).code == code::tool_failed);
    CHECK(seen->calls == 0);
    CHECK(program.terminal_count() == 1);
}

TEST_CASE("a tool that is removed while its function runs ends well", "[calls]") {
    Program program;
    Functions functions;
    functions.call = [&program](std::string_view, Context&) {
        ok_void(program.registry.remove(k_echo));
        return Reply::done("1");
    };
    program.add_allowed("echo", functions);
    CHECK(program.runtime().call(call_of("echo")).success);
    CHECK(program.runtime().call(call_of("echo")).code == code::tool_not_found);
}

TEST_CASE("many threads, tools and changes at once leave one outcome for each intent", "[calls]") {
    Program program;
    program.add_allowed("echo");
    program.add(contract_of("ask"));
    Runtime& runtime = program.runtime();
    const auto handle = runtime.records().listen([](const ledger::StoredEntry&) {});
    count_true(8, [&](int number) {
        for (int i = 0; i < 25; ++i) {
            if (number == 0) {
                static_cast<void>(runtime.consent().grant_once({"", "ask"}));
            } else {
                runtime.call(call_of(number % 2 == 0 ? "echo" : "ask"));
            }
        }
        return true;
    });
    CHECK(program.of_kind(EntryKind::intent).size() == program.of_kind(EntryKind::outcome).size());
    CHECK(program.terminal_count() == 7 * 25);
}

TEST_CASE("an open tool passes the gate with members that nobody declared, recorded as they came",
          "[calls]") {
    Program program;
    std::string seen;
    REQUIRE(define("note")
                .open()
                .member<std::string>("title")
                .call_text([&seen](std::string_view arguments, Context&) {
                    seen = arguments;
                    return Reply::done();
                })
                .add_to(program.registry));
    const char* text = R"({"title":"a","mood":{"b":1.50,"a":[true]}})";
    CHECK(program.runtime().call(call_of("note", text)).code == code::confirmation_required);
    CHECK(seen.empty());
    const ToolResult done = program.runtime().call(call_of("note", text), confirmed());
    CHECK(done.success);
    CHECK(seen == R"({"mood":{"a":[true],"b":1.5},"title":"a"})");
    std::vector<std::string> recorded;
    for (const auto& entry : program.stored_entries())
        for (const ledger::Payload& payload : entry.payloads)
            if (payload.name == "arguments") recorded.push_back(payload.bytes);
    CHECK_THAT(recorded, Catch::VectorContains(seen));
    CHECK(program.runtime().call(call_of("note", R"({"title":1})"), confirmed()).code ==
          code::invalid_arguments);
}

}  // namespace iam::test
