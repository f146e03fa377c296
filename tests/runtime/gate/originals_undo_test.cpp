// The ported tests 35 to 55: previews, undo, interceptors; and one walk through all of them.
// Tests of runtime/src/gate/hooks/interceptor.cpp.
// Tests of runtime/src/gate/steps/{ask_for_vetoes,decide,rewrite_reply,tell_listeners}.cpp.
#include "fixture.hpp"

#include <stdexcept>

namespace iam::test {
namespace {

using consent::Decision;
using consent::Source;

ToolResult veto_of(std::string code) {
    ToolResult veto;
    veto.code = std::move(code);
    veto.message = "The limit is reached.";
    return veto;
}

std::function<std::optional<Decision>(const CallView&, const Decision&)> always(Policy effect) {
    return [effect](const CallView&, const Decision&) {
        return Decision{.effect = effect, .source = Source::nobody, .reason = "The test says so."};
    };
}

}  // namespace

TEST_CASE("original 35: a preview has a summary, fields and warnings, recorded as JSON",
          "[originals]") {
    Program program;
    Contract contract = contract_of("echo");
    contract.has_preview = true;
    Functions functions;
    functions.preview = [](std::string_view) -> PreviewReply {
        return Preview{"Says hi.", {{"to", "Ann"}}, {{"late", "It is late."}}};
    };
    program.add(contract, functions);
    program.runtime().call(call_of("echo"));
    const auto questions = program.stored_entries();
    CHECK(program.payload(to_string(questions.front().id), "preview") ==
          R"({"fields":[{"label":"to","value":"Ann"}],"summary":"Says hi.",)"
          R"("warnings":[{"code":"late","message":"It is late."}]})");
}

TEST_CASE("original 36: a tool without a preview gives none", "[originals]") {
    Program program;
    program.add(contract_of("echo"));
    const auto preview = program.runtime().preview(call_of("echo"));
    REQUIRE(preview.has_value());
    CHECK_FALSE(preview->has_value());
}

TEST_CASE("original 37: a preview does not run the function", "[originals]") {
    Program program;
    Contract contract = contract_of("echo");
    contract.has_preview = true;
    const auto seen = program.add(contract);
    const auto preview = program.runtime().preview(call_of("echo"));
    REQUIRE(preview.has_value());
    REQUIRE(preview->has_value());
    CHECK((**preview).summary == R"(would do {"n":1})");
    CHECK(seen->calls == 0);
    CHECK(program.entries().empty());
}

TEST_CASE("original 38, deviation: the preview of an unknown tool is tool_not_found",
          "[originals]") {
    Program program;
    const auto preview = program.runtime().preview(call_of("nothing"));
    REQUIRE_FALSE(preview.has_value());
    CHECK(preview.error().code == code::tool_not_found);
}

TEST_CASE("original 39: a denied tool has its preview", "[originals]") {
    Program program;
    Contract contract = contract_of("echo");
    contract.has_preview = true;
    contract.policy = Policy::deny;
    program.add(contract);
    const auto preview = program.runtime().preview(call_of("echo"));
    REQUIRE(preview.has_value());
    CHECK(preview->has_value());
}

TEST_CASE("original 40: an undo runs and is marked", "[originals]") {
    Program program;
    const auto seen = program.add(undoable("echo"));
    const ToolResult done = program.runtime().call(call_of("echo"));
    CHECK(program.runtime().undo(undo_of(done)).success);
    CHECK(seen->undos == 1);
    CHECK(ok(program.store->undo_state(ok(ledger::parse_entry_id(done.entry)))) ==
          ledger::UndoState::undone);
}

TEST_CASE("original 41: an undo of an unknown entry is entry_not_found", "[originals]") {
    Program program;
    gate::UndoRequest request;
    request.entry = {0, 7};
    CHECK(program.runtime().undo(request).code == code::entry_not_found);
}

TEST_CASE("original 42: a tool without undo, or gone, is undo_not_supported", "[originals]") {
    Program program;
    program.add_allowed("echo");
    program.add(undoable("gone"));
    const ToolResult done = program.runtime().call(call_of("echo"));
    CHECK(program.runtime().undo(undo_of(done)).code == code::undo_not_supported);
    const ToolResult gone = program.runtime().call(call_of("gone"));
    ok_void(program.registry.remove({"", "gone"}));
    CHECK(program.runtime().undo(undo_of(gone)).code == code::undo_not_supported);
}

TEST_CASE("original 43: a call that failed or was refused has nothing to undo", "[originals]") {
    Program program;
    Functions functions;
    functions.call = [](std::string_view, Context&) { return Reply::failed("full", "Full."); };
    program.add(undoable("echo"), functions);
    const ToolResult failed = program.runtime().call(call_of("echo"));
    CHECK(program.runtime().undo(undo_of(failed)).code == code::nothing_to_undo);
    const ToolResult refused = program.runtime().call(call_of("nothing"));
    CHECK(program.runtime().undo(undo_of(refused)).code == code::nothing_to_undo);
}

TEST_CASE("original 44: a second undo is already_undone", "[originals]") {
    Program program;
    const auto seen = program.add(undoable("echo"));
    const ToolResult done = program.runtime().call(call_of("echo"));
    CHECK(program.runtime().undo(undo_of(done)).success);
    CHECK(program.runtime().undo(undo_of(done)).code == code::already_undone);
    CHECK(seen->undos == 1);
}

TEST_CASE("original 45: without audit an undo is audit_disabled", "[originals]") {
    Program program;
    program.settings.audit = false;
    program.add(undoable("echo"));
    CHECK(program.runtime().call(call_of("echo")).success);
    gate::UndoRequest request;
    request.entry = {0, 1};
    CHECK(program.runtime().undo(request).code == code::audit_disabled);
}

TEST_CASE("original 46: a failing undo leaves the call undoable, deviation: it is recorded",
          "[originals]") {
    Program program;
    bool works = false;
    Functions functions;
    functions.undo = [&works](std::string_view, std::string_view) {
        return works ? Reply::done() : Reply::failed("undo_conflict", "Somebody changed it.");
    };
    program.add(undoable("echo"), functions);
    const ToolResult done = program.runtime().call(call_of("echo"));
    CHECK(program.runtime().undo(undo_of(done)).code == code::undo_conflict);
    const auto outcomes = program.of_kind(EntryKind::undo_outcome);
    REQUIRE(outcomes.size() == 1);
    CHECK(outcomes[0].success == false);
    works = true;
    CHECK(program.runtime().undo(undo_of(done)).success);
}

TEST_CASE("original 47: without interceptors nothing changes", "[originals]") {
    Program program;
    program.add_allowed("echo");
    CHECK(program.runtime().call(call_of("echo")).success);
}

TEST_CASE("original 48: an interceptor turns allow into deny, and the entry names it",
          "[originals]") {
    Program program;
    program.hook()->resolve = always(Policy::deny);
    const auto seen = program.add_allowed("echo");
    CHECK(program.runtime().call(call_of("echo")).code == code::policy_denied);
    CHECK(seen->calls == 0);
    const auto refused = program.of_kind(EntryKind::decision);
    REQUIRE(refused.size() == 1);
    CHECK(refused[0].decision->source == Source::interceptor);
    CHECK(refused[0].decision->source_id == "hooks");
}

TEST_CASE("original 49, deviation: an interceptor turns deny into allow only with may_loosen",
          "[originals]") {
    for (const bool loosens : {false, true}) {
        Program program;
        const auto hooks = program.hook();
        hooks->resolve = always(Policy::allow);
        hooks->loosens = loosens;
        const auto seen = program.add(contract_of("echo"));
        ok_void(program.runtime().consent().set_policy(k_echo, Policy::deny));
        const ToolResult result = program.runtime().call(call_of("echo"));
        CHECK(result.success == loosens);
        CHECK(seen->calls == (loosens ? 1 : 0));
    }
}

TEST_CASE("original 50: a veto is the answer and the function is not called", "[originals]") {
    Program program;
    program.hook()->before = [](const CallView&, const Decision&) {
        return veto_of("rate_limited");
    };
    const auto seen = program.add_allowed("echo");
    const ToolResult result = program.runtime().call(call_of("echo"));
    CHECK(result.code == "rate_limited");
    CHECK(seen->calls == 0);
    CHECK(program.of_kind(EntryKind::decision).at(0).code == "rate_limited");
}

TEST_CASE("original 51: the first veto wins and later interceptors are not asked", "[originals]") {
    Program program;
    program.hook()->before = [](const CallView&, const Decision&) { return veto_of("first"); };
    bool asked = false;
    program.hook()->before = [&asked](const CallView&, const Decision&) {
        asked = true;
        return veto_of("second");
    };
    program.add_allowed("echo");
    CHECK(program.runtime().call(call_of("echo")).code == "first");
    CHECK_FALSE(asked);
}

TEST_CASE("original 52: rewrites of the reply go through all interceptors in order",
          "[originals]") {
    Program program;
    for (const char* letter : {"a", "b"}) {
        program.hook()->after = [letter](const CallView&, const ToolResult& upstream) {
            ToolResult reply = upstream;
            reply.message = upstream.message + "+" + letter;
            return reply;
        };
    }
    program.add_allowed("echo");
    CHECK(program.runtime().call(call_of("echo")).message == "+a+b");
}

TEST_CASE("original 53: an on_audit that throws harms nobody", "[originals]") {
    Program program;
    program.hook()->audit = [](const ledger::StoredEntry&) { throw std::runtime_error("no"); };
    program.add_allowed("echo");
    const auto handle =
        program.runtime().records().listen([](const ledger::StoredEntry&) { throw 7; });
    CHECK(program.runtime().call(call_of("echo")).success);
}

TEST_CASE("original 54, deviation: an on_resolve that throws is interceptor_failed, recorded",
          "[originals]") {
    Program program;
    program.hook()->resolve = [](const CallView&, const Decision&) -> std::optional<Decision> {
        throw std::runtime_error("no");
    };
    const auto seen = program.add_allowed("echo");
    CHECK(program.runtime().call(call_of("echo")).code == code::interceptor_failed);
    CHECK(seen->calls == 0);
    CHECK(program.terminal_count() == 1);
}

TEST_CASE("original 55: of an unknown tool only on_audit hears", "[originals]") {
    Program program;
    const auto hooks = program.hook();
    int others = 0;
    int heard = 0;
    hooks->resolve = [&](const CallView&, const Decision&) {
        ++others;
        return std::optional<Decision>();
    };
    hooks->before = [&](const CallView&, const Decision&) {
        ++others;
        return std::optional<ToolResult>();
    };
    hooks->after = [&](const CallView&, const ToolResult&) {
        ++others;
        return std::optional<ToolResult>();
    };
    hooks->audit = [&](const ledger::StoredEntry&) { ++heard; };
    program.runtime().call(call_of("nothing"));
    CHECK(others == 0);
    CHECK(heard == 1);
}

TEST_CASE("the original's walk: preview, refusal, grant, success, undo, second undo",
          "[originals]") {
    Program program;
    Contract contract = undoable("echo");
    contract.policy.reset();
    contract.has_preview = true;
    const auto seen = program.add(contract);
    Runtime& runtime = program.runtime();
    CHECK(runtime.preview(call_of("echo")).has_value());
    CHECK(seen->calls == 0);
    CHECK(runtime.call(call_of("echo")).code == code::confirmation_required);
    CHECK(program.of_kind(EntryKind::decision).at(0).decision->source == Source::default_policy);
    ok(runtime.consent().grant_for(k_echo, std::chrono::minutes(5)));
    std::vector<ledger::Entry> heard;
    const auto handle = runtime.records().listen([&](const ledger::StoredEntry& entry) {
        heard.push_back(ok(ledger::decode(entry.text)).entry);
    });
    const ToolResult done = runtime.call(call_of("echo"));
    CHECK(done.success);
    REQUIRE(heard.size() == 2);
    CHECK(heard[0].decision->source == Source::grant);
    CHECK(runtime.undo(undo_of(done)).success);
    CHECK(runtime.undo(undo_of(done)).code == code::already_undone);
    ok(runtime.consent().revoke_all());
    ok(runtime.consent().grant_once(k_echo));
    CHECK(runtime.call(call_of("echo")).success);
    CHECK(runtime.call(call_of("echo")).code == code::confirmation_required);
    ok(runtime.consent().grant_until_cleared(k_echo));
    ok(runtime.consent().revoke_all());
    CHECK(runtime.call(call_of("echo")).code == code::confirmation_required);
}

}  // namespace iam::test
