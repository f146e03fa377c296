// Undo as a call of its own: who may, what it needs, what it leaves.
// Tests of runtime/src/gate/record/read_record.cpp.
// Tests of runtime/src/gate/undo/{outlook,recorded_fit}.cpp.
#include "../fixture.hpp"

#include <stdexcept>

namespace iam::test {
namespace {

using consent::Answer;
using consent::Source;

struct Undoing : Program {
    explicit Undoing(std::optional<Policy> policy = Policy::allow, Functions functions = {}) {
        contract.policy = policy;
        contract.has_undo = true;
        seen = add(contract, std::move(functions));
    }
    ToolResult done() { return runtime().call(call_of("echo", R"({"m":1})"), confirmed()); }
    Contract contract = contract_of("echo");
    std::shared_ptr<Seen> seen;
};

gate::UndoRequest by(Proposer::Kind kind, const ToolResult& done) {
    gate::UndoRequest request = undo_of(done);
    request.proposer.kind = kind;
    return request;
}

}  // namespace

TEST_CASE("a person's undo is its own consent, also where calls are asked about", "[undo]") {
    Undoing program(Policy::confirm);
    program.with_prompter = true;
    const ToolResult done = program.done();
    CHECK(program.runtime().undo(undo_of(done)).success);
    CHECK(program.prompter.count() == 0);
    const auto intent = program.of_kind(EntryKind::undo_intent).at(0);
    CHECK(intent.decision->source == Source::approval);
    CHECK(intent.proposer->kind == Proposer::Kind::person);
    CHECK(intent.of == ok(ledger::parse_entry_id(done.entry)));
    const auto outcome = program.of_kind(EntryKind::undo_outcome).at(0);
    CHECK(outcome.success == true);
}

TEST_CASE("a person's undo spends no grant, unless the grant is what lifts a deny", "[undo]") {
    const bool denied = GENERATE(false, true);
    Undoing program(Policy::confirm);
    program.settings.consent.grants_override_deny = true;
    const ToolResult done = program.done();
    ok(program.runtime().consent().grant_once(k_echo));
    if (denied) ok_void(program.runtime().consent().set_policy(k_echo, Policy::deny));
    CHECK(program.runtime().undo(undo_of(done)).success);
    CHECK(ok(program.runtime().consent().grants()).size() == (denied ? 0 : 1));
    const auto source = program.of_kind(EntryKind::undo_intent).at(0).decision->source;
    CHECK(source == (denied ? Source::grant : Source::approval));
}

TEST_CASE("a call can be undone while its window lasts, and not after", "[undo]") {
    Undoing program;
    program.contract.undo_window = std::chrono::seconds(60);
    program.replace(program.contract);
    const ToolResult first = program.done();
    const ToolResult second = program.done();
    program.clock.advance(std::chrono::milliseconds(59'999));
    CHECK(program.runtime().undo(undo_of(first)).success);
    program.clock.advance(std::chrono::milliseconds(1));
    const ToolResult late = program.runtime().undo(undo_of(second));
    CHECK(late.code == code::undo_expired);
    CHECK(late.message.find("could be undone until 20") != std::string::npos);
}

TEST_CASE("an undo that is allowed after its window has ended does not run", "[undo]") {
    Undoing program(Policy::confirm);
    program.contract.undo_window = std::chrono::seconds(60);
    program.replace(program.contract);
    program.with_prompter = true;
    program.prompter.script({Answer::allow_once});
    const ToolResult done = program.done();
    program.prompter.while_shown = [&](const auto&) {
        program.clock.advance(std::chrono::seconds(60));
    };
    CHECK(program.runtime().undo(by(Proposer::Kind::model, done)).code == code::undo_expired);
    CHECK(program.prompter.count() == 1);
    CHECK(ok(program.store->undo_state({0, 2})) == ledger::UndoState::none);
}

TEST_CASE("an explanation of an undo says what it would take back, and leaves no trace", "[undo]") {
    Undoing program;
    program.contract.undo_window = std::chrono::seconds(60);
    program.replace(program.contract);
    const ToolResult done = program.done();
    const std::size_t entries = ok(program.store->entries({})).size();
    const auto outlook = program.runtime().explain_undo(undo_of(done));
    REQUIRE(outlook.has_value());
    CHECK(outlook->tool == k_echo);
    CHECK(outlook->arguments == R"({"m":1,"n":1})");
    CHECK(outlook->until == program.clock.now().wall + std::chrono::seconds(60));
    CHECK(ok(program.store->entries({})).size() == entries);
    CHECK(ok(program.store->undo_state({0, 2})) == ledger::UndoState::none);
    CHECK(program.runtime().undo(undo_of(done)).success);
    const auto again = program.runtime().explain_undo(undo_of(done));
    REQUIRE_FALSE(again.has_value());
    CHECK(again.error().code == code::already_undone);
    ok_void(program.runtime().consent().set_policy(k_echo, Policy::deny));
    const auto denied = program.runtime().explain_undo(undo_of(done));
    REQUIRE_FALSE(denied.has_value());
    CHECK(denied.error().code == code::already_undone);
}

TEST_CASE("what was undone can be done again, as a new call with the recorded arguments",
          "[undo]") {
    Undoing program(Policy::confirm);
    const ToolResult done = program.done();
    CHECK(program.runtime().redo(undo_of(done)).code == code::nothing_to_redo);
    CHECK(program.runtime().undo(undo_of(done)).success);
    CHECK(program.runtime().redo(undo_of(done)).code == code::confirmation_required);
    ok(program.runtime().consent().grant_once(k_echo));
    const ToolResult again = program.runtime().redo(undo_of(done));
    CHECK(again.success);
    CHECK(program.seen->calls == 2);
    CHECK(program.seen->arguments == R"({"m":1,"n":1})");
    CHECK(again.entry != done.entry);
    CHECK(program.runtime().undo(undo_of(again)).success);
}

TEST_CASE("what is not recorded in full is not done again", "[undo]") {
    Undoing program;
    program.contract.secret_arguments = {"/m"};
    program.replace(program.contract);
    const ToolResult done = program.done();
    CHECK(program.runtime().undo(undo_of(done)).success);
    const ToolResult again = program.runtime().redo(undo_of(done));
    CHECK(again.code == code::undo_incompatible);
    CHECK(program.of_kind(EntryKind::outcome).size() == 1);
}

TEST_CASE("a model does not do again what was done for somebody else", "[undo]") {
    Undoing program;
    Call call = call_of("echo");
    call.subject.user = "ann";
    const ToolResult done = program.runtime().call(call);
    CHECK(program.runtime().undo(undo_of(done)).success);
    CHECK(program.runtime().redo(by(Proposer::Kind::model, done)).code == code::policy_denied);
}

TEST_CASE("XF13 a model's undo is asked about like a call", "[undo]") {
    for (const Answer answer : {Answer::allow_once, Answer::deny_once, Answer::none,
                                Answer::allow_always, Answer::deny_always}) {
        Undoing program(Policy::confirm);
        program.with_prompter = true;
        program.prompter.script({answer});
        const ToolResult done = program.done();
        const ToolResult undone = program.runtime().undo(by(Proposer::Kind::model, done));
        REQUIRE(program.prompter.count() == 1);
        const auto request = program.prompter.questions().at(0).request;
        CHECK(request.preview->summary.find(done.entry) != std::string::npos);
        CHECK_FALSE(request.always_refused_because.empty());
        CHECK(request.deny_always_would_store == "Nothing: it refuses this undo, and no other.");
        CHECK(undone.success == (answer == Answer::allow_once));
        CHECK(program.seen->undos == (answer == Answer::allow_once ? 1 : 0));
        // "Never undo" is no "never run".
        CHECK(program.done().success);
    }
}

TEST_CASE("XF13 an undo is stopped by a deny, whoever asks", "[undo]") {
    Undoing program;
    const ToolResult done = program.done();
    ok_void(program.runtime().consent().set_policy(k_echo, Policy::deny));
    for (const auto kind :
         {Proposer::Kind::person, Proposer::Kind::model, Proposer::Kind::program}) {
        CHECK(program.runtime().undo(by(kind, done)).code == code::policy_denied);
    }
    CHECK(program.seen->undos == 0);
    CHECK(program.of_kind(EntryKind::decision).size() == 3);
}

TEST_CASE("XF13 a model cannot undo what was done for somebody else", "[undo]") {
    Undoing program;
    Call call = call_of("echo");
    call.subject.user = "ann";
    const ToolResult done = program.runtime().call(call);
    CHECK(program.runtime().undo(by(Proposer::Kind::model, done)).code == code::policy_denied);
    auto request = by(Proposer::Kind::model, done);
    request.subject.user = "ann";
    CHECK(program.runtime().undo(request).code == code::confirmation_required);
    request.proposer.kind = Proposer::Kind::program;
    CHECK(program.runtime().undo(request).success);
}

TEST_CASE("XF13 a model's undo is asked about, also where its calls are not", "[undo]") {
    for (const auto kind : {Proposer::Kind::model, Proposer::Kind::mcp_client}) {
        Undoing program;
        program.with_prompter = true;
        program.prompter.script({Answer::deny_once, Answer::allow_once});
        const ToolResult done = program.done();
        CHECK(program.runtime().undo(by(kind, done)).code == code::user_denied);
        CHECK(program.runtime().undo(by(kind, done)).success);
        CHECK(program.prompter.count() == 2);
        CHECK(program.seen->undos == 1);
    }
}

TEST_CASE("XF13 an approval of a call does not do for its undo, nor the other way", "[undo]") {
    Undoing program(Policy::confirm);
    Runtime& runtime = program.runtime();
    const ToolResult done = program.done();
    const ToolResult call = runtime.call(call_of("echo", R"({"m":1})"));
    ok(runtime.consent().answer(answer_to(call.approval, Answer::allow_once)));
    auto request = by(Proposer::Kind::model, done);
    request.options = with_approval(call.approval);
    CHECK(runtime.undo(request).code == code::stale_approval);

    const ToolResult waiting = runtime.undo(by(Proposer::Kind::model, done));
    CHECK(waiting.code == code::confirmation_required);
    ok(runtime.consent().answer(answer_to(waiting.approval, Answer::allow_once)));
    CHECK(runtime.call(call_of("echo", R"({"m":1})"), with_approval(waiting.approval)).code ==
          code::stale_approval);
    request.options = with_approval(waiting.approval);
    CHECK(runtime.undo(request).success);
}

TEST_CASE("hooks see an undo as one and may stop it", "[undo]") {
    Undoing program;
    program.hook()->before = [](const CallView& view,
                                const consent::Decision&) -> std::optional<ToolResult> {
        if (!view.is_undo) return std::nullopt;
        ToolResult veto;
        veto.code = "not_now";
        return veto;
    };
    const ToolResult done = program.done();
    CHECK(program.runtime().undo(undo_of(done)).code == "not_now");
    CHECK(ok(program.store->undo_state({0, 2})) == ledger::UndoState::none);
}

TEST_CASE("XF11 of 64 undos at once exactly one runs", "[undo]") {
    Undoing program;
    const ToolResult done = program.done();
    Runtime& runtime = program.runtime();
    const gate::UndoRequest request = undo_of(done);
    CHECK(count_true(64, [&](int) { return runtime.undo(request).success; }) == 1);
    CHECK(program.seen->undos == 1);
}

TEST_CASE("XF11 an undo from within an undo does not run twice", "[undo]") {
    Undoing* self = nullptr;
    ToolResult done;
    std::string inner;
    Functions functions;
    functions.undo = [&](std::string_view, std::string_view) {
        inner = self->runtime().undo(undo_of(done)).code;
        return Reply::done();
    };
    Undoing program(Policy::allow, functions);
    self = &program;
    done = program.done();
    CHECK(program.runtime().undo(undo_of(done)).success);
    CHECK(inner == code::outcome_unknown);
    CHECK(program.seen->undos == 1);
}

TEST_CASE("XF11 another runtime on the same store, as after a restart, undoes once", "[undo]") {
    Undoing before;
    const ToolResult done = before.done();
    Program after(before.store);
    const auto seen = after.add(before.contract);
    CHECK(after.runtime().undo(undo_of(done)).success);
    CHECK(seen->arguments == R"({"m":1,"n":1})");
    CHECK(seen->result == R"({"m":1,"n":1})");
    CHECK(before.runtime().undo(undo_of(done)).code == code::already_undone);
}

TEST_CASE("XF11 an undo that somebody took out of the store's notes does not run again", "[undo]") {
    Undoing program;
    const ToolResult done = program.done();
    CHECK(program.runtime().undo(undo_of(done)).success);
    const auto note = [&](ledger::UndoState state) {
        ledger::Batch batch;
        batch.mutations.emplace_back(
            ledger::SetUndoState{ok(ledger::parse_entry_id(done.entry)), state});
        ok(program.store->commit(std::move(batch)));
    };
    note(ledger::UndoState::none);
    CHECK(program.runtime().undo(undo_of(done)).code == code::already_undone);
    note(ledger::UndoState::pending);
    CHECK(program.runtime().undo(undo_of(done)).code == code::already_undone);
    CHECK(program.seen->undos == 1);
}

TEST_CASE("a tool that is bound to an object is undone only where the object lives", "[undo]") {
    Program program;
    Contract contract = contract_of("echo");
    contract.policy = Policy::allow;
    contract.has_undo = true;
    contract.bound_class = "editor::Document";
    const auto seen = program.add(contract);
    const ToolResult done = program.runtime().call(call_of("echo", R"({"m":1})"));
    REQUIRE(done.success);
    CHECK_FALSE(program.of_kind(EntryKind::intent).at(0).instance.empty());
    {
        gate::Runtime elsewhere({.registry = program.registry,
                                 .store = *program.store,
                                 .clock = &program.clock,
                                 .entropy = &program.entropy});
        const ToolResult refused = elsewhere.undo(undo_of(done));
        CHECK(refused.code == code::undo_not_supported);
        CHECK(refused.message.find("editor::Document") != std::string::npos);
    }
    CHECK(seen->undos == 0);
    CHECK(program.runtime().undo(undo_of(done)).success);
    CHECK(seen->undos == 1);
}

TEST_CASE("an undo that is refused is on record with its tool and the call that it names",
          "[undo]") {
    Undoing program;
    const ToolResult done = program.done();
    CHECK(program.runtime().undo(undo_of(done)).success);
    CHECK(program.runtime().undo(undo_of(done)).code == code::already_undone);
    const auto refusal = program.of_kind(EntryKind::decision).at(0);
    CHECK(refusal.tool == k_echo);
    CHECK(refusal.of == ok(ledger::parse_entry_id(done.entry)));
    CHECK(refusal.code == code::already_undone);
}

namespace {

/// The tool "echo" in its next version, which takes what `prepare` takes, in these units.
Contract next_echo(const std::string& units = "{}") {
    Contract next = contract_of("echo", "2");
    next.has_undo = true;
    next.policy = Policy::allow;
    next.document = R"({"_meta":{"iam/contract":{"units":)" + units + R"(}},"name":"echo"})";
    return next;
}

}  // namespace

TEST_CASE("E4 XF12 a changed tool undoes a call whose recorded values still fit", "[undo]") {
    Undoing program;
    const ToolResult done = program.done();
    program.replace(next_echo());
    CHECK(program.runtime().undo(undo_of(done)).success);
}

TEST_CASE("E4 XF12 a changed tool does not undo a call whose arguments fit no more", "[undo]") {
    Undoing program;
    const ToolResult done = program.done();
    Functions narrow;
    narrow.prepare = [](std::string_view) -> Prepared {
        return tl::unexpected(std::vector<ValueError>{
            {"/hour", "24 is greater than 23", "integer from 0 to 23", "24"}});
    };
    program.replace(next_echo(), narrow);
    const ToolResult refused = program.runtime().undo(undo_of(done));
    CHECK(refused.code == code::undo_incompatible);
    CHECK(refused.message ==
          "The tool \"echo\" has changed since the call: \"/hour\": 24 is greater than 23. Undo it "
          "with the version of the program that ran it, or take it back by hand.");
    CHECK(program.runtime().explain_undo(undo_of(done)).error().code == code::undo_incompatible);
    CHECK(program.seen->undos == 0);
}

TEST_CASE("E4 XF12 a changed tool does not make up an argument that the call did not have",
          "[undo]") {
    Undoing program;
    const ToolResult done = program.done();
    Functions wider;
    wider.prepare = [](std::string_view) -> Prepared { return R"({"hour":7,"more":1})"; };
    program.replace(next_echo(), wider);
    CHECK(program.runtime().undo(undo_of(done)).code == code::undo_incompatible);
}

TEST_CASE("E4 XF12 a number in another unit is another quantity", "[undo]") {
    Undoing program;
    const ToolResult done = program.done();
    program.replace(next_echo(R"({"/hour":"minutes"})"));
    const ToolResult refused = program.runtime().undo(undo_of(done));
    CHECK(refused.code == code::undo_incompatible);
    CHECK(refused.message.find("other units") != std::string::npos);
}

TEST_CASE("a call can be undone by its intent, an undo cannot be undone", "[undo]") {
    Undoing program;
    program.done();
    gate::UndoRequest request;
    request.entry = {0, 1};
    CHECK(program.runtime().undo(request).success);
    for (const std::uint64_t seq : {3U, 4U}) {
        request.entry = {0, seq};
        CHECK(program.runtime().undo(request).code == code::undo_not_supported);
    }
}

TEST_CASE("a call can be undone by its question and by the answer to it", "[undo]") {
    for (const std::uint64_t seq : {1U, 2U, 3U}) {
        Undoing program(Policy::confirm);
        program.with_prompter = true;
        program.prompter.script({Answer::allow_always});
        REQUIRE(program.runtime().call(call_of("echo")).success);
        const auto entries = program.entries();
        REQUIRE(entries.size() == 5);
        REQUIRE(entries[0].kind == EntryKind::approval);
        REQUIRE(entries[1].kind == EntryKind::approval);
        REQUIRE(entries[2].kind == EntryKind::permission);
        gate::UndoRequest request;
        request.entry = {0, seq};
        CHECK(program.runtime().undo(request).success);
        CHECK(program.seen->undos == 1);
        CHECK(program.runtime().undo(request).code == code::already_undone);
    }
}

TEST_CASE("the question of a call that never ran undoes nothing, also where its id ran another one",
          "[undo]") {
    Undoing program(Policy::confirm);
    Call call = call_of("echo", R"({"m":1})");
    call.id = "again";
    CHECK(program.runtime().call(call).code == code::confirmation_required);
    gate::UndoRequest request;
    request.entry = {0, 1};
    CHECK(program.runtime().undo(request).code == code::nothing_to_undo);
    call.arguments = R"({"m":2})";
    CHECK(program.runtime().call(call, confirmed()).success);
    CHECK(program.runtime().undo(request).code == code::nothing_to_undo);
    CHECK(program.seen->undos == 0);
}

TEST_CASE("the question about an undo names no call that could be undone", "[undo]") {
    Undoing program(Policy::confirm);
    const ToolResult done = program.done();
    program.with_prompter = true;
    program.prompter.script({Answer::allow_once});
    program.made.reset();
    CHECK(program.runtime().undo(by(Proposer::Kind::model, done)).success);
    const auto entries = program.entries();
    gate::UndoRequest request;
    for (std::uint64_t seq = 1; seq <= entries.size(); ++seq) {
        if (entries[seq - 1].kind != EntryKind::approval) continue;
        request.entry = {0, seq};
        CHECK(program.runtime().undo(request).code == code::undo_not_supported);
    }
    CHECK(request.entry.seq != 0);
}

TEST_CASE("an undo that throws is a failed undo, recorded, and may be tried again", "[undo]") {
    bool throws = true;
    Functions functions;
    functions.undo = [&throws](std::string_view, std::string_view) -> Reply {
        if (throws) throw std::runtime_error("boom");
        return Reply::done();
    };
    Undoing program(Policy::allow, functions);
    const ToolResult done = program.done();
    CHECK(program.runtime().undo(undo_of(done)).code == code::tool_failed);
    CHECK(program.of_kind(EntryKind::undo_outcome).at(0).success == false);
    throws = false;
    CHECK(program.runtime().undo(undo_of(done)).success);
}

TEST_CASE("an undo function says why it cannot, and may be tried again", "[undo]") {
    for (const std::string_view why :
         {code::undo_conflict, code::undo_expired, code::undo_depends}) {
        bool works = false;
        Functions functions;
        functions.undo = [&works, why](std::string_view, std::string_view) {
            return works ? Reply::done() : Reply::failed(std::string(why), "Not now.");
        };
        Undoing program(Policy::allow, functions);
        const ToolResult done = program.done();
        const ToolResult undone = program.runtime().undo(undo_of(done));
        CHECK(undone.code == why);
        CHECK(undone.message == "Not now.");
        CHECK(program.of_kind(EntryKind::undo_outcome).at(0).code == why);
        works = true;
        CHECK(program.runtime().undo(undo_of(done)).success);
    }
}

TEST_CASE("a tool without a result is undone with an empty one", "[undo]") {
    Functions functions;
    functions.call = [](std::string_view, Context&) { return Reply::done(); };
    Undoing program(Policy::allow, functions);
    const ToolResult done = program.done();
    CHECK(program.runtime().undo(undo_of(done)).success);
    CHECK(program.seen->result.empty());
}

TEST_CASE("a call whose result was too long is recorded as done but cannot be undone", "[undo]") {
    Undoing program;
    program.settings.result_bytes_max = 4;
    const ToolResult done = program.done();
    CHECK(done.code == code::tool_failed);
    CHECK(program.of_kind(EntryKind::outcome).at(0).success == true);
    CHECK(program.runtime().undo(undo_of(done)).code == code::undo_incompatible);
}

TEST_CASE("a call whose recorded arguments or result a hook changed cannot be undone", "[undo]") {
    for (const bool has_secrets : {false, true}) {
        for (const std::string field : {"arguments", "result", "message"}) {
            INFO(field << (has_secrets ? " of a tool with secrets" : ""));
            Program program;
            program.hook()->record = [field](std::string_view asked, const std::string&) {
                return asked == field ? std::optional<std::string>(R"({"path":"hidden"})")
                                      : std::nullopt;
            };
            Contract contract = contract_of("echo");
            contract.has_undo = true;
            contract.policy = Policy::allow;
            if (has_secrets) contract.secret_arguments = {"/pin"};
            Functions functions;
            functions.call = [](std::string_view, Context&) { return Reply::done("[1]"); };
            const auto seen = program.add(contract, functions);
            const ToolResult done =
                program.runtime().call(call_of("echo", R"({"path":"/a","pin":"4711"})"));
            REQUIRE(done.success);
            const bool can = field == "message";
            const ToolResult undone = program.runtime().undo(undo_of(done));
            CHECK(undone.code == (can ? "" : code::undo_incompatible));
            CHECK(seen->undos == (can ? 1 : 0));
        }
    }
}

TEST_CASE("a hook that gives a value back as it is leaves the call undoable", "[undo]") {
    Program program;
    program.hook()->record = [](std::string_view, const std::string& bytes) {
        return std::optional<std::string>(bytes);
    };
    Contract contract = contract_of("echo");
    contract.has_undo = true;
    contract.policy = Policy::allow;
    const auto seen = program.add(contract);
    const ToolResult done = program.runtime().call(call_of("echo", R"({"path":"/a"})"));
    CHECK(program.runtime().undo(undo_of(done)).success);
    CHECK(seen->result == R"({"n":1,"path":"/a"})");
}

TEST_CASE("a model's undo under a grant spends the grant", "[undo]") {
    Undoing program(Policy::confirm);
    const ToolResult done = program.done();
    ok(program.runtime().consent().grant_once(k_echo));
    CHECK(program.runtime().undo(by(Proposer::Kind::model, done)).success);
    CHECK(ok(program.runtime().consent().grants()).empty());
}

}  // namespace iam::test
