// Decisions about permissions as events for other systems.
// Tests of runtime/src/ledger/permission_events.cpp.
#include "../fixture.hpp"
#include <iam/ledger/permission_events.hpp>

namespace iam::test {
namespace {

using consent::Answer;

struct Watched : Program {
    Watched() {
        with_prompter = true;
        add(contract_of("echo"));
    }
    ToolResult call(const std::string& arguments = R"({"n":1})") {
        Call proposed = call_of("echo", arguments);
        proposed.subject = {"ann", "shop", "", ""};
        return runtime().call(proposed);
    }
    std::vector<Json> events() {
        ledger::PermissionEvents events;
        std::vector<Json> all;
        for (const ledger::StoredEntry& stored : stored_entries()) {
            if (const auto event = ok(events.next(stored))) {
                CHECK(canonical_json(parse_json(*event).value()).value() == *event);
                all.push_back(parse_json(*event).value());
            }
        }
        return all;
    }
    /// Of the decisions: "DECISION origin".
    std::vector<std::string> decisions() {
        std::vector<std::string> said;
        for (const Json& event : events()) {
            if (event.at("event_type") != "mcp.permission.decision") continue;
            said.push_back(event.at("decision").get<std::string>() + " " +
                           event.at("origin").get<std::string>());
        }
        return said;
    }
};

}  // namespace

TEST_CASE("T10 each answer and each use of an always is a decision, with its origin", "[events]") {
    Watched program;
    program.prompter.script({Answer::allow_once, Answer::deny_once, Answer::allow_always});
    for (int i = 0; i < 4; ++i) program.call();
    program.clock.advance(std::chrono::days(8));
    program.prompter.script({Answer::allow_always, Answer::deny_always});
    program.call();
    program.clock.advance(std::chrono::days(8));
    program.call();
    program.call();
    CHECK(program.decisions() ==
          std::vector<std::string>{"ALLOW_ONCE user_prompt", "DENY_ONCE user_prompt",
                                   "ALLOW_ALWAYS user_prompt", "ALLOW_ALWAYS cache_hit",
                                   "ALLOW_ALWAYS auto_revoke_renewal",
                                   "DENY_ALWAYS auto_revoke_renewal", "DENY_ALWAYS cache_hit"});
}

TEST_CASE("C44 a decision names whom, where, which tool, the value and when", "[events]") {
    Watched program;
    program.prompter.script({Answer::allow_once});
    program.call("{ }");
    const Json event = program.events().at(1);
    CHECK(event.at("event_type") == "mcp.permission.decision");
    CHECK(event.at("user_id") == "ann");
    CHECK(event.at("workspace_id") == "shop");
    CHECK(event.at("server_id") == program.registry.application());
    CHECK(event.at("tool_name") == "echo");
    CHECK(event.at("risk_tier") == "high");
    CHECK(event.at("entry") == "0.2");
    CHECK(event.at("timestamp") == to_rfc3339(program.clock.now().wall));
    // sha256sum of {"n":1}
    CHECK(event.at("args_hash") ==
          "2bfd14f43d17fc7cea24e0917a8879b4b2f880b8baeec1b9d90fbaad655e71bd");
}

TEST_CASE("a renewal is an always that ended by itself, not one that was revoked or never was",
          "[events]") {
    Watched program;
    program.prompter.script({Answer::allow_always, Answer::allow_once, Answer::allow_once});
    program.call();
    SECTION("revoked") {
        ok(program.runtime().consent().revoke_all());
    }
    SECTION("of the tool before it changed") {
        program.replace(contract_of("echo", "2"));
    }
    program.clock.advance(std::chrono::days(8));
    program.call();
    CHECK(program.decisions().back() == "ALLOW_ONCE user_prompt");
}

TEST_CASE("what decides without a question is an event too, and what no consent is about is none",
          "[events]") {
    Watched program;
    program.call(R"({"bad":1})");
    CHECK(program.events().empty());
    ok(program.runtime().consent().grant_once(k_echo, {"ann", "shop", "", ""}));
    program.call();
    ok_void(program.runtime().consent().set_policy(k_echo, Policy::allow));
    program.call();
    ok_void(program.runtime().consent().set_policy(k_echo, Policy::deny));
    program.call();
    ok_void(program.runtime().consent().set_policy(k_echo, {}));
    ok(program.runtime().consent().freeze("supper"));
    program.call();
    CHECK(program.events().at(0).at("event_type") == "mcp.permission.grant");
    CHECK(program.decisions() == std::vector<std::string>{"ALLOW_ONCE grant", "ALLOW_ONCE policy",
                                                          "DENY_ONCE policy", "DENY_ONCE freeze"});
}

TEST_CASE("questions that nobody answers are events: put, withdrawn, expired", "[events]") {
    Watched program;
    program.with_prompter = false;
    const std::string first = program.call().approval;
    ok_void(program.runtime().consent().withdraw(first));
    const std::string second = program.call().approval;
    program.clock.advance(program.settings.approval_lifetime);
    CHECK_FALSE(
        program.runtime().consent().answer(answer_to(second, Answer::allow_once)).has_value());
    std::vector<std::string> types;
    for (const Json& event : program.events()) {
        types.push_back(event.at("event_type").get<std::string>());
        CHECK(event.at("args_hash").is_string());
    }
    CHECK(types == std::vector<std::string>{"mcp.permission.prompt", "mcp.permission.withdrawal",
                                            "mcp.permission.prompt", "mcp.permission.expiry"});
}

TEST_CASE("C42 what a function asks a person for is an event, and so is the answer", "[events]") {
    Watched program;
    program.with_prompter = false;
    Functions functions;
    functions.call = [](std::string_view, Context& context) {
        const auto to = context.input("to", {.prompt = "To whom?"});
        if (!to) return Reply::failed(code::requires_user_input, to.error().message);
        return Reply::done();
    };
    program.add_allowed("send", functions);
    Call call = call_of("send");
    call.subject = {"ann", "shop", "", ""};
    const std::string asked = program.runtime().call(call).approval;
    auto typed = answer_to(asked, Answer::allow_once);
    typed.inputs = {{"to", "bob"}};
    ok(program.runtime().consent().answer(typed));
    CHECK(program.runtime().call(call, with_approval(asked)).success);
    const auto events = program.events();
    REQUIRE(events.size() == 3);
    CHECK(events[0].at("origin") == "policy");
    CHECK(events[1].at("event_type") == "mcp.permission.prompt");
    CHECK(events[1].at("tool_name") == "send");
    CHECK(events[1].at("risk_tier") == "high");
    CHECK(events[2].at("decision") == "ALLOW_ONCE");
    CHECK(events[2].at("origin") == "user_prompt");
    CHECK(events[2].at("user_id") == "ann");
}

TEST_CASE("an always that is made to end sooner is an event", "[events]") {
    Watched program;
    program.prompter.script({Answer::allow_always});
    program.call();
    const auto always = ok(program.runtime().consent().permissions()).at(0);
    ok(program.runtime().consent().shorten(always.id, std::chrono::hours(2),
                                           {"ann", "shop", "", ""}));
    const Json event = program.events().back();
    CHECK(event.at("event_type") == "mcp.permission.override");
    CHECK(event.at("tool_name") == "echo");
    CHECK(event.at("user_id") == "ann");
}

TEST_CASE("the hash of a value with secrets is not in an event", "[events]") {
    Watched program;
    Contract contract = contract_of("echo", "2");
    contract.secret_arguments = {"/key"};
    program.replace(contract);
    program.prompter.script({Answer::allow_once});
    program.call(R"({"key":"hush"})");
    REQUIRE(program.events().size() == 2);
    for (const Json& event : program.events()) CHECK(event.at("args_hash").is_null());
}

}  // namespace iam::test
