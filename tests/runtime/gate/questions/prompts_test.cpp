// Asking a person: the four answers, no answer, other processes, many questions.
// Tests of runtime/src/gate/engine/{entrance,mailbox}.cpp.
// Tests of runtime/src/gate/questions/question_counts.cpp.
// Tests of runtime/src/gate/steps/show_effect.cpp.
#include "../fixture.hpp"

#include <future>
#include <thread>

namespace iam::test {
namespace {

using consent::Answer;
using consent::ApprovalState;

struct Asking : Program {
    Asking() {
        with_prompter = true;
        seen = add(contract_of("echo"));
    }
    explicit Asking(Contract contract) {
        with_prompter = true;
        seen = add(std::move(contract));
    }
    ToolResult call_answered(Answer answer) {
        prompter.script({answer});
        return runtime().call(call_of("echo"));
    }
    consent::Approval approval() {
        return *ok(store->approval(prompter.questions().back().request.approval_id));
    }
    std::shared_ptr<Seen> seen;
};

/// Waits for an event that another thread brings about.
template <class Condition>
void await(Condition condition) {
    while (!condition()) std::this_thread::yield();
}

/// Waits for a person who never comes. Like the terminal, it keeps nothing of a question that it
/// gave up.
struct GivingUp final : consent::Prompter {
    void show(const consent::PromptRequest& request,
              std::shared_ptr<const consent::PromptTicket> ticket,
              std::function<void(consent::PromptReply)> on_reply) override {
        shown = true;
        await([&] { return ticket->settled(); });
        on_reply(ScriptedPrompter::reply_to(request, Answer::none));
    }
    std::atomic<bool> shown{false};
};

}  // namespace

TEST_CASE("allow once runs this call and asks about the next", "[prompts]") {
    Asking program;
    CHECK(program.call_answered(Answer::allow_once).success);
    CHECK(program.approval().state == ApprovalState::consumed);
    CHECK(program.call_answered(Answer::none).code == code::no_decision);
    CHECK(program.seen->calls == 1);
    CHECK(program.prompter.count() == 2);
}

TEST_CASE("allow always writes a permission that ends and settles the next call", "[prompts]") {
    Asking program;
    CHECK(program.call_answered(Answer::allow_always).success);
    const auto permissions = ok(program.runtime().consent().permissions());
    REQUIRE(permissions.size() == 1);
    CHECK(permissions[0].allow);
    CHECK(permissions[0].granted_by == "ann");
    REQUIRE(permissions[0].expires.has_value());
    CHECK(permissions[0].expires->wall == program.clock.now().wall + std::chrono::days(7));
    CHECK(program.runtime().call(call_of("echo")).success);
    CHECK(program.prompter.count() == 1);
    CHECK(program.of_kind(EntryKind::intent).at(1).permission == permissions[0].id);
    program.clock.advance(std::chrono::hours(24 * 7));
    CHECK(program.call_answered(Answer::none).code == code::no_decision);
}

TEST_CASE("what allow always stores is what the question said", "[prompts]") {
    Asking program;
    Call call = call_of("echo");
    call.subject.user = "ann";
    call.subject.workspace = "shop";
    program.prompter.script({Answer::allow_always});
    // A person takes time to read.
    program.prompter.while_shown = [&](const consent::PromptRequest&) {
        program.clock.advance(std::chrono::minutes(3));
    };
    CHECK(program.runtime().call(call).success);
    const auto permission = ok(program.runtime().consent().permissions()).at(0);
    CHECK(program.prompter.questions().at(0).request.always_would_store ==
          "Allow every call of \"echo\" for the user \"ann\" in the workspace \"shop\" until " +
              to_rfc3339(permission.expires->wall) +
              ", unless a change of the tool ends it before.");
    CHECK(permission.user == "ann");
    CHECK(permission.workspace == "shop");
    Call other = call_of("echo");
    other.subject.user = "bob";
    CHECK(program.runtime().call(other).code == code::no_decision);
}

TEST_CASE("deny once refuses this call only", "[prompts]") {
    Asking program;
    CHECK(program.call_answered(Answer::deny_once).code == code::user_denied);
    CHECK(program.approval().state == ApprovalState::refused);
    CHECK(program.call_answered(Answer::allow_once).success);
}

TEST_CASE("deny always refuses the next call without asking", "[prompts]") {
    Asking program;
    CHECK(program.call_answered(Answer::deny_always).code == code::user_denied);
    CHECK(program.runtime().call(call_of("echo")).code == code::policy_denied);
    CHECK(program.prompter.count() == 1);
    CHECK(program.seen->calls == 0);
}

TEST_CASE("allow always is refused for a destructive tool and then nobody has decided",
          "[prompts]") {
    Contract contract = contract_of("echo");
    contract.hints.destructive = true;
    Asking program(contract);
    const ToolResult result = program.call_answered(Answer::allow_always);
    CHECK(result.code == code::no_decision);
    CHECK(result.message.find("destroy") != std::string::npos);
    CHECK(program.seen->calls == 0);
    CHECK(ok(program.runtime().consent().permissions()).empty());
    CHECK_FALSE(program.prompter.questions().at(0).request.always_refused_because.empty());
    CHECK(program.prompter.questions().at(0).request.always_would_store.empty());
}

TEST_CASE("no answer is no_decision and the question is withdrawn", "[prompts]") {
    Asking program;
    CHECK(program.call_answered(Answer::none).code == code::no_decision);
    CHECK(program.approval().state == ApprovalState::withdrawn);
}

TEST_CASE("a reply that names another question counts as no answer", "[prompts]") {
    Asking program;
    program.prompter.hold();
    ToolResult result;
    program.runtime().submit(call_of("echo"), [&](ToolResult reply) { result = std::move(reply); });
    const auto question = program.prompter.questions().at(0);
    auto reply = ScriptedPrompter::reply_to(question.request, Answer::allow_once);
    reply.approval_id.back() = reply.approval_id.back() == '0' ? '1' : '0';
    question.on_reply(reply);
    CHECK(result.code == code::no_decision);
    CHECK(program.seen->calls == 0);
    // The first reply was the only one that counts.
    question.on_reply(ScriptedPrompter::reply_to(question.request, Answer::allow_once));
    CHECK(program.seen->calls == 0);
}

TEST_CASE("an answer after the question's end is no answer", "[prompts]") {
    Asking program;
    program.prompter.hold();
    ToolResult result;
    program.runtime().submit(call_of("echo"), [&](ToolResult reply) { result = std::move(reply); });
    const auto question = program.prompter.questions().at(0);
    CHECK_FALSE(question.ticket->settled());
    program.clock.advance(program.settings.approval_lifetime);
    CHECK(question.ticket->settled());
    program.prompter.release(0, Answer::allow_once);
    CHECK(result.code == code::no_decision);
    CHECK(program.approval().state == ApprovalState::expired);
    CHECK(program.seen->calls == 0);
}

TEST_CASE("a question is durable before it is shown and another process may answer it",
          "[prompts]") {
    Asking program;
    program.prompter.hold();
    ToolResult result;
    program.runtime().submit(call_of("echo"), [&](ToolResult reply) { result = std::move(reply); });
    Program elsewhere(program.store);
    const auto pending = ok(elsewhere.runtime().consent().pending_approvals());
    REQUIRE(pending.size() == 1);
    CHECK(pending[0].arguments == R"({"n":1})");
    const auto question = program.prompter.questions().at(0);
    CHECK(question.request.approval_id == pending[0].id);

    SECTION("with a yes the call goes on") {
        ok(elsewhere.runtime().consent().answer(answer_to(pending[0].id, Answer::allow_once)));
        CHECK(question.ticket->settled());
        program.prompter.release(0, Answer::none);
        CHECK(result.success);
        CHECK(program.seen->calls == 1);
    }
    SECTION("with a no it is refused by a person") {
        ok(elsewhere.runtime().consent().answer(answer_to(pending[0].id, Answer::deny_once)));
        program.prompter.release(0, Answer::none);
        CHECK(result.code == code::user_denied);
    }
    SECTION("a no here counts although there was a yes elsewhere") {
        ok(elsewhere.runtime().consent().answer(answer_to(pending[0].id, Answer::allow_once)));
        program.prompter.release(0, Answer::deny_once);
        CHECK(result.code == code::user_denied);
        CHECK(program.approval().state == ApprovalState::refused);
        CHECK(program.seen->calls == 0);
    }
    SECTION("a second yes is one yes") {
        ok(elsewhere.runtime().consent().answer(answer_to(pending[0].id, Answer::allow_once)));
        program.prompter.release(0, Answer::allow_once);
        CHECK(result.success);
        CHECK(program.seen->calls == 1);
    }
    SECTION("withdrawn elsewhere, nobody has decided") {
        ok_void(elsewhere.runtime().consent().withdraw(pending[0].id));
        program.prompter.release(0, Answer::allow_once);
        CHECK(result.code == code::no_decision);
        CHECK(program.seen->calls == 0);
    }
}

TEST_CASE("without a prompter the approval stays and carries the call later", "[prompts]") {
    Program program;
    const auto seen = program.add(contract_of("echo"));
    const ToolResult waiting = program.runtime().call(call_of("echo", R"({"m":1})"));
    CHECK(waiting.code == code::confirmation_required);
    REQUIRE_FALSE(waiting.approval.empty());
    CHECK(waiting.message.find(waiting.approval) != std::string::npos);
    const auto early =
        program.runtime().call(call_of("echo", R"({"m":1})"), with_approval(waiting.approval));
    CHECK(early.code == code::confirmation_required);
    ok(program.runtime().consent().answer(answer_to(waiting.approval, Answer::allow_once)));
    CHECK(program.runtime()
              .call(call_of("echo", R"({"m":1})"), with_approval(waiting.approval))
              .success);
    CHECK(program.runtime()
              .call(call_of("echo", R"({"m":1})"), with_approval(waiting.approval))
              .code == code::stale_approval);
    CHECK(seen->calls == 1);
    CHECK(program.of_kind(EntryKind::intent).at(0).approver->login == "ann");
}

TEST_CASE("questions are put one at a time in the order in which they came up", "[prompts]") {
    Asking program;
    program.prompter.hold();
    std::vector<std::string> done;
    for (const char* name : {"a", "b", "c"}) {
        program.runtime().submit(call_of("echo", std::string(R"({"m":")") + name + "\"}"),
                                 [&done, name](ToolResult) { done.emplace_back(name); });
        CHECK(program.prompter.count() == 1);
    }
    CHECK(ok(program.runtime().consent().pending_approvals()).size() == 3);
    program.prompter.release(0, Answer::allow_once);
    CHECK(done == std::vector<std::string>{"a"});
    REQUIRE(program.prompter.count() == 2);
    CHECK(program.prompter.questions().at(1).request.call.arguments == R"({"m":"b","n":1})");
    program.prompter.release(1, Answer::deny_once);
    program.prompter.release(2, Answer::allow_once);
    CHECK(done == std::vector<std::string>{"a", "b", "c"});
    CHECK(program.seen->calls == 2);
}

TEST_CASE("an allow always settles the questions that wait behind it", "[prompts]") {
    Asking program;
    program.prompter.hold();
    int succeeded = 0;
    for (int i = 0; i < 100; ++i) {
        program.runtime().submit(call_of("echo"),
                                 [&](ToolResult reply) { succeeded += reply.success ? 1 : 0; });
    }
    program.prompter.release(0, Answer::allow_always);
    CHECK(succeeded == 100);
    CHECK(program.prompter.count() == 1);
    CHECK(ok(program.runtime().consent().pending_approvals()).empty());
}

TEST_CASE("a deny always settles them too, and none is lost", "[prompts]") {
    Asking program;
    program.prompter.hold();
    std::vector<std::string> codes;
    for (int i = 0; i < 3; ++i) {
        program.runtime().submit(call_of("echo"),
                                 [&](ToolResult reply) { codes.push_back(reply.code); });
    }
    program.prompter.release(0, Answer::deny_always);
    REQUIRE(codes.size() == 3);
    CHECK(std::count(codes.begin(), codes.end(), code::policy_denied) == 2);
    CHECK(std::count(codes.begin(), codes.end(), code::user_denied) == 1);
    CHECK(program.seen->calls == 0);
}

TEST_CASE("a waiting call() runs its function on its own thread", "[prompts]") {
    Program program;
    program.with_prompter = true;
    program.prompter.hold();
    std::thread::id ran_on;
    Functions functions;
    functions.call = [&ran_on](std::string_view, Context&) {
        ran_on = std::this_thread::get_id();
        return Reply::done();
    };
    program.add(contract_of("echo"), functions);
    Runtime& runtime = program.runtime();
    ToolResult result;
    std::thread caller([&] { result = runtime.call(call_of("echo")); });
    await([&] { return program.prompter.count() == 1; });
    program.prompter.release(0, Answer::allow_once);
    const auto caller_id = caller.get_id();
    caller.join();
    CHECK(result.success);
    CHECK(ran_on == caller_id);
}

TEST_CASE("many threads that wait for a person all get their own answer", "[prompts]") {
    Asking program;
    program.prompter.script(std::deque<Answer>(24, Answer::allow_once));
    Runtime& runtime = program.runtime();
    CHECK(count_true(24, [&](int) { return runtime.call(call_of("echo")).success; }) == 24);
    CHECK(program.seen->calls == 24);
}

TEST_CASE("calls whose thread waits and calls whose thread does not all get their answers",
          "[prompts]") {
    Asking program;
    program.prompter.script(std::deque<Answer>(24, Answer::allow_once));
    Runtime& runtime = program.runtime();
    CHECK(count_true(24, [&](int i) {
              if (i % 2 == 0) return runtime.call(call_of("echo")).success;
              const auto done = std::make_shared<std::promise<bool>>();
              runtime.submit(call_of("echo"),
                             [done](ToolResult reply) { done->set_value(reply.success); });
              return done->get_future().get();
          }) == 24);
    CHECK(program.seen->calls == 24);
    CHECK(ok(program.runtime().consent().pending_approvals()).empty());
}

TEST_CASE("what was allowed runs before another question is put, also where the prompter blocks",
          "[prompts]") {
    Program program;
    program.with_prompter = true;
    program.prompter.script({Answer::allow_once, Answer::allow_once, Answer::deny_once});
    std::vector<std::string> happened;
    const auto named = [](std::string_view arguments) {
        return std::string(arguments.substr(6, 1));
    };
    Functions functions;
    functions.call = [&](std::string_view arguments, Context&) {
        happened.push_back(named(arguments) + " runs");
        return Reply::done();
    };
    program.add(contract_of("echo"), functions);
    program.prompter.while_shown = [&](const consent::PromptRequest& request) {
        happened.push_back(named(request.call.arguments) + " is asked");
        if (happened.size() > 1) return;
        for (const char* arguments : {R"({"m":"b"})", R"({"m":"c"})"}) {
            program.runtime().submit(call_of("echo", arguments), [&](ToolResult reply) {
                happened.push_back("ended: " + reply.code);
            });
        }
    };
    SECTION("of start()") {
        program.runtime().submit(call_of("echo", R"({"m":"a"})"), {});
    }
    SECTION("of call()") {
        CHECK(program.runtime().call(call_of("echo", R"({"m":"a"})")).success);
    }
    CHECK(happened == std::vector<std::string>{"a is asked", "a runs", "b is asked", "b runs",
                                               "ended: ", "c is asked", "ended: user_denied"});
}

TEST_CASE("a function that asks does not wait for those who wait for its thread", "[prompts]") {
    Program program;
    program.with_prompter = true;
    program.prompter.script({Answer::allow_once, Answer::allow_once, Answer::allow_once});
    std::vector<std::string> asked;
    program.add(contract_of("inner"));
    const bool waits = GENERATE(true, false);
    Functions functions;
    functions.call = [&program, waits](std::string_view, Context&) {
        bool done = false;
        if (waits) {
            done = program.runtime().call(call_of("inner")).success;
        } else {
            program.runtime().submit(call_of("inner"), [&](ToolResult r) { done = r.success; });
        }
        return done ? Reply::done() : Reply::failed("inner_failed", "It failed.");
    };
    program.add(contract_of("outer"), functions);
    program.add(contract_of("other"));
    int ended = 0;
    program.prompter.while_shown = [&](const consent::PromptRequest& request) {
        asked.push_back(request.call.tool.name);
        if (asked.size() > 1) return;
        program.runtime().submit(call_of("other"), [&](ToolResult r) { ended += r.success; });
    };
    program.runtime().submit(call_of("outer"), [&](ToolResult r) { ended += r.success; });
    CHECK(asked == std::vector<std::string>{"outer", "inner", "other"});
    CHECK(ended == 2);
}

TEST_CASE("a question that waits for a thread is put by the next one that is free", "[prompts]") {
    Program program;
    program.with_prompter = true;
    program.prompter.script({Answer::allow_once, Answer::allow_once, Answer::allow_once});
    std::atomic<int> running{0};
    Functions functions;
    functions.call = [&](std::string_view, Context&) {
        ++running;
        await([&] { return program.prompter.count() == 3; });
        return Reply::done();
    };
    program.add(contract_of("long"), functions);
    program.add(contract_of("echo"));
    std::atomic<int> ended{0};
    const auto count = [&](ToolResult reply) { ended += reply.success ? 1 : 0; };
    Runtime& runtime = program.runtime();
    program.prompter.while_shown = [&](const consent::PromptRequest& request) {
        if (request.call.tool.name == "long") runtime.submit(call_of("echo", R"({"m":1})"), count);
    };
    std::thread first([&] { runtime.submit(call_of("long"), count); });
    await([&] { return running == 1; });
    runtime.submit(call_of("echo", R"({"m":2})"), count);
    first.join();
    CHECK(ended == 3);
    const auto questions = program.prompter.questions();
    CHECK(questions.at(1).request.call.arguments == R"({"m":1,"n":1})");
}

TEST_CASE("a function may call another tool that asks", "[prompts]") {
    Program program;
    program.with_prompter = true;
    program.prompter.script({Answer::allow_once, Answer::allow_once});
    const auto inner = program.add(contract_of("inner"));
    Functions functions;
    functions.call = [&program](std::string_view, Context&) {
        return program.runtime().call(call_of("inner")).success
                   ? Reply::done()
                   : Reply::failed("inner_failed", "It failed.");
    };
    program.add(contract_of("outer"), functions);
    CHECK(program.runtime().call(call_of("outer")).success);
    CHECK(inner->calls == 1);
}

TEST_CASE("a stop request cancels a call that waits for a person", "[prompts]") {
    Asking program;
    program.prompter.hold();
    std::stop_source stop;
    CallOptions options;
    options.stop = stop.get_token();
    ToolResult result;
    program.runtime().start(call_of("echo"), options,
                            [&](ToolResult reply) { result = std::move(reply); });
    stop.request_stop();
    CHECK(program.prompter.questions().at(0).ticket->settled());
    program.prompter.release(0, Answer::none);
    CHECK(result.code == code::cancelled);
}

TEST_CASE("the end of a runtime answers those who wait for a person", "[prompts]") {
    Asking program;
    program.prompter.hold();
    std::vector<std::string> codes;
    for (int i = 0; i < 3; ++i) {
        program.runtime().submit(call_of("echo"),
                                 [&](ToolResult reply) { codes.push_back(reply.code); });
    }
    const auto question = program.prompter.questions().at(0);
    program.made.reset();
    CHECK(codes == std::vector<std::string>(3, std::string(code::cancelled)));
    CHECK(question.ticket->settled());
    question.on_reply(ScriptedPrompter::reply_to(question.request, Answer::allow_once));
    CHECK(program.seen->calls == 0);
    CHECK(codes.size() == 3);
}

TEST_CASE("a prompter that throws has given no answer", "[prompts]") {
    Asking program;
    program.prompter.while_shown = [](const consent::PromptRequest&) {
        throw std::runtime_error("no terminal");
    };
    CHECK(program.call_answered(Answer::allow_once).code == code::no_decision);
    CHECK(program.seen->calls == 0);
}

TEST_CASE("the question carries the preview, or says why there is none", "[prompts]") {
    Contract contract = contract_of("echo");
    contract.has_preview = true;
    Program program;
    program.with_prompter = true;
    bool fails = false;
    Functions functions;
    functions.preview = [&fails](std::string_view) -> PreviewReply {
        if (fails) return tl::unexpected(Reply::failed("no_calendar", "There is no calendar."));
        return Preview{"Adds one.", {}, {}};
    };
    program.add(contract, functions);
    program.runtime().call(call_of("echo"));
    CHECK(program.prompter.questions().at(0).request.preview->summary == "Adds one.");
    fails = true;
    program.runtime().call(call_of("echo"));
    const auto request = program.prompter.questions().at(1).request;
    CHECK_FALSE(request.preview.has_value());
    CHECK(request.preview_failure == "There is no calendar.");
}

TEST_CASE("the end while a prompter blocks cancels the call and leaves its question", "[prompts]") {
    Asking program;
    std::atomic<bool> shown{false};
    std::atomic<bool> next_cancelled{false};
    Runtime& runtime = program.runtime();
    program.prompter.while_shown = [&](const consent::PromptRequest&) {
        runtime.submit(call_of("echo"),
                       [&](ToolResult reply) { next_cancelled = reply.code == code::cancelled; });
        shown = true;
        // The end answers those who wait after it has come to the open question.
        await([&] { return next_cancelled.load(); });
        CHECK(program.prompter.questions().at(0).ticket->settled());
    };
    ToolResult result;
    std::thread caller([&] { result = runtime.call(call_of("echo")); });
    await([&] { return shown.load(); });
    program.made.reset();
    caller.join();
    CHECK(result.code == code::cancelled);
    CHECK(result.approval == program.approval().id);
    CHECK(program.approval().state == ApprovalState::pending);
}

TEST_CASE("a prompter that gives up as soon as the end has begun leaves nobody without an answer",
          "[prompts]") {
    Program program;
    GivingUp prompter;
    std::atomic<bool> running{false};
    std::atomic<bool> given_up{false};
    Functions functions;
    functions.call = [&](std::string_view, Context& context) {
        std::atomic<bool> stopped{false};
        // Holds the end between its first step and the one that answers open questions.
        const std::stop_callback stop(context.stop(), [&] {
            await([&] { return given_up.load(); });
            stopped = true;
        });
        running = true;
        await([&] { return stopped.load(); });
        return Reply::done();
    };
    program.add_allowed("long", functions);
    program.add(contract_of("echo"));
    program.made = std::make_unique<Runtime>(gate::Parts{.registry = program.registry,
                                                         .store = *program.store,
                                                         .clock = &program.clock,
                                                         .entropy = &program.entropy,
                                                         .prompter = &prompter});
    Runtime& runtime = *program.made;
    std::thread holding([&] { runtime.call(call_of("long")); });
    await([&] { return running.load(); });
    std::vector<std::string> codes;
    std::thread asking([&] {
        runtime.submit(call_of("echo"), [&](ToolResult reply) { codes.push_back(reply.code); });
        given_up = true;
    });
    await([&] { return prompter.shown.load(); });
    program.made.reset();
    holding.join();
    asking.join();
    CHECK(codes == std::vector<std::string>{std::string(code::cancelled)});
    CHECK(ok(program.store->approvals()).at(0).state == ApprovalState::pending);
}

TEST_CASE(
    "XC22 a session is asked as often as the host allows, then questions wait, with a summary",
    "[prompts]") {
    Program program;
    program.with_prompter = true;
    program.settings.questions_per_session_max = 3;
    const auto seen = program.add(contract_of("echo"));
    program.prompter.script({Answer::allow_once, Answer::deny_once, Answer::allow_once});
    Call call = call_of("echo");
    call.subject = {"ann", "", "s", ""};
    for (int i = 0; i < 3; ++i) program.runtime().call(call);
    const ToolResult beyond = program.runtime().call(call);
    CHECK(beyond.code == code::confirmation_required);
    CHECK(beyond.message.find("asked 3 times, allowed 2 and refused 1") != std::string::npos);
    CHECK(program.prompter.count() == 3);
    CHECK(seen->calls == 2);
    // What is left can be answered, and another session has a count of its own.
    ok(program.runtime().consent().answer(answer_to(beyond.approval, Answer::allow_once)));
    CHECK(program.runtime().call(call, with_approval(beyond.approval)).success);
    call.subject.session = "t";
    program.runtime().call(call);
    CHECK(program.prompter.count() == 4);
}

}  // namespace iam::test
