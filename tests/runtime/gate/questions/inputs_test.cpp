// Functions that ask a person for input before they do anything.
#include "../fixture.hpp"
#include <support/temp_dir.hpp>

#include <fstream>
#include <map>

namespace iam::test {
namespace {

using consent::Answer;
using Kind = InputRequest::Kind;

Reply ask_for_it(const Result<Input>& missing) {
    return Reply::failed(code::requires_user_input, missing.error().message);
}

/// Sends something, once it knows to whom and how often.
struct Sending : Program {
    explicit Sending(Policy policy = Policy::allow) { use(*this, policy); }
    /// Another process on the same store.
    explicit Sending(Sending& other, Policy policy = Policy::allow) : Program(other.store) {
        use(*this, policy);
    }
    void use(Program& program, Policy policy) {
        Contract contract = contract_of("send");
        contract.policy = policy;
        contract.has_undo = true;
        Functions functions;
        functions.call = [this](std::string_view, Context& context) {
            if (before) before(context);
            const auto to = context.input("to", to_whom);
            const auto often = context.input(
                "often", {.kind = Kind::number, .prompt = "How often?", .low = 1, .high = 3});
            if (!to) return ask_for_it(to);
            if (!often) return ask_for_it(often);
            sent += to->text + " " + often->text + ";";
            return Reply::done("\"sent to " + to->text + "\"");
        };
        seen = program.add(contract, functions);
    }

