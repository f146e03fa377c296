// A freeze: nothing runs from the next call on, and running functions are asked to stop.
// Tests of runtime/src/gate/functions/stops.cpp.
#include "../fixture.hpp"

#include <condition_variable>
#include <thread>

namespace iam::test {
namespace {

using consent::Answer;

/// A function that ends when it is asked to stop, and says whether it was.
Functions until_stopped(std::function<void()> once_inside) {
    Functions functions;
    functions.call = [once_inside = std::move(once_inside)](std::string_view, Context& context) {
        once_inside();
        std::mutex mutex;
        std::condition_variable_any never;
        std::unique_lock lock(mutex);
        never.wait_for(lock, context.stop(), std::chrono::seconds(30), [] { return false; });
        return Reply::done(context.stop().stop_requested() ? "\"stopped\"" : "\"never asked\"");
    };
    return functions;
}

}  // namespace

TEST_CASE("from a freeze on every call is denied, and from the thaw on none is for that") {
    Program program;
    const auto seen = program.add_allowed("echo");
    program.add(contract_of("asks"));
    Runtime& runtime = program.runtime();
    ok(runtime.consent().grant_until_cleared({"", "asks"}));
    CHECK(runtime.call(call_of("echo")).success);
    const auto freeze = ok(runtime.consent().freeze("it runs wild", {"ann", "", "", ""}));
    CHECK(freeze.since == program.clock.now().wall);
    CHECK((ok(runtime.consent().frozen()) == freeze));
    const ToolResult denied = runtime.call(call_of("echo"));
    CHECK(denied.code == code::policy_denied);
    CHECK(denied.message ==
          "Everything is frozen by ann: it runs wild. Nothing runs until a person thaws it.");
    CHECK(runtime.call(call_of("echo", "{\"bad\":1}")).code == code::policy_denied);
    CHECK(runtime.call(call_of("asks")).code == code::policy_denied);
    CHECK(runtime.call(call_of("asks"), confirmed()).code == code::policy_denied);
    CHECK(ok(runtime.consent().peek(k_echo)).source == consent::Source::freeze);
    CHECK(seen->calls == 1);
    ok_void(runtime.consent().thaw("it is well again", {"bob", "", "", ""}));
    CHECK_FALSE(ok(runtime.consent().frozen()).has_value());
    CHECK(runtime.call(call_of("echo")).success);
    CHECK(runtime.call(call_of("asks")).success);
}

TEST_CASE("a freeze and a thaw are recorded, with who did it and why") {
    Program program;
    std::vector<std::string> told;
    Runtime& runtime = program.runtime();
    const auto listener = runtime.records().listen(
        [&](const ledger::StoredEntry& entry) { told.push_back(to_string(entry.id)); });
    ok(runtime.consent().freeze("it runs wild", {"ann", "w", "", ""}));
    ok_void(runtime.consent().thaw("it is well", {"bob", "", "", ""}));
    const auto entries = program.entries();
    REQUIRE(entries.size() == 2);
    CHECK(entries[0].kind == EntryKind::freeze);
    CHECK(entries[0].subject.user == "ann");
    CHECK(program.payload("0.1", "message") == "it runs wild");
    CHECK(entries[1].kind == EntryKind::thaw);
    CHECK(entries[1].subject.user == "bob");
    CHECK(program.payload("0.2", "message") == "it is well");
    CHECK(told == std::vector<std::string>{"0.1", "0.2"});
}

TEST_CASE("a freeze without a reason and a thaw of nothing change nothing") {
    Program program;
    Runtime& runtime = program.runtime();
    for (const std::string& reason : {std::string(), std::string(1025, 'x'), std::string("\xFF")}) {
        const auto refused = runtime.consent().freeze(reason);
        REQUIRE_FALSE(refused.has_value());
        CHECK(refused.error().code == Errc::invalid_argument);
    }
    const auto nothing = runtime.consent().thaw("no reason");
    REQUIRE_FALSE(nothing.has_value());
    CHECK(nothing.error().code == Errc::not_found);
    ok(runtime.consent().freeze(std::string(1024, 'x')));
    ok(runtime.consent().freeze("another"));
    CHECK(ok(runtime.consent().frozen())->reason == "another");
    REQUIRE_FALSE(runtime.consent().thaw("").has_value());
    CHECK(ok(runtime.consent().frozen()).has_value());
    CHECK(program.entries().size() == 2);
}

TEST_CASE("no interceptor lifts a freeze") {
    Program program;
    const auto hooks = program.hook();
    hooks->loosens = true;
    hooks->resolve = [](const CallView&, const consent::Decision& upstream) {
        consent::Decision loose = upstream;
        loose.effect = Policy::allow;
        return std::optional(loose);
    };
    const auto seen = program.add(contract_of("echo"));
    CHECK(program.runtime().call(call_of("echo")).success);
    ok(program.runtime().consent().freeze("it runs wild"));
    CHECK(program.runtime().call(call_of("echo")).code == code::policy_denied);
    CHECK(seen->calls == 1);
}

TEST_CASE("a freeze asks functions that run to stop, those of later calls not") {
    Program program;
    std::function<void()> inside = [] {};
    program.add_allowed("linger", until_stopped([&] { inside(); }));
    const auto seen = program.add_allowed("echo", [] {
        Functions functions;
        functions.call = [](std::string_view, Context& context) {
            return Reply::done(context.stop().stop_requested() ? "true" : "false");
        };
        return functions;
    }());
    Runtime& runtime = program.runtime();
    inside = [&] { ok(runtime.consent().freeze("it runs wild")); };
    const ToolResult stopped = runtime.call(call_of("linger"));
    CHECK(stopped.success);
    CHECK(stopped.result == "\"stopped\"");
    ok_void(runtime.consent().thaw("it is well"));
    CHECK(runtime.call(call_of("echo")).result == "false");
}

TEST_CASE("a Runtime that watches asks its functions to stop when another one freezes") {
    Program other;
    Program program(other.store);
    program.settings.watch_for_freeze = true;
    program.add_allowed("linger",
                        until_stopped([&] { ok(other.runtime().consent().freeze("wild")); }));
    CHECK(program.runtime().call(call_of("linger")).result == "\"stopped\"");
    ok_void(other.runtime().consent().thaw("well"));
    // The same thread again, after a time in which nothing ran.
    CHECK(program.runtime().call(call_of("linger")).result == "\"stopped\"");
}

TEST_CASE("a freeze before the intent stops a call that was decided on already") {
    Program program;
    const auto hooks = program.hook();
    const auto seen = program.add_allowed("echo");
    bool first = true;
    hooks->before = [&](const CallView&, const consent::Decision&) {
        if (std::exchange(first, false)) ok(program.runtime().consent().freeze("just in time"));
        return std::optional<ToolResult>();
    };
    CHECK(program.runtime().call(call_of("echo")).code == code::policy_denied);
    CHECK(seen->calls == 0);
    CHECK(program.of_kind(EntryKind::intent).empty());
}

TEST_CASE("a question that stands is settled by a freeze, and its answer runs nothing") {
    Program program;
    program.with_prompter = true;
    const auto seen = program.add(contract_of("echo"));
    bool was_settled = false;
    Answer answer = GENERATE(Answer::none, Answer::allow_once);
    program.prompter.script({answer});
    program.prompter.while_shown = [&](const consent::PromptRequest&) {
        CHECK_FALSE(program.prompter.questions().at(0).ticket->settled());
        ok(program.runtime().consent().freeze("it runs wild"));
        was_settled = program.prompter.questions().at(0).ticket->settled();
    };
    const ToolResult denied = program.runtime().call(call_of("echo"));
    CHECK(was_settled);
    CHECK(denied.code == code::policy_denied);
    CHECK(seen->calls == 0);
    CHECK(program.terminal_count() == 1);
}

TEST_CASE("an undo is denied while everything is frozen, also for the person who froze it") {
    Program program;
    const auto seen = program.add(undoable("echo"));
    const ToolResult done = program.runtime().call(call_of("echo"));
    ok(program.runtime().consent().freeze("it runs wild"));
    CHECK(program.runtime().undo(undo_of(done)).code == code::policy_denied);
    CHECK(seen->undos == 0);
    ok_void(program.runtime().consent().thaw("it is well"));
    CHECK(program.runtime().undo(undo_of(done)).success);
}

}  // namespace iam::test
