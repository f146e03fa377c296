// Hooks that change the arguments of a call: the new arguments are a call of their own.
// Tests of runtime/src/gate/ends/{answer,restart}.cpp.
#include "../fixture.hpp"

namespace iam::test {
namespace {

using consent::Answer;
using consent::ApprovalState;

const std::string k_a = R"({"n":1,"path":"a"})";
const std::string k_b = R"({"n":1,"path":"b"})";

enum class Step { resolve, before };

/// A hook that does something to each call at one of the two places where arguments may be changed.
void at(Hooks& hooks, Step step, std::function<void(const CallView&)> work) {
    if (step == Step::resolve) {
        hooks.resolve = [work](const CallView& view, const consent::Decision&) {
            work(view);
            return std::optional<consent::Decision>();
        };
    } else {
        hooks.before = [work](const CallView& view, const consent::Decision&) {
            work(view);
            return std::optional<ToolResult>();
        };
    }
}

/// Puts b in place of a.
void change_a(const CallView& view) {
    if (view.call.arguments == k_a) view.change_arguments(k_b);
}

Call call_a(std::string id = {}) {
    Call call = call_of("echo", k_a);
    call.id = std::move(id);
    return call;
}

}  // namespace

TEST_CASE("XB02 arguments that a hook changes are a call of their own, and the record has both",
          "[attacks][changed]") {
    for (const Step step : {Step::resolve, Step::before}) {
        Program program;
        at(*program.hook(), step, change_a);
        const auto seen = program.add_allowed("echo");
        const ToolResult result = program.runtime().call(call_a("host-1"));
        CHECK(result.success);
        CHECK(result.call_id != "host-1");
        CHECK(result.message == "The interceptor hooks changed the arguments: the call " +
                                    result.call_id + " was made in place of this one.");
        CHECK(seen->arguments == k_b);
        CHECK(seen->calls == 1);
        const auto entries = program.entries();
        REQUIRE(entries.size() == 3);
        CHECK(entries[0].kind == EntryKind::decision);
        CHECK(entries[0].call_id == "host-1");
        CHECK(entries[0].code == code::no_decision);
        CHECK(entries[0].decision->source == consent::Source::interceptor);
        CHECK(entries[0].decision->source_id == "hooks");
        CHECK(program.payload("0.1", "arguments") == k_a);
        CHECK(program.payload("0.1", "message") == result.message);
        CHECK(entries[1].kind == EntryKind::intent);
        CHECK(entries[1].call_id == result.call_id);
        CHECK(entries[1].proposer->kind == Proposer::Kind::model);
        CHECK(program.payload("0.2", "arguments") == k_b);
        CHECK(entries[0].arguments_digest != entries[1].arguments_digest);
    }
}

TEST_CASE(
    "XB02 an approval of the first arguments is none of those that a hook puts in their place",
    "[attacks][changed]") {
    Program program;
    at(*program.hook(), Step::before, change_a);
    program.with_prompter = true;
    program.prompter.script({Answer::allow_once, Answer::deny_once});
    const auto seen = program.add(contract_of("echo"));
    CHECK(program.runtime().call(call_a()).code == code::user_denied);
    CHECK(seen->calls == 0);
    REQUIRE(program.prompter.count() == 2);
    const auto questions = program.prompter.questions();
    CHECK(questions[0].request.call.arguments == k_a);
    CHECK(questions[1].request.call.arguments == k_b);
    CHECK(ok(program.store->approval(questions[0].request.approval_id))->state ==
          ApprovalState::withdrawn);
}

TEST_CASE(
    "XB02 neither the host's word nor a grant for the first arguments covers the changed ones",
    "[attacks][changed]") {
    for (const Step step : {Step::resolve, Step::before}) {
        Program program;
        at(*program.hook(), step, change_a);
        const auto seen = program.add(contract_of("echo"));
        CallOptions options;
        SECTION("the host's word") {
            options.confirmed = true;
        }
        SECTION("a grant") {
            ok(program.runtime().consent().grant(k_echo, GrantTerms{.uses = 1, .arguments = k_a}));
        }
        SECTION("an approval") {
            // Given by a program that has no such hook.
            Program calm(program.store);
            calm.add(contract_of("echo"));
            options.approval = calm.runtime().call(call_a()).approval;
            ok(calm.runtime().consent().answer(answer_to(options.approval, Answer::allow_once)));
        }
        CHECK(program.runtime().call(call_a(), options).code == code::confirmation_required);
        CHECK(seen->calls == 0);
    }
}

TEST_CASE("what a hook puts in place of arguments is validated, previewed and decided about anew",
          "[changed]") {
    Program program;
    std::string other;
    at(*program.hook(), Step::resolve, [&other](const CallView& view) {
        if (view.call.arguments == k_a) view.change_arguments(other);
    });
    Contract contract = contract_of("echo");
    contract.has_preview = true;
    const auto seen = program.add(contract);
    SECTION("what is wrong is refused, with its errors") {
        other = R"({"bad":1})";
        const ToolResult result = program.runtime().call(call_a());
        CHECK(result.code == code::invalid_arguments);
        CHECK(result.errors.at(0).pointer == "/bad");
    }
    SECTION("what is no JSON at all is refused, too") {
        other = "\xff{";
        CHECK(program.runtime().call(call_a()).code == code::invalid_arguments);
    }
    SECTION("defaults are applied, and the question is about the value that would run") {
        other = R"({ "path" : "b" })";
        program.with_prompter = true;
        program.prompter.script({Answer::allow_once});
        CHECK(program.runtime().call(call_a()).success);
        CHECK(seen->arguments == k_b);
        CHECK(program.prompter.count() == 1);
        CHECK(program.prompter.questions().at(0).request.preview->summary == "would do " + k_b);
        CHECK(seen->previews == 1);
        return;
    }
    SECTION("a grant for exactly these arguments is spent") {
        other = k_b;
        ok(program.runtime().consent().grant(k_echo, GrantTerms{.uses = 1, .arguments = k_b}));
        CHECK(program.runtime().call(call_a()).success);
        CHECK(program.of_kind(EntryKind::intent).at(0).decision->source == consent::Source::grant);
        return;
    }
    CHECK(seen->calls == 0);
    CHECK(program.of_kind(EntryKind::decision).size() == 2);
}

TEST_CASE("a hook changes arguments eight times in a row and no oftener", "[changed]") {
    for (const Step step : {Step::resolve, Step::before}) {
        Program program;
        int asked = 0;
        at(*program.hook(), step, [&asked](const CallView& view) {
            view.change_arguments("{\"n\":" + std::to_string(100 + ++asked) + "}");
        });
        const auto seen = program.add_allowed("echo");
        const ToolResult result = program.runtime().call(call_a());
        CHECK(result.code == code::interceptor_failed);
        CHECK(result.message.find("8 times") != std::string::npos);
        CHECK(asked == gate::k_argument_changes_max + 1);
        CHECK(seen->calls == 0);
        CHECK(program.of_kind(EntryKind::decision).size() == 9);
    }
}

TEST_CASE(
    "a question about what a hook made of the arguments is answered for the call of the first ones",
    "[changed]") {
    Program program;
    at(*program.hook(), Step::resolve, change_a);
    const auto seen = program.add(contract_of("echo"));
    Runtime& runtime = program.runtime();
    const ToolResult waits = runtime.call(call_a());
    REQUIRE(waits.code == code::confirmation_required);
    ok(runtime.consent().answer(answer_to(waits.approval, Answer::allow_once)));
    CHECK(runtime.call(call_a(), with_approval(waits.approval)).success);
    CHECK(seen->arguments == k_b);
    CHECK(seen->calls == 1);
    CHECK(ok(program.store->approval(waits.approval))->state == ApprovalState::consumed);
}

TEST_CASE("a host's id of a call whose arguments a hook changed is free once it is answered",
          "[changed]") {
    Program program;
    at(*program.hook(), Step::resolve, change_a);
    const auto seen = program.add_allowed("echo");
    ToolResult again;
    program.runtime().submit(call_a("host-1"), [&](const ToolResult& first) {
        CHECK(first.success);
        again = program.runtime().call(call_a("host-1"));
    });
    CHECK(again.success);
    CHECK(seen->calls == 1);
}

TEST_CASE("the same value in another spelling changes nothing", "[changed]") {
    Program program;
    at(*program.hook(), Step::before,
       [](const CallView& view) { view.change_arguments(R"( {"path":"a", "n":1.0} )"); });
    const auto seen = program.add_allowed("echo");
    const ToolResult result = program.runtime().call(call_a("host-1"));
    CHECK(result.success);
    CHECK(result.call_id == "host-1");
    CHECK(result.message.empty());
    CHECK(seen->calls == 1);
    CHECK(program.entries().size() == 2);
}

TEST_CASE("a repeated call id finds what was run in place of its call", "[changed]") {
    Program program;
    const auto hooks = program.hook();
    at(*hooks, Step::resolve, change_a);
    const auto seen = program.add_allowed("echo");
    const ToolResult first = program.runtime().call(call_a("host-1"));
    const ToolResult again = program.runtime().call(call_a("host-1"));
    CHECK(again.success);
    CHECK(again.call_id == first.call_id);
    CHECK(again.entry == first.entry);
    CHECK(again.result == first.result);
    CHECK(seen->calls == 1);
    // A hook that thinks better of it does not run the call a second time with a third value.
    at(*hooks, Step::resolve, [](const CallView& view) {
        if (view.call.arguments == k_a) view.change_arguments(R"({"n":3})");
    });
    CHECK(program.runtime().call(call_a("host-1")).code == code::invalid_arguments);
    CHECK(seen->calls == 1);
}

TEST_CASE("other arguments lead past no denial and no veto", "[changed]") {
    Program program;
    const auto first = program.hook();
    const auto second = program.hook();
    const auto seen = program.add_allowed("echo");
    const auto veto = [] {
        ToolResult result;
        result.code = "no";
        return result;
    };
    SECTION("of an earlier hook") {
        first->resolve = [](const CallView& view, const consent::Decision& upstream) {
            auto decision = upstream;
            if (view.call.arguments == k_a) decision.effect = Policy::deny;
            return std::optional(decision);
        };
        at(*second, Step::resolve, change_a);
        CHECK(program.runtime().call(call_a()).code == code::policy_denied);
    }
    SECTION("of the hook that changes them") {
        first->before = [veto](const CallView& view, const consent::Decision&) {
            change_a(view);
            return view.call.arguments == k_a ? std::optional(veto()) : std::nullopt;
        };
        CHECK(program.runtime().call(call_a()).code == "no");
    }
    SECTION("of a later hook, which sees them") {
        at(*first, Step::before, change_a);
        std::vector<std::string> shown;
        second->before = [&shown, veto](const CallView& view, const consent::Decision&) {
            shown.push_back(view.call.arguments);
            return std::optional(veto());
        };
        CHECK(program.runtime().call(call_a()).code == "no");
        CHECK(shown == std::vector<std::string>{k_b});
    }
    CHECK(seen->calls == 0);
}

TEST_CASE("what has begun, and what takes something back, keeps its arguments", "[changed]") {
    Program program;
    const auto hooks = program.hook();
    SECTION("an undo") {
        at(*hooks, Step::before, [](const CallView& view) {
            if (view.is_undo) view.change_arguments(k_b);
        });
        const auto seen = program.add(undoable("echo"));
        const ToolResult done = program.runtime().call(call_a());
        REQUIRE(done.success);
        gate::UndoRequest request = undo_of(done);
        request.proposer.kind = Proposer::Kind::person;
        CHECK(program.runtime().undo(request).code == code::interceptor_failed);
        CHECK(seen->undos == 0);
    }
    SECTION("a call whose function asked for input") {
        Functions functions;
        functions.call = [](std::string_view, Context& context) {
            const auto to =
                context.input("to", {.kind = InputRequest::Kind::text, .prompt = "To whom?"});
            if (to) return Reply::done();
            return Reply::failed(code::requires_user_input, to.error().message);
        };
        const auto seen = program.add_allowed("echo", functions);
        const std::string id = program.runtime().call(call_a()).approval;
        auto answer = answer_to(id, Answer::allow_once);
        answer.inputs = {{"to", "bob"}};
        ok(program.runtime().consent().answer(answer));
        at(*hooks, Step::before, change_a);
        CHECK(program.runtime().call(call_a(), with_approval(id)).code == code::interceptor_failed);
        CHECK(seen->calls == 1);
    }
}

TEST_CASE("a question that waits for its turn ends where a hook changes its arguments",
          "[changed]") {
    Program program;
    bool changes = false;
    at(*program.hook(), Step::resolve, [&changes](const CallView& view) {
        if (changes) change_a(view);
    });
    program.with_prompter = true;
    program.prompter.hold();
    const auto seen = program.add(contract_of("echo"));
    ToolResult first;
    ToolResult second;
    program.runtime().submit(call_of("echo"),
                             [&](ToolResult result) { first = std::move(result); });
    program.runtime().submit(call_a(), [&](ToolResult result) { second = std::move(result); });
    const auto waiting = ok(program.runtime().consent().pending_approvals());
    REQUIRE(waiting.size() == 2);
    changes = true;
    program.prompter.release(0, Answer::deny_once);
    REQUIRE(program.prompter.count() == 2);
    CHECK(program.prompter.questions().at(1).request.call.arguments == k_b);
    program.prompter.release(1, Answer::allow_once);
    CHECK(second.success);
    CHECK(seen->arguments == k_b);
    CHECK(ok(program.runtime().consent().pending_approvals()).empty());
}

TEST_CASE("the record of arguments that a hook changed has their secrets as little as any other",
          "[changed]") {
    Program program;
    at(*program.hook(), Step::before, [](const CallView& view) {
        if (view.call.arguments.find("hush") != std::string::npos)
            view.change_arguments(R"({"key":"other secret"})");
    });
    Contract contract = contract_of("echo");
    contract.policy = Policy::allow;
    contract.secret_arguments = {"/key"};
    const auto seen = program.add(contract);
    CHECK(program.runtime().call(call_of("echo", R"({"key":"hush, hush"})")).success);
    CHECK(seen->arguments == R"({"key":"other secret","n":1})");
    for (const auto& stored : program.stored_entries()) {
        CHECK(stored.text.find("hush") == std::string::npos);
        for (const auto& payload : stored.payloads) {
            CHECK(payload.bytes.find("hush") == std::string::npos);
            CHECK(payload.bytes.find("other secret") == std::string::npos);
        }
    }
}

}  // namespace iam::test
