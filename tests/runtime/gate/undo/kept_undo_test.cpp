// Tests of runtime/src/gate/undo/undo.cpp: values that a call keeps for its undo, and calls that
// rule an undo out.
#include "../fixture.hpp"
#include <iam/tool/define.hpp>

namespace iam::test {
namespace {

/// A tool "set" that keeps the old value for its undo, unless it is told not to.
struct KeepingProgram : Program {
    std::string value = "old";
    std::optional<std::string> seen{};

    KeepingProgram() {
        ok_void(define("set")
                    .description("Sets a value.")
                    .policy(Policy::allow)
                    .parameter("to")
                    .call([this](const std::string& to, Context& context) {
                        if (to == "final") context.rule_out_undo("The value is final.");
                        if (to == "long")
                            CHECK_FALSE(context.keep_for_undo(
                                std::string(Context::k_kept_bytes_max + 1, 'x')));
                        else
                            CHECK(context.keep_for_undo(value));
                        value = to;
                    })
                    .undo(
                        [this](Context& context) {
                            seen = context.kept_for_undo();
                            value = seen.value_or("?");
                        },
                        {})
                    .add_to(registry));
    }
    ToolResult set(const std::string& to) {
        return runtime().call(call_of("set", R"({"to":")" + to + "\"}"), confirmed());
    }
};

}  // namespace

TEST_CASE("an undo gets the text that the call kept, from the record") {
    KeepingProgram program;
    const ToolResult done = program.set("new");
    REQUIRE(done.success);
    CHECK(done.no_undo.empty());
    CHECK(program.payload(done.entry, "undo") == "old");
    CHECK_FALSE(program.runtime().explain_undo(undo_of(done))->calls.has_value());
    CHECK(program.runtime().undo(undo_of(done)).success);
    CHECK(program.seen == "old");
    CHECK(program.value == "old");
    CHECK(program.runtime().undo(undo_of(done)).code == code::already_undone);
}

TEST_CASE("a text that is too long is not kept, and the undo hears of none") {
    KeepingProgram program;
    const ToolResult done = program.set("long");
    REQUIRE(done.success);
    CHECK(program.runtime().undo(undo_of(done)).success);
    CHECK_FALSE(program.seen.has_value());
}

TEST_CASE("a call that rules its undo out says why, is not undone and not listed as undoable") {
    KeepingProgram program;
    Call call = call_of("set", R"({"to":"final"})");
    call.subject.session = "s1";
    const ToolResult done = program.runtime().call(call, confirmed());
    REQUIRE(done.success);
    CHECK(done.no_undo == "The value is final.");
    const ToolResult refused = program.runtime().undo(undo_of(done));
    CHECK(refused.code == code::undo_not_supported);
    CHECK(refused.message.find("cannot be undone: The value is final.") != std::string::npos);
    CHECK(program.value == "final");
    CHECK(ok(program.runtime().undoable(call.subject)).empty());
    call.arguments = R"({"to":"new"})";
    REQUIRE(program.runtime().call(call, confirmed()).success);
    CHECK(ok(program.runtime().undoable(call.subject)).size() == 1);
}

TEST_CASE("XF15 a kept text that a hook changes or keeps from the record ends the undo") {
    KeepingProgram program;
    program.hook()->record = [](std::string_view field, const std::string&) {
        return field == "undo" ? std::optional<std::string>("other") : std::nullopt;
    };
    const ToolResult done = program.set("new");
    REQUIRE(done.success);
    const ToolResult refused = program.runtime().undo(undo_of(done));
    CHECK(refused.code == code::undo_incompatible);
    CHECK(program.value == "new");
    CHECK_FALSE(program.seen.has_value());
}

}  // namespace iam::test