    InputRequest to_whom{.kind = Kind::text, .prompt = "To whom?"};
    std::function<void(Context&)> before{};
    std::string sent;
    std::shared_ptr<Seen> seen;
};

gate::ApprovalAnswer with_inputs(const std::string& approval, std::vector<InputValue> inputs) {
    auto answer = answer_to(approval, Answer::allow_once);
    answer.inputs = std::move(inputs);
    return answer;
}

const std::vector<InputValue> k_bob_twice = {{"to", "bob"}, {"often", "2.0"}};

/// A person at the prompter who types these.
void type_at(Program& program, std::map<std::string, std::string> values,
             Answer answer = Answer::allow_once) {
    program.with_prompter = true;
    program.prompter.script({answer, answer, answer, answer});
    program.prompter.typed = [values](const InputRequest& request) {
        const auto place = values.find(request.key);
        return place == values.end() ? std::string() : place->second;
    };
}

std::vector<EntryKind> kinds(Program& program) {
    std::vector<EntryKind> all;
    for (const auto& entry : program.entries()) all.push_back(entry.kind);
    return all;
}

}  // namespace

TEST_CASE("AX9 a call whose function asks for input waits under a token and goes on with it") {
    Sending program;
    const ToolResult waits = program.runtime().call(call_of("send"));
    CHECK(waits.code == code::requires_user_input);
    REQUIRE_FALSE(waits.approval.empty());
    REQUIRE(waits.inputs.size() == 2);
    CHECK(waits.inputs[0].key == "to");
    CHECK(waits.inputs[0].prompt == "To whom?");
    CHECK(waits.inputs[1].kind == Kind::number);
    CHECK(program.sent.empty());
    ok(program.runtime().consent().answer(with_inputs(waits.approval, k_bob_twice)));
    const ToolResult done = program.runtime().call(call_of("send"), with_approval(waits.approval));
    CHECK(done.code.empty());
    CHECK(done.result == "\"sent to bob\"");
    CHECK(program.sent == "bob 2;");
    // Each pass has an intent of its own under the same call id. The value with the consent stays.
    CHECK(done.call_id == waits.call_id);
    CHECK(kinds(program) == std::vector<EntryKind>{EntryKind::intent, EntryKind::outcome,
                                                   EntryKind::input_request, EntryKind::input,
                                                   EntryKind::intent, EntryKind::outcome});
    const auto intents = program.of_kind(EntryKind::intent);
    CHECK(intents[0].call_id == intents[1].call_id);
    CHECK(intents[0].arguments_digest == intents[1].arguments_digest);
    CHECK(intents[1].approval == waits.approval);
    const auto given = program.stored_entries().at(3);
    CHECK(program.payload(to_string(given.id), "inputs") == R"({"often":"2","to":"bob"})");
}

TEST_CASE("AX9 input is given and used by other processes than the one that asked") {
    Sending asks(Policy::confirm);
    const std::string consent = asks.runtime().call(call_of("send")).approval;
    ok(asks.runtime().consent().answer(answer_to(consent, Answer::allow_once)));
    const ToolResult waits = asks.runtime().call(call_of("send"), with_approval(consent));
    REQUIRE(waits.code == code::requires_user_input);
    Sending answers(asks, Policy::confirm);
    const auto listed = ok(answers.runtime().consent().pending_approvals());
    REQUIRE(listed.size() == 1);
    CHECK(listed[0].id == waits.approval);
    const auto question = ok(answers.runtime().consent().question(waits.approval));
    CHECK(question.inputs == waits.inputs);
    CHECK(question.decision.reason == "its function asks for input");
    REQUIRE(question.preview.has_value());
    REQUIRE(question.preview->fields.size() == 2);
    CHECK(question.preview->fields[1].value == "a number from 1 to 3");
    CHECK_FALSE(question.always_refused_because.empty());
    CHECK_FALSE(question.further_refused_because.empty());
    ok(answers.runtime().consent().answer(with_inputs(waits.approval, k_bob_twice)));
    Sending runs(asks, Policy::confirm);
    const auto done = runs.runtime().call(call_of("send"), with_approval(waits.approval));
    CHECK(done.code.empty());
    CHECK(runs.sent == "bob 2;");
    CHECK(asks.sent.empty());
    // Used once, like every approval.
    CHECK(runs.runtime().call(call_of("send"), with_approval(waits.approval)).code ==
          code::stale_approval);
    CHECK(runs.sent == "bob 2;");
    // The values are with the entry and nowhere else.
    CHECK(ok(asks.store->approval(waits.approval))->preview.empty());
}

TEST_CASE("AX9 a person at the prompter is asked in the same call") {
    Sending program;
    type_at(program, {{"to", "ann"}, {"often", "3"}});
    const ToolResult done = program.runtime().call(call_of("send"));
    CHECK(done.code.empty());
    CHECK(program.sent == "ann 3;");
    CHECK(program.seen->calls == 2);
    REQUIRE(program.prompter.count() == 1);
    const auto request = program.prompter.questions().at(0).request;
    CHECK(request.inputs.size() == 2);
    CHECK(request.decision.reason == "its function asks for input");
}

TEST_CASE("AX9 start() answers once, after the input") {
    Sending program;
    type_at(program, {{"to", "ann"}, {"often", "3"}});
    program.prompter.hold();
    int answers = 0;
    ToolResult result;
    program.runtime().start(call_of("send"), {}, [&](ToolResult given) {
        ++answers;
        result = std::move(given);
    });
    CHECK(answers == 0);
    program.prompter.release(0, Answer::allow_once);
    CHECK(answers == 1);
    CHECK(result.code.empty());
    CHECK(program.sent == "ann 3;");
}

TEST_CASE("AX9 who answers gives all that is asked for, as it is asked for, and nothing else") {
    Sending program;
    const std::string id = program.runtime().call(call_of("send")).approval;
    const std::vector<std::vector<InputValue>> wrong = {
        {},
        {{"to", "bob"}},
        {{"to", "bob"}, {"often", "4"}},
        {{"to", "bob"}, {"often", "two"}},
        {{"to", "bob\n"}, {"often", "2"}},
        {{"to", "bob"}, {"often", "2"}, {"more", "x"}},
        {{"to", "bob"}, {"to", "eve"}, {"often", "2"}},
    };
    for (const auto& inputs : wrong) {
        const auto refused = program.runtime().consent().answer(with_inputs(id, inputs));
        REQUIRE_FALSE(refused.has_value());
        CHECK(refused.error().code == Errc::invalid_argument);
    }
    auto always = with_inputs(id, k_bob_twice);
    always.answer = Answer::allow_always;
    CHECK_FALSE(program.runtime().consent().answer(always).has_value());
    auto further = with_inputs(id, k_bob_twice);
    further.further = consent::FurtherCalls{program.clock.now().wall + std::chrono::minutes(5)};
    CHECK_FALSE(program.runtime().consent().answer(further).has_value());
    CHECK(program.runtime().call(call_of("send"), with_approval(id)).code ==
          code::requires_user_input);
    ok(program.runtime().consent().answer(with_inputs(id, k_bob_twice)));
    // An ordinary question takes none.
    Program ordinary;
    ordinary.add(contract_of("echo"));
    const std::string other = ordinary.runtime().call(call_of("echo")).approval;
    CHECK_FALSE(ordinary.runtime().consent().answer(with_inputs(other, k_bob_twice)).has_value());
    ok(ordinary.runtime().consent().answer(answer_to(other, Answer::allow_once)));
}

TEST_CASE("AX9 a refused, withdrawn or expired request for input does not go on") {
    Sending program;
    auto& runtime = program.runtime();
    const std::string refused = runtime.call(call_of("send")).approval;
    ok(runtime.consent().answer(answer_to(refused, Answer::deny_once)));
    CHECK(runtime.call(call_of("send"), with_approval(refused)).code == code::user_denied);
    const std::string withdrawn = runtime.call(call_of("send")).approval;
    ok_void(runtime.consent().withdraw(withdrawn));
    CHECK(runtime.call(call_of("send"), with_approval(withdrawn)).code == code::stale_approval);
    const std::string late = runtime.call(call_of("send")).approval;
    ok(runtime.consent().answer(with_inputs(late, k_bob_twice)));
    program.clock.advance(program.settings.approval_lifetime);
    CHECK(runtime.call(call_of("send"), with_approval(late)).code == code::stale_approval);
    Sending asked;
    type_at(asked, {}, Answer::deny_once);
    CHECK(asked.runtime().call(call_of("send")).code == code::user_denied);
    CHECK(program.sent + asked.sent == "");
}

TEST_CASE("AX9 input is for the call that asked, with its arguments and its id") {
    Sending program;
    auto& runtime = program.runtime();
    Call named = call_of("send", R"({"n":1})");
    named.id = "first";
    const std::string id = runtime.call(named).approval;
    ok(runtime.consent().answer(with_inputs(id, k_bob_twice)));
    CHECK(runtime.call(call_of("send", R"({"n":2})"), with_approval(id)).code ==
          code::stale_approval);
    Call other = named;
    other.id = "second";
    CHECK(runtime.call(other, with_approval(id)).code == code::stale_approval);
    // Without the token the id is known and nothing runs.
    CHECK(runtime.call(named).code == code::requires_user_input);
    CHECK(program.seen->calls == 1);
    CHECK(runtime.call(named, with_approval(id)).code.empty());
    // From now on the id stands for what came of it.
    CHECK(runtime.call(named).result == "\"sent to bob\"");
    CHECK(program.sent == "bob 2;");
}

TEST_CASE("AX9 between request and answer the call can be denied") {
    Sending program;
    const std::string id = program.runtime().call(call_of("send")).approval;
    ok(program.runtime().consent().answer(with_inputs(id, k_bob_twice)));
    ok_void(program.runtime().consent().set_policy(ToolId{"", "send"}, Policy::deny));
    CHECK(program.runtime().call(call_of("send"), with_approval(id)).code == code::policy_denied);
    ok_void(program.runtime().consent().set_policy(ToolId{"", "send"}, std::nullopt));
    ok(program.runtime().consent().freeze("stop"));
    CHECK(program.runtime().call(call_of("send"), with_approval(id)).code == code::policy_denied);
    CHECK(program.sent.empty());
}

TEST_CASE("AX9 a grant is spent by the first pass only") {
    Sending program(Policy::confirm);
    ok(program.runtime().consent().grant_once(ToolId{"", "send"}));
    type_at(program, {{"to", "ann"}, {"often", "1"}});
    program.made.reset();
    CHECK(program.runtime().call(call_of("send")).code.empty());
    CHECK(program.prompter.count() == 1);
    CHECK(program.of_kind(EntryKind::intent).size() == 2);
    CHECK(ok(program.runtime().consent().grants()).empty());
}

TEST_CASE("AX9 what was given before is there when the function asks again") {
    Sending program;
    program.before = [&](Context& context) {
        if (const auto to = context.input("to", program.to_whom); to && to->text == "bob") {
            program.sent = "knows bob ";
        }
        if (!program.sent.empty()) {
            const auto why = context.input(
                "why", {.kind = Kind::choice, .prompt = "Why?", .choices = {"fun", "work"}});
            if (!why) throw tool_error(std::string(code::requires_user_input), "why");
            program.sent += why->text + " ";
        }
    };
    auto& runtime = program.runtime();
    const ToolResult first = runtime.call(call_of("send"));
    ok(runtime.consent().answer(with_inputs(first.approval, k_bob_twice)));
    const ToolResult second = runtime.call(call_of("send"), with_approval(first.approval));
    CHECK(second.code == code::requires_user_input);
    REQUIRE(second.inputs.size() == 1);
    CHECK(second.inputs[0].key == "why");
    Sending elsewhere(program);
    elsewhere.sent = "knows bob ";
    elsewhere.before = [&](Context& context) {
        elsewhere.sent +=
            context
                .input("why", {.kind = Kind::choice, .prompt = "Why?", .choices = {"fun", "work"}})
                .value_or(Input{})
                .text;
    };
    ok(elsewhere.runtime().consent().answer(with_inputs(second.approval, {{"why", "fun"}})));
    CHECK(elsewhere.runtime().call(call_of("send"), with_approval(second.approval)).code.empty());
    CHECK(elsewhere.sent == "knows bob funbob 2;");
}

TEST_CASE("AX9 a function that never stops asking is ended") {
    Sending program;
    int number = 0;
    program.before = [&](Context& context) {
        ++number;
        static_cast<void>(
            context.input("n" + std::to_string(number), {.kind = Kind::text, .prompt = "More?"}));
        throw tool_error(std::string(code::requires_user_input), "more");
    };
    program.with_prompter = true;
    program.prompter.script(std::deque<Answer>(50, Answer::allow_once));
    const ToolResult result = program.runtime().call(call_of("send"));
    CHECK(result.code == code::requires_user_input);
    CHECK(result.approval.empty());
    CHECK(number == 17);
}

TEST_CASE("AX9 a secret is typed where the call was made, and is in no record") {
    Sending program;
    program.to_whom.secret = true;
    // Nobody can be asked here, and nowhere else.
    const ToolResult nowhere = program.runtime().call(call_of("send"));
    CHECK(nowhere.code == code::requires_user_input);
    CHECK(nowhere.approval.empty());
    program.made.reset();
    type_at(program, {{"to", "hunter2 \"x\""}, {"often", "1"}});
    const ToolResult done = program.runtime().call(call_of("send"));
    CHECK(done.code.empty());
    CHECK(program.sent == "hunter2 \"x\" 1;");
    CHECK(done.result->find("hunter2") == std::string::npos);
    for (const auto& stored : program.stored_entries()) {
        CHECK(stored.text.find("hunter2") == std::string::npos);
        for (const auto& payload : stored.payloads) {
            INFO(payload.name);
            CHECK(payload.bytes.find("hunter2") == std::string::npos);
        }
    }
    const auto given = program.of_kind(EntryKind::input);
    REQUIRE(given.size() == 1);
    // While it is open, another process can refuse it only.
    Sending waiting;
    waiting.to_whom.secret = true;
    waiting.with_prompter = true;
    waiting.prompter.hold();
    waiting.runtime().start(call_of("send"), {}, [](const ToolResult&) {});
    Sending other(waiting);
    const auto open = ok(other.runtime().consent().pending_approvals());
    REQUIRE(open.size() == 1);
    CHECK_FALSE(other.runtime().consent().answer(with_inputs(open[0].id, k_bob_twice)).has_value());
    ok(other.runtime().consent().answer(answer_to(open[0].id, Answer::deny_once)));
}

TEST_CASE("AX9 a file that was given may be pinned, and pins of the question still hold") {
    const TempDir folder;
    const std::string shown = (folder / "shown").string();
    const std::string given = (folder / "given").string();
    std::ofstream(shown) << "shown";
    std::ofstream(given) << "given";
    Program program;
    Contract contract = contract_of("join");
    contract.has_preview = true;
    std::string read;
    Functions functions;
    functions.preview_of_file = [&](Context& context) -> PreviewReply {
        if (!context.pin_file(shown)) return tl::unexpected(Reply::failed("no_file", "no file"));
        return Preview{"joins", {}, {}};
    };
    functions.call = [&](std::string_view, Context& context) {
        const auto pin = context.pin_file(shown);
        if (!pin) return Reply::failed("no_file", pin.error().message);
        const auto path = context.input("with", {.kind = Kind::file, .prompt = "With which?"});
        if (!path) return ask_for_it(path);
        const auto other = context.pin_file(path->text);
        if (!other) return Reply::failed("no_file", other.error().message);
        read = (*pin)->read().value_or("") + (*other)->read().value_or("");
        return Reply::done();
    };
    program.add(contract, functions);
    auto& runtime = program.runtime();
    const auto waits = [&] {
        const std::string consent = runtime.call(call_of("join")).approval;
        ok(runtime.consent().answer(answer_to(consent, Answer::allow_once)));
        const auto waiting = runtime.call(call_of("join"), with_approval(consent));
        REQUIRE(waiting.code == code::requires_user_input);
        ok(runtime.consent().answer(with_inputs(waiting.approval, {{"with", given}})));
        return waiting.approval;
    };
    CHECK(runtime.call(call_of("join"), with_approval(waits())).code.empty());
    CHECK(read == "showngiven");
    const std::string attacked = waits();
    std::ofstream(shown) << "other";
    CHECK(runtime.call(call_of("join"), with_approval(attacked)).code == code::stale_approval);
}

TEST_CASE("AX9 a tool with a time limit waits in the record, not on its worker") {
    Program program;
    Contract contract = contract_of("slow");
    contract.policy = Policy::allow;
    contract.timeout = std::chrono::hours(1);
    Functions functions;
    std::string got;
    functions.call = [&](std::string_view, Context& context) {
        const auto word = context.input("word", {.kind = Kind::text, .prompt = "Which word?"});
        if (!word) return ask_for_it(word);
        got = word->text;
        return Reply::done();
    };
    program.add(contract, functions);
    type_at(program, {{"word", "yes"}});
    const ToolResult waits = program.runtime().call(call_of("slow"));
    CHECK(waits.code == code::requires_user_input);
    CHECK(program.prompter.count() == 0);
    ok(program.runtime().consent().answer(with_inputs(waits.approval, {{"word", "now"}})));
    CHECK(program.runtime().call(call_of("slow"), with_approval(waits.approval)).code.empty());
    CHECK(got == "now");
}

TEST_CASE("AX9 the code alone, without a request, is a failure like any other") {
    Program program;
    program.add_allowed("vague", {.call = [](std::string_view, Context&) {
                            return Reply::failed(code::requires_user_input, "something");
                        }});
    const ToolResult result = program.runtime().call(call_of("vague"));
    CHECK(result.code == code::requires_user_input);
    CHECK(result.approval.empty());
    CHECK(result.message == "something");
}

TEST_CASE("AX9 previews and undos ask for nothing") {
    const Subject subject;
    const Proposer proposer;
    const std::string id = "call";
    Context context(subject, proposer, id, {}, {});
    const auto refused = context.input("to", {.kind = Kind::text, .prompt = "To whom?"});
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().code == Errc::invalid_argument);
}

TEST_CASE("AX9 a call that got input is undone by any of its entries") {
    Sending program;
    type_at(program, {{"to", "ann"}, {"often", "3"}});
    const ToolResult done = program.runtime().call(call_of("send"));
    const auto asked = program.stored_entries().at(2);
    gate::UndoRequest request;
    request.entry = asked.id;
    CHECK(program.runtime().undo(request).code.empty());
    CHECK(program.seen->undos == 1);
    CHECK(program.runtime().undo(undo_of(done)).code == code::already_undone);
}

}  // namespace iam::test
