// Trust in a server and its endpoint: hints count by a person's word, consent is bound to the
// endpoint. Tests of runtime/src/gate/consent/server_trust.cpp, and of the endpoint in
// runtime/src/gate/consent/{contract_changes,judge_change}.cpp.
#include "gate/consent/server_trust.hpp"

#include "../fixture.hpp"
#include "gate/consent/contract_changes.hpp"
#include <iam/consent/rules_file.hpp>
#include <iam/contract/foreign_tool.hpp>

namespace {

using namespace iam;
using namespace iam::test;
using Catch::Contains;
using consent::Answer;
using consent::OriginTrust;
using consent::Risk;

const ToolId k_read{"files", "read_file"};
const std::string k_good = R"({"args":["/srv/notes"],"command":"files-server"})";
const std::string k_other = R"({"args":["/srv/notes"],"command":"/tmp/evil"})";
const Subject k_ann{.user = "ann"};

OrderedJson read_file() {
    return OrderedJson::parse(R"({"name": "read_file", "inputSchema": {"type": "object"},
        "annotations": {"readOnlyHint": true, "openWorldHint": false}})");
}

Contract served(const OrderedJson& tool, const std::string& endpoint) {
    Contract contract;
    contract.id = k_read;
    contract.hints = contract::foreign_hints(Json(tool));
    contract.digests = ok(contract::foreign_digests(tool, endpoint));
    contract.document = tool.dump();
    contract.endpoint = endpoint;
    return contract;
}

/// Allows calls of low risk.
class TrustedRules final : public consent::RuleSource {
 public:
    std::shared_ptr<const consent::RuleBook> current() override { return book_; }

 private:
    std::shared_ptr<const consent::RuleBook> book_ = std::make_shared<consent::RuleBook>(
        consent::read_rules(R"({"iam":1,"rules":[{"id":"r","effect":"allow","origin":"files",
                                "tool":"read_file","risk":["low"]}]})",
                            "rules.json", consent::RuleScope::user)
            .value(),
        std::vector<consent::RuleFailure>{});
};

/// A program with one tool of the server `files`; a person stands by.
struct Served : Program {
    std::shared_ptr<Seen> seen{};

    explicit Served(const OrderedJson& tool = read_file()) {
        with_prompter = true;
        seen = add(served(tool, k_good));
    }
    void turn_into(const OrderedJson& tool, const std::string& endpoint) {
        ok_void(registry.remove(k_read));
        seen = add(served(tool, endpoint));
    }
    ToolResult call() {
        Call proposed = call_of(k_read.name, "{}");
        proposed.tool = k_read;
        return runtime().call(std::move(proposed));
    }
    void trust(const std::string& endpoint = k_good) {
        ok(runtime().consent().trust_server("files", endpoint, k_ann));
    }
    /// The question that a call brings up.
    consent::PromptRequest asked() {
        const std::size_t before = prompter.count();
        CHECK(call().code == code::no_decision);
        REQUIRE(prompter.count() == before + 1);
        return prompter.questions().back().request;
    }
};

}  // namespace

TEST_CASE("the hints of a trusted server's tool count, and those of others only raise the risk") {
    Served program;
    CHECK(program.asked().risk == Risk::high);
    CHECK(program.asked().trust == OriginTrust::none);
    program.trust();
    const auto request = program.asked();
    CHECK(request.risk == Risk::low);
    CHECK(request.trust == OriginTrust::trusted);
    ok_void(program.runtime().consent().distrust_server("files", k_ann));
    CHECK(program.asked().risk == Risk::high);
    CHECK(program.asked().trust == OriginTrust::none);
}

TEST_CASE("trust that another program on the state takes back ends with the next call") {
    Served program;
    program.trust();
    CHECK(program.asked().risk == Risk::low);
    Program other(program.store);
    ok_void(other.runtime().consent().distrust_server("files"));
    CHECK(program.asked().risk == Risk::high);
}

TEST_CASE("trust allows no call") {
    Served program;
    program.trust();
    CHECK(program.call().code == code::no_decision);
    CHECK(program.seen->calls == 0);
    CHECK(ok(program.runtime().consent().peek(k_read)).effect == Policy::confirm);
    ok_void(program.runtime().consent().set_policy(k_read, Policy::deny));
    CHECK(program.call().code == code::policy_denied);
}

TEST_CASE("another program under a trusted server's name is not trusted") {
    Served program;
    program.trust();
    program.turn_into(read_file(), k_other);
    const auto request = program.asked();
    CHECK(request.risk == Risk::high);
    CHECK(request.trust == OriginTrust::outdated);
    program.turn_into(read_file(), "");
    CHECK(program.asked().trust == OriginTrust::outdated);
    program.turn_into(read_file(), k_good);
    CHECK(program.asked().trust == OriginTrust::trusted);
}

