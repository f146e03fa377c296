// The tests of the program that this one learned from, ported: 1 to 34. Each name carries the
// number of the original; where ours behaves otherwise on purpose, the name says so.
// Tests of runtime/src/gate/state/refusal.cpp.
#include "fixture.hpp"
#include <iam/core/json.hpp>
#include <iam/core/json_reader.hpp>
#include <iam/tool/define.hpp>

namespace iam::test {
namespace {

using consent::Source;
using std::chrono::milliseconds;
using std::chrono::minutes;

}  // namespace

TEST_CASE("original 1: an unknown tool is tool_not_found", "[originals]") {
    Program program;
    const ToolResult result = program.runtime().call(call_of("nothing"));
    CHECK_FALSE(result.success);
    CHECK(result.code == code::tool_not_found);
}

TEST_CASE("original 2: a stored deny blocks", "[originals]") {
    Program program;
    const auto seen = program.add(contract_of("echo"));
    ok_void(program.runtime().consent().set_policy(k_echo, Policy::deny));
    CHECK(program.runtime().call(call_of("echo")).code == code::policy_denied);
    CHECK(seen->calls == 0);
}

TEST_CASE("original 3: without a policy a call needs confirmation", "[originals]") {
    Program program;
    const auto seen = program.add(contract_of("echo"));
    CHECK(program.runtime().call(call_of("echo")).code == code::confirmation_required);
    CHECK(seen->calls == 0);
}

TEST_CASE("original 4: a confirmed call runs and gives what the function returned", "[originals]") {
    Program program;
    const auto seen = program.add(contract_of("echo"));
    const ToolResult result = program.runtime().call(call_of("echo", R"({"m":"hi"})"), confirmed());
    CHECK(result.success);
    CHECK(result.code.empty());
    CHECK(result.result == R"({"m":"hi","n":1})");
    CHECK(seen->calls == 1);
}

TEST_CASE("original 5, deviation: the published document is the contract's, not made at run time",
          "[originals]") {
    Program program;
    REQUIRE(define("echo")
                .parameter("message", {}, "what to say")
                .call([](const std::string& message) { return message; })
                .add_to(program.registry));
    const auto contracts = program.registry.snapshot()->contracts();
    REQUIRE(contracts.size() == 1);
    const Json document = parse_json(contracts[0]->document).value();
    CHECK(document["name"] == "echo");
    CHECK(document["inputSchema"]["required"] == Json::array({"message"}));
    CHECK(document["inputSchema"]["properties"]["message"]["description"] == "what to say");
}

TEST_CASE("original 6, deviation: the kinds of values are JSON's, an integer is a number",
          "[originals]") {
    CHECK(to_string(JsonKind::string) == "string");
    CHECK(to_string(JsonKind::number) == "number");
    CHECK(to_string(JsonKind::boolean) == "boolean");
    CHECK(to_string(JsonKind::array) == "array");
    CHECK(to_string(JsonKind::object) == "object");
}

TEST_CASE("original 7, deviation: tools are listed by name, not in the order of registration",
          "[originals]") {
    Program program;
    program.add(contract_of("zebra"));
    program.add(contract_of("ant"));
    const auto contracts = program.registry.snapshot()->contracts();
    REQUIRE(contracts.size() == 2);
    CHECK(contracts[0]->id.name == "ant");
    CHECK(contracts[1]->id.name == "zebra");
}

TEST_CASE("original 8: an argument of the wrong type is invalid_arguments", "[originals]") {
    Program program;
    int calls = 0;
    REQUIRE(define("wake")
                .policy(Policy::allow)
                .parameter("hour")
                .call([&calls](int hour) { calls += hour; })
                .add_to(program.registry));
    const ToolResult result = program.runtime().call(call_of("wake", R"({"hour":"7"})"));
    CHECK(result.code == code::invalid_arguments);
    REQUIRE(result.errors.size() == 1);
    CHECK(result.errors[0].pointer == "/hour");
    CHECK(calls == 0);
    CHECK(program.runtime().call(call_of("wake", R"({"hour":7})")).success);
    CHECK(calls == 7);
}

TEST_CASE(
    "original 9, deviation: a result is a value with a code if it failed, its JSON the host's",
    "[originals]") {
    Program program;
    program.add_allowed("echo");
    Functions failing;
    failing.call = [](std::string_view, Context&) { return Reply::failed("full", "It is full."); };
    program.add_allowed("fail", failing);
    CHECK(program.runtime().call(call_of("echo")).code.empty());
    const ToolResult failed = program.runtime().call(call_of("fail"));
    CHECK_FALSE(failed.success);
    CHECK(failed.code == "full");
    CHECK(failed.message == "It is full.");
}

TEST_CASE("original 10, deviation: a malformed call is an error, never filled with empty values",
          "[originals]") {
    Program program;
    const auto seen = program.add_allowed("echo");
    for (const char* text : {"", "[]", "null", "{", "{\"a\":1,\"a\":2}"}) {
        CHECK(program.runtime().call(call_of("echo", text)).code == code::invalid_arguments);
    }
    CHECK(seen->calls == 0);
}

TEST_CASE("original 11: a once-grant allows one call and is then exhausted", "[originals]") {
    Program program;
    program.add(contract_of("echo"));
    ok(program.runtime().consent().grant_once(k_echo));
    CHECK(program.runtime().call(call_of("echo")).success);
    CHECK(program.runtime().call(call_of("echo")).code == code::confirmation_required);
}

TEST_CASE("original 12: a grant for a while ends at exactly its end", "[originals]") {
    Program program;
    program.add(contract_of("echo"));
    ok(program.runtime().consent().grant_for(k_echo, minutes(5)));
    program.clock.advance(minutes(1));
    CHECK(program.runtime().call(call_of("echo")).success);
    program.clock.advance(minutes(4) - milliseconds(1));
    CHECK(program.runtime().call(call_of("echo")).success);
    program.clock.advance(milliseconds(1));
    CHECK(program.runtime().call(call_of("echo")).code == code::confirmation_required);
}

TEST_CASE("original 13: a grant until cleared does not end by itself", "[originals]") {
    Program program;
    program.add(contract_of("echo"));
    ok(program.runtime().consent().grant_until_cleared(k_echo));
    program.clock.advance(std::chrono::hours(24 * 365));
    CHECK(program.runtime().call(call_of("echo")).success);
}

TEST_CASE("original 14: a grant that was given is listed", "[originals]") {
    Program program;
    program.add(contract_of("echo"));
    const auto grant = ok(program.runtime().consent().grant_once(k_echo));
    const auto grants = ok(program.runtime().consent().grants());
    REQUIRE(grants.size() == 1);
    CHECK(grants[0].id == grant.id);
    CHECK(grants[0].uses == 1U);
}

TEST_CASE("original 15: using a once-grant removes it", "[originals]") {
    Program program;
    program.add(contract_of("echo"));
    ok(program.runtime().consent().grant_once(k_echo));
    CHECK(program.runtime().call(call_of("echo")).success);
    CHECK(ok(program.runtime().consent().grants()).empty());
}

TEST_CASE("original 16: using a grant until cleared leaves it as it is", "[originals]") {
    Program program;
    program.add(contract_of("echo"));
    const auto grant = ok(program.runtime().consent().grant_until_cleared(k_echo));
    CHECK(program.runtime().call(call_of("echo")).success);
    CHECK(program.runtime().call(call_of("echo")).success);
    const auto grants = ok(program.runtime().consent().grants());
    REQUIRE(grants.size() == 1);
    CHECK(grants[0].id == grant.id);
}

TEST_CASE("original 17: a revoked grant allows nothing, deviation: one that is not there is said",
          "[originals]") {
    Program program;
    program.add(contract_of("echo"));
    const auto grant = ok(program.runtime().consent().grant_once(k_echo));
    ok(program.runtime().consent().revoke(grant.id));
    CHECK(program.runtime().call(call_of("echo")).code == code::confirmation_required);
    const auto again = program.runtime().consent().revoke(grant.id);
    REQUIRE_FALSE(again.has_value());
    CHECK(again.error().code == Errc::not_found);
}

TEST_CASE("original 18: revoking all takes every grant", "[originals]") {
    Program program;
    program.add(contract_of("echo"));
    program.add(contract_of("other"));
    ok(program.runtime().consent().grant_once(k_echo));
    ok(program.runtime().consent().grant_until_cleared({"", "other"}));
    CHECK(ok(program.runtime().consent().revoke_all()).count() == 2);
    CHECK(ok(program.runtime().consent().grants()).empty());
}

TEST_CASE("original 19: what has ended is not listed", "[originals]") {
    Program program;
    program.add(contract_of("echo"));
    ok(program.runtime().consent().grant_for(k_echo, minutes(5)));
    ok(program.runtime().consent().grant_for(k_echo, minutes(50)));
    program.clock.advance(minutes(5));
    CHECK(ok(program.runtime().consent().grants()).size() == 1);
}

TEST_CASE("original 20, deviation: a grant lifts a stored deny only where the host says so",
          "[originals]") {
    Program strict;
    strict.add(contract_of("echo"));
    ok_void(strict.runtime().consent().set_policy(k_echo, Policy::deny));
    ok(strict.runtime().consent().grant_once(k_echo));
    CHECK(strict.runtime().call(call_of("echo")).code == code::policy_denied);

    Program like_the_original;
    like_the_original.settings.consent.grants_override_deny = true;
    like_the_original.add(contract_of("echo"));
    ok_void(like_the_original.runtime().consent().set_policy(k_echo, Policy::deny));
    ok(like_the_original.runtime().consent().grant_once(k_echo));
    CHECK(like_the_original.runtime().call(call_of("echo")).success);
    CHECK(like_the_original.runtime().call(call_of("echo")).code == code::policy_denied);
}

TEST_CASE("original 21: a grant for a while allows three calls", "[originals]") {
    Program program;
    const auto seen = program.add(contract_of("echo"));
    ok(program.runtime().consent().grant_for(k_echo, minutes(5)));
    for (int i = 0; i < 3; ++i) CHECK(program.runtime().call(call_of("echo")).success);
    CHECK(seen->calls == 3);
}

TEST_CASE("original 22: a grant until cleared allows until it is revoked", "[originals]") {
    Program program;
    program.add(contract_of("echo"));
    ok(program.runtime().consent().grant_until_cleared(k_echo));
    CHECK(program.runtime().call(call_of("echo")).success);
    CHECK(ok(program.runtime().consent().revoke_tool(k_echo)).count() == 1);
    CHECK(program.runtime().call(call_of("echo")).code == code::confirmation_required);
}

TEST_CASE("original 23: looking at the decision spends nothing and names its source",
          "[originals]") {
    Program program;
    program.add(contract_of("echo"));
    CHECK(ok(program.runtime().consent().peek(k_echo)).source == Source::default_policy);
    const auto grant = ok(program.runtime().consent().grant_once(k_echo));
    for (int i = 0; i < 2; ++i) {
        const auto decision = ok(program.runtime().consent().peek(k_echo));
        CHECK(decision.effect == Policy::allow);
        CHECK(decision.source == Source::grant);
        CHECK(decision.source_id == grant.id);
    }
    CHECK(program.runtime().call(call_of("echo")).success);
}

TEST_CASE("original 24, deviation: grants cannot be switched off, without audit they still hold",
          "[originals]") {
    Program program;
    program.settings.audit = false;
    program.add(contract_of("echo"));
    ok(program.runtime().consent().grant_once(k_echo));
    CHECK(program.runtime().call(call_of("echo")).success);
    CHECK(program.runtime().call(call_of("echo")).code == code::confirmation_required);
    CHECK(program.entries().empty());
}

TEST_CASE("original 25: grants are listed in the order they were given, deviation: side by side",
          "[originals]") {
    Program program;
    program.add(contract_of("echo"));
    const auto first = ok(program.runtime().consent().grant_once(k_echo));
    const auto second = ok(program.runtime().consent().grant_until_cleared(k_echo));
    CHECK(ids_of(ok(program.runtime().consent().grants())) == Ids{first.id, second.id});
}

TEST_CASE("original 26: every entry has an id of its own", "[originals]") {
    Program program;
    program.add_allowed("echo");
    const ToolResult first = program.runtime().call(call_of("echo"));
    const ToolResult second = program.runtime().call(call_of("echo"));
    CHECK(first.entry != second.entry);
    CHECK_FALSE(first.entry.empty());
}

TEST_CASE("original 27: entries are read newest first, so many at a time", "[originals]") {
    Program program;
    program.add_allowed("echo");
    for (int i = 0; i < 3; ++i) program.runtime().call(call_of("echo"));
    ledger::Query query;
    query.limit = 2;
    const auto newest = ok(program.store->entries(query));
    REQUIRE(newest.size() == 2);
    CHECK(newest[0].id > newest[1].id);
    query.before = place_of(newest[1]);
    CHECK(ok(program.store->entries(query)).front().id < newest[1].id);
}

TEST_CASE("original 28, deviation: an undo is an entry of its own, no entry is rewritten",
          "[originals]") {
    Program program;
    Contract contract = contract_of("echo");
    contract.has_undo = true;
    contract.policy = Policy::allow;
    program.add(contract);
    const ToolResult done = program.runtime().call(call_of("echo"));
    const auto before = program.stored_entries();
    std::vector<EntryKind> heard;
    const auto handle = program.runtime().records().listen([&](const ledger::StoredEntry& entry) {
        heard.push_back(ok(ledger::decode(entry.text)).entry.kind);
    });
    CHECK(program.runtime().undo(undo_of(done)).success);
    CHECK(heard == std::vector<EntryKind>{EntryKind::undo_intent, EntryKind::undo_outcome});
    const auto after = program.stored_entries();
    REQUIRE(after.size() == before.size() + 2);
    for (std::size_t i = 0; i < before.size(); ++i) CHECK(after[i].text == before[i].text);
}

TEST_CASE("original 29: an entry that is not there cannot be undone", "[originals]") {
    Program program;
    gate::UndoRequest request;
    request.entry = {0, 99};
    CHECK(program.runtime().undo(request).code == code::entry_not_found);
}

TEST_CASE("original 30: a success is recorded with the decision that allowed it", "[originals]") {
    Program program;
    program.add_allowed("echo");
    CHECK(program.runtime().call(call_of("echo")).success);
    const auto entries = program.entries();
    REQUIRE(entries.size() == 2);
    CHECK(entries[0].kind == EntryKind::intent);
    REQUIRE(entries[0].decision.has_value());
    CHECK(entries[0].decision->effect == Policy::allow);
    CHECK(entries[0].decision->source == Source::compiled_policy);
    CHECK(entries[1].kind == EntryKind::outcome);
    CHECK(entries[1].success == true);
    CHECK(entries[1].of == ledger::EntryId{0, 1});
}

TEST_CASE("original 31: an unknown tool is recorded without a decision", "[originals]") {
    Program program;
    program.runtime().call(call_of("nothing"));
    const auto entries = program.entries();
    REQUIRE(entries.size() == 1);
    CHECK(entries[0].kind == EntryKind::decision);
    CHECK(entries[0].code == code::tool_not_found);
    CHECK_FALSE(entries[0].decision.has_value());
}

TEST_CASE("original 32: refusals are recorded with their codes", "[originals]") {
    Program program;
    program.add(contract_of("echo"));
    program.add(contract_of("never"));
    ok_void(program.runtime().consent().set_policy({"", "never"}, Policy::deny));
    program.runtime().call(call_of("never"));
    program.runtime().call(call_of("echo"));
    const auto refused = program.of_kind(EntryKind::decision);
    REQUIRE(refused.size() == 2);
    CHECK(refused[0].code == code::policy_denied);
    CHECK(refused[1].code == code::confirmation_required);
}

TEST_CASE("original 33: the entry names the grant that allowed it", "[originals]") {
    Program program;
    program.add(contract_of("echo"));
    const auto grant = ok(program.runtime().consent().grant_once(k_echo));
    program.runtime().call(call_of("echo"));
    const auto intents = program.of_kind(EntryKind::intent);
    REQUIRE(intents.size() == 1);
    CHECK(intents[0].decision->source == Source::grant);
    CHECK(intents[0].grant == grant.id);
}

TEST_CASE("original 34: without audit nothing is recorded and consent still holds", "[originals]") {
    Program program;
    program.settings.audit = false;
    const auto seen = program.add(contract_of("echo"));
    CHECK(program.runtime().call(call_of("echo")).code == code::confirmation_required);
    CHECK(program.runtime().call(call_of("echo"), confirmed()).success);
    CHECK(seen->calls == 1);
    CHECK(program.entries().empty());
}

}  // namespace iam::test
