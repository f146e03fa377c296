// Tools of another program with a recipe: denied tools stop it, and its undo is shown.
// Tests of runtime/src/gate/consent/recipe_tools.cpp.
// Tests of runtime/src/gate/undo/recipe_call.cpp.
#include "../fixture.hpp"
#include <iam/consent/rules_file.hpp>

namespace iam::test {
namespace {

using Catch::Contains;
using consent::Answer;

const ToolId k_rename{"d", "rename"};
const ToolId k_purge{"d", "purge"};
constexpr auto* k_purge_is_denied = "Its recipe calls d/purge, which is denied.";

/// A tool "rename" of another program whose recipe calls "purge".
struct RecipeProgram : Program {
    explicit RecipeProgram(std::optional<Policy> purge = Policy::allow, bool has_purge = true) {
        Contract rename = contract_of("rename");
        rename.id = k_rename;
        rename.policy = Policy::allow;
        rename.has_undo = true;
        rename.has_preview = true;
        rename.also_calls = {"purge", "rename"};
        seen = add(rename, {.call = [this](std::string_view, Context& context) {
                       CHECK(context.keep_for_undo(kept));
                       return Reply::done("{}");
                   }});
        if (!has_purge) return;
        Contract other = contract_of("purge");
        other.id = k_purge;
        other.policy = purge;
        add(other);
    }
    static Call call_of_rename() {
        Call call = call_of("rename", R"({"m":1})");
        call.tool = k_rename;
        return call;
    }
    ToolResult rename() { return runtime().call(call_of_rename(), confirmed()); }
    std::string why_no_preview() {
        const auto shown = runtime().preview(call_of_rename());
        REQUIRE_FALSE(shown.has_value());
        CHECK(shown.error().code == code::policy_denied);
        return shown.error().message;
    }
    std::string kept = R"({"arguments":{"id":"7"},"contract":"c","tool":"purge"})";
    std::shared_ptr<Seen> seen;
};

/// One rule that denies calls of "purge"; `more` is its further members.
struct DenyingRules final : consent::RuleSource {
    explicit DenyingRules(const std::string& more) {
        const auto read = consent::read_rules(
            R"({"iam":1,"rules":[{"id":"r","origin":"d","tool":"purge","effect":"deny")" + more +
                "}]}",
            "rules.json", consent::RuleScope::user);
        REQUIRE(read);
        book = std::make_shared<consent::RuleBook>(*read, std::vector<consent::RuleFailure>{});
    }
    std::shared_ptr<const consent::RuleBook> current() override { return book; }
    std::shared_ptr<const consent::RuleBook> book{};
};

}  // namespace

TEST_CASE("a call is denied while a tool of its recipe is denied, before its arguments are read") {
    const bool is_offered = GENERATE(true, false);
    RecipeProgram program(std::nullopt, is_offered);
    ok_void(program.runtime().consent().set_policy(k_rename, Policy::allow));
    CHECK(program.rename().success);
    ok_void(program.runtime().consent().set_policy(k_purge, Policy::deny));
    const int prepares = program.seen->prepares;
    const ToolResult refused = program.rename();
    CHECK(refused.code == code::policy_denied);
    CHECK_THAT(refused.message, Contains(k_purge_is_denied));
    CHECK(program.seen->prepares == prepares);
    CHECK(program.seen->calls == 1);
}

TEST_CASE("an undo is denied while a tool of its recipe is denied, and works afterwards") {
    RecipeProgram program;
    const ToolResult done = program.rename();
    REQUIRE(done.success);
    ok_void(program.runtime().consent().set_policy(k_purge, Policy::deny));
    const ToolResult refused = program.runtime().undo(undo_of(done));
    CHECK(refused.code == code::policy_denied);
    CHECK_THAT(refused.message, Contains(k_purge_is_denied));
    const auto outlook = program.runtime().explain_undo(undo_of(done));
    REQUIRE_FALSE(outlook.has_value());
    CHECK(outlook.error().code == code::policy_denied);
    CHECK(program.seen->undos == 0);
    ok_void(program.runtime().consent().set_policy(k_purge, Policy::allow));
    CHECK(program.runtime().undo(undo_of(done)).success);
    CHECK(program.seen->undos == 1);
}

TEST_CASE("a tool of the recipe that is denied while a person is asked stops the call") {
    RecipeProgram program;
    program.with_prompter = true;
    program.prompter.script({Answer::allow_once});
    program.prompter.while_shown = [&](const auto&) {
        ok_void(program.runtime().consent().set_policy(k_purge, Policy::deny));
    };
    ok_void(program.runtime().consent().set_policy(k_rename, Policy::confirm));
    CHECK(program.runtime().call(RecipeProgram::call_of_rename()).code == code::policy_denied);
    CHECK(program.prompter.count() == 1);
    CHECK(program.seen->calls == 0);
}

TEST_CASE("no preview runs while the tool or a tool of its recipe is denied") {
    RecipeProgram program;
    CHECK(program.runtime().preview(RecipeProgram::call_of_rename()).has_value());
    ok_void(program.runtime().consent().set_policy(k_purge, Policy::deny));
    CHECK_THAT(program.why_no_preview(), Contains(k_purge_is_denied));
    ok_void(program.runtime().consent().set_policy(k_purge, Policy::allow));
    ok_void(program.runtime().consent().set_policy(k_rename, Policy::deny));
    CHECK_THAT(program.why_no_preview(), !Contains("recipe"));
    CHECK(program.seen->previews == 1);
}

TEST_CASE("no preview by a recipe runs during a freeze") {
    RecipeProgram program;
    ok(program.runtime().consent().freeze("Looked into."));
    CHECK_THAT(program.why_no_preview(), Contains("Looked into."));
    CHECK(program.seen->previews == 0);
}

TEST_CASE("a compiled deny of a tool of the recipe counts like a stored one") {
    RecipeProgram program(Policy::deny);
    CHECK_THAT(program.rename().message, Contains(k_purge_is_denied));
}

TEST_CASE("a rule without conditions denies a recipe's tool, and one about arguments does not") {
    DenyingRules all("");
    DenyingRules some(R"(,"where":[{"argument":"/n","eq":1}])");
    RecipeProgram program;
    program.rules = &some;
    CHECK(program.rename().success);
    RecipeProgram denied;
    denied.rules = &all;
    CHECK_THAT(denied.rename().message, Contains(k_purge_is_denied));
}

TEST_CASE("a look at an undo by a recipe shows the call that it makes") {
    RecipeProgram program;
    const auto outlook = program.runtime().explain_undo(undo_of(program.rename()));
    REQUIRE(outlook.has_value());
    REQUIRE(outlook->calls.has_value());
    CHECK(outlook->calls->tool == k_purge);
    CHECK(outlook->calls->arguments == R"({"id":"7"})");
    program.kept = GENERATE("no JSON", "[]", R"({"tool":1,"arguments":{}})", R"({"tool":"purge"})");
    const auto other = program.runtime().explain_undo(undo_of(program.rename()));
    REQUIRE(other.has_value());
    CHECK_FALSE(other->calls.has_value());
}

TEST_CASE("the question about a model's undo by a recipe shows the call that it makes") {
    RecipeProgram program;
    program.with_prompter = true;
    program.prompter.script({Answer::allow_once});
    program.kept = R"({"arguments":{"id":")" + std::string(5000, '7') + R"("},"tool":"purge"})";
    gate::UndoRequest request = undo_of(program.rename());
    request.proposer.kind = Proposer::Kind::model;
    CHECK(program.runtime().undo(request).success);
    const auto shown = program.prompter.questions().at(0).request.preview;
    REQUIRE(shown.has_value());
    REQUIRE(shown->fields.size() == 2);
    CHECK(shown->fields[0].value == "d/purge");
    CHECK_THAT(shown->fields[1].value, Catch::StartsWith(R"({"id":"777)"));
    CHECK(shown->fields[1].value.size() < 4200);
}

TEST_CASE("an explanation of a call says that a tool of its recipe is denied") {
    RecipeProgram program;
    ok_void(program.runtime().consent().set_policy(k_purge, Policy::deny));
    const auto explained = program.runtime().consent().explain(RecipeProgram::call_of_rename());
    REQUIRE(explained.has_value());
    CHECK(explained->decision.effect == Policy::deny);
    CHECK_THAT(explained->decision.reason.english(), Contains(k_purge_is_denied));
}

}  // namespace iam::test