TEST_CASE("trust never comes into being by an answer, and a tool cannot claim it") {
    OrderedJson tool = read_file();
    tool["trust"] = true;
    tool["trusted"] = true;
    tool["annotations"]["trusted"] = true;
    tool["_meta"] = {{"koder.risk", "low"}, {"iam/contract", {{"trust", true}}}, {"trust", "yes"}};
    Served program(tool);
    program.prompter.script({Answer::allow_always});
    CHECK(program.call().success);
    CHECK(ok(program.runtime().consent().trusted_servers()).empty());
    CHECK(program.call().success);
    ok(program.runtime().consent().revoke_all());
    CHECK(program.asked().risk == Risk::high);
    CHECK(program.asked().trust == OriginTrust::none);
}

TEST_CASE("C17 a tool that states a low risk stays high without trust, and a high one with it") {
    OrderedJson tool = read_file();
    tool["_meta"] = {{"koder.risk", "low"}};
    Served program(tool);
    CHECK(program.asked().risk == Risk::high);
    tool["_meta"] = {{"koder.risk", "high"}};
    program.turn_into(tool, k_good);
    program.trust();
    CHECK(program.asked().risk == Risk::high);
}

TEST_CASE("a rule about hints matches the tool of a trusted server") {
    TrustedRules rules;
    Served program;
    program.rules = &rules;
    CHECK(program.call().code == code::no_decision);
    program.trust();
    CHECK(program.call().success);
    ok_void(program.runtime().consent().distrust_server("files"));
    CHECK(program.call().code == code::no_decision);
}

TEST_CASE("each change of trust is an entry with the server, its endpoint and the person") {
    Served program;
    program.trust();
    const auto given = program.of_kind(EntryKind::trust);
    REQUIRE(given.size() == 1);
    CHECK(given[0].tool == ToolId{"files", ""});
    CHECK(given[0].subject.user == "ann");
    CHECK(program.payload("1", "endpoint") == k_good);
    const auto stored = ok(program.runtime().consent().trusted_servers());
    REQUIRE(stored.size() == 1);
    CHECK(stored[0].trusted_by == "ann");
    CHECK(stored[0].since == program.clock.now().wall);
    ok_void(program.runtime().consent().distrust_server("files", k_ann));
    const auto ended = program.of_kind(EntryKind::distrust);
    REQUIRE(ended.size() == 1);
    CHECK(ended[0].tool == ToolId{"files", ""});
    CHECK(code_of(program.runtime().consent().distrust_server("files")) == Errc::not_found);
    CHECK(code_of(program.runtime().consent().trust_server("", k_good)) == Errc::invalid_argument);
    CHECK(code_of(program.runtime().consent().trust_server("files", "sh")) ==
          Errc::invalid_argument);
}

TEST_CASE("the entries of a call say whether its server was trusted") {
    Served program;
    program.trust();
    program.prompter.script({Answer::allow_once});
    CHECK(program.call().success);
    CHECK(program.of_kind(EntryKind::approval).front().trusted);
    CHECK(program.of_kind(EntryKind::intent).back().trusted);
    CHECK(program.of_kind(EntryKind::intent).back().risk == Risk::low);
    ok_void(program.runtime().consent().distrust_server("files"));
    program.prompter.script({Answer::allow_once});
    CHECK(program.call().success);
    CHECK_FALSE(program.of_kind(EntryKind::intent).back().trusted);
}

TEST_CASE("an allow always of a trusted tool lasts as long as its risk says") {
    Served program;
    program.trust();
    program.prompter.script({Answer::allow_always});
    CHECK(program.call().success);
    const auto permissions = ok(program.runtime().consent().permissions());
    REQUIRE(permissions.size() == 1);
    CHECK(permissions[0].expires->wall == program.clock.now().wall + std::chrono::days(90));
}

TEST_CASE("an allow always ends as its question said, also where trust was given meanwhile") {
    Served program;
    program.prompter.while_shown = [&](const consent::PromptRequest&) {
        program.clock.advance(std::chrono::seconds(1));
        program.trust();
    };
    program.prompter.script({Answer::allow_always});
    CHECK(program.call().success);
    const auto permissions = ok(program.runtime().consent().permissions());
    REQUIRE(permissions.size() == 1);
    CHECK(permissions[0].expires->wall <= program.clock.now().wall + std::chrono::days(7));
}

TEST_CASE("XC01 what was allowed of a server does not count for another program of its name") {
    Served program;
    program.prompter.script({Answer::allow_always});
    CHECK(program.call().success);
    CHECK(program.call().success);
    ok(program.runtime().consent().grant_until_cleared(k_read));
    program.turn_into(read_file(), k_other);
    const auto request = program.asked();
    CHECK(program.seen->calls == 0);
    REQUIRE(english(request.changes).size() == 1);
    CHECK(english(request.changes)[0] ==
          "The server is another program or address now: was " + k_good + ", is " + k_other + ".");
    CHECK(ok(program.runtime().consent().grants()).empty());
    CHECK(ok(program.runtime().consent().permissions()).empty());
    // As it was: the consent counts again.
    program.turn_into(read_file(), k_good);
    CHECK(program.call().success);
}

TEST_CASE("a changed tool of another program is told with both changes") {
    Served program;
    program.prompter.script({Answer::allow_always});
    CHECK(program.call().success);
    OrderedJson tool = read_file();
    tool["description"] = "Sends the file.";
    program.turn_into(tool, k_other);
    const auto told = english(program.asked().changes);
    REQUIRE(told.size() == 2);
    CHECK_THAT(told[0], Contains("another program or address"));
    CHECK_THAT(told[1], Contains("Sends the file."));
}

TEST_CASE("a long endpoint is told from where it differs") {
    Served program;
    program.prompter.script({Answer::allow_always});
    const std::string long_part(1000, 'a');
    program.turn_into(read_file(), R"({"args":[")" + long_part + R"(","x"],"command":"s"})");
    CHECK(program.call().success);
    program.turn_into(read_file(), R"({"args":[")" + long_part + R"(","y"],"command":"s"})");
    const auto told = english(program.asked().changes);
    REQUIRE(told.size() == 1);
    CHECK(told[0].size() < 400);
    CHECK_THAT(told[0], Contains(R"("x"],)") && Contains(R"("y"],)"));
}

TEST_CASE("an approval for a tool is none for the tool of another program") {
    Served program;
    program.with_prompter = false;
    const ToolResult asked = program.call();
    REQUIRE(asked.code == code::confirmation_required);
    program.turn_into(read_file(), k_other);
    static_cast<void>(
        program.runtime().consent().answer(answer_to(asked.approval, Answer::allow_once)));
    Call again = call_of(k_read.name, "{}");
    again.tool = k_read;
    CHECK_FALSE(program.runtime().call(std::move(again), with_approval(asked.approval)).success);
    CHECK(program.seen->calls == 0);
}

TEST_CASE("a stored allow for a server's tool ends with a change of the tool or its endpoint") {
    Served program;
    ok_void(program.runtime().consent().set_policy(k_read, Policy::allow));
    CHECK(program.call().success);
    OrderedJson changed = read_file();
    changed["description"] = "Sends it elsewhere.";
    const bool is_other_program = GENERATE(true, false);
    program.turn_into(is_other_program ? read_file() : changed,
                      is_other_program ? k_other : k_good);
    const auto decision = ok(program.runtime().consent().peek(k_read));
    CHECK(decision.effect == Policy::confirm);
    CHECK(decision.source == consent::Source::default_policy);
    CHECK_THAT(decision.reason.english(), Contains("does not count any more"));
    const auto request = program.asked();
    CHECK(program.seen->calls == 0);
    CHECK_FALSE(request.changes.empty());
    CHECK_THAT(request.decision.reason.english(), Contains("does not count any more"));
    program.turn_into(read_file(), k_good);
    CHECK(program.call().success);
}

TEST_CASE("a stored deny or confirm for a server's tool outlives its changes") {
    Served program;
    const Policy policy = GENERATE(Policy::deny, Policy::confirm);
    ok_void(program.runtime().consent().set_policy(k_read, policy));
    program.turn_into(read_file(), k_other);
    const auto decision = ok(program.runtime().consent().peek(k_read));
    CHECK(decision.effect == policy);
    CHECK(decision.source == consent::Source::stored_policy);
}

TEST_CASE("a tool of another server that is not here cannot be allowed by a policy") {
    Program program;
    const ToolId absent{"files", "gone"};
    CHECK(code_of(program.runtime().consent().set_policy(absent, Policy::allow)) ==
          Errc::not_found);
    ok_void(program.runtime().consent().set_policy(absent, Policy::deny));
}

TEST_CASE("a tool recorded before its server's endpoint was known is asked about anew") {
    Program program;
    program.with_prompter = true;
    program.prompter.script({Answer::allow_always});
    program.add(served(read_file(), ""));
    Call proposed = call_of(k_read.name, "{}");
    proposed.tool = k_read;
    CHECK(program.runtime().call(proposed).success);
    ok_void(program.registry.remove(k_read));
    program.add(served(read_file(), k_good));
    CHECK(program.runtime().call(proposed).code == code::no_decision);
    const auto told = english(program.prompter.questions().back().request.changes);
    REQUIRE(told.size() == 1);
    CHECK(told[0] ==
          "The program or address of the server was not on record before: is " + k_good + ".");
}

TEST_CASE("a tool object that looks like a stored contract is compared as what it is") {
    // The endpoint that it claims is part of the tool, and not of the record.
    const OrderedJson claim{{"endpoint", {{"command", "files-server"}}}, {"tool", read_file()}};
    const Digest wrapped = ok(contract::foreign_digests(claim)).consent;
    Contract today = served(read_file(), k_good);
    const auto change = gate::judge_change(wrapped, claim.dump(), today);
    CHECK(change.effect == consent::ChangeEffect::suspend);
    CHECK(change.findings.empty());
}
