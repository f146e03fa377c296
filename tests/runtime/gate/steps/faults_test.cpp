// Stores that fail, functions and hooks that throw: nothing runs without a durable intent, and no
// effect is lost from the record.
// Tests of runtime/src/gate/record/{read_record,record_writer}.cpp.
// Tests of runtime/src/gate/state/refusal.cpp.
// Tests of runtime/src/gate/steps/{commit_intent,record_outcome,run_function}.cpp.
#include "../fixture.hpp"
#include <support/default_resource.hpp>
#include <support/failing_store.hpp>
#include <support/tampered_store.hpp>

#include <new>
#include <stdexcept>

namespace iam::test {
namespace {

using consent::Answer;

/// A store whose commits of one kind of entry fail.
class RefusingStore final : public ForwardingStore {
 public:
    RefusingStore(std::shared_ptr<ledger::Store> inner, EntryKind kind)
        : ForwardingStore(std::move(inner)), kind_(kind) {}
    Result<ledger::Receipt> commit(ledger::Batch&& batch) override {
        for (const auto& draft : batch.entries) {
            if (draft.entry.kind != kind_ || !refuses) continue;
            if (refuses_left) refuses = --*refuses_left > 0;
            return fail(with, "disk full");
        }
        return ForwardingStore::commit(std::move(batch));
    }
    bool refuses = true;
    std::optional<int> refuses_left{};  ///< nothing: it goes on refusing
    Errc with = Errc::unavailable;

 private:
    EntryKind kind_;
};

/// A store for whose call with this number (from 1) there is no memory.
class GreedyStore final : public ForwardingStore {
 public:
    using ForwardingStore::ForwardingStore;
    std::atomic<int> fails_at{0};
    std::atomic<int> calls{0};

    Result<ledger::Receipt> commit(ledger::Batch&& batch) override {
        take();
        return ForwardingStore::commit(std::move(batch));
    }
    Result<consent::Standing> standing(const ToolId& tool, const Subject& subject) override {
        take();
        return ForwardingStore::standing(tool, subject);
    }
    Result<std::uint64_t> epoch(std::string_view scope) override {
        take();
        return ForwardingStore::epoch(scope);
    }
    Result<std::optional<consent::Approval>> approval(const std::string& id) override {
        take();
        return ForwardingStore::approval(id);
    }
    Result<std::optional<ledger::StoredEntry>> entry(const ledger::EntryId& id) override {
        take();
        return ForwardingStore::entry(id);
    }
    Result<std::vector<ledger::StoredEntry>> entries_of_call(const std::string& call_id) override {
        take();
        return ForwardingStore::entries_of_call(call_id);
    }

 private:
    void take() {
        if (++calls == fails_at) throw std::bad_alloc();
    }
};

/// Writes down whether the function was ever called without its intent in the store.
struct Guarded {
    explicit Guarded(std::shared_ptr<ledger::Store> outer, std::shared_ptr<ledger::Store> inner)
        : program(std::move(outer)) {
        Contract contract = contract_of("echo");
        contract.has_preview = true;
        contract.has_undo = true;
        Functions functions;
        functions.call = [this, inner](std::string_view, Context& context) {
            unguarded |= !has(*inner, context.call_id(), EntryKind::intent);
            return Reply::done("1");
        };
        functions.undo = [this, inner](std::string_view, std::string_view) {
            unguarded |= undo_intents(*inner) == 0;
            return Reply::done();
        };
        seen = program.add(contract, functions);
        program.with_prompter = true;
        program.prompter.script(std::deque<Answer>(4, Answer::allow_once));
    }

    static bool has(ledger::Store& store, const std::string& call_id, EntryKind kind) {
        bool found = false;
        for (const auto& stored : ok(store.entries_of_call(call_id))) {
            found |= ok(ledger::decode(stored.text)).entry.kind == kind;
        }
        return found;
    }
    static std::size_t undo_intents(ledger::Store& store) {
        ledger::Query query;
        query.limit = k_all;
        std::size_t count = 0;
        for (const auto& stored : ok(store.entries(query))) {
            count += ok(ledger::decode(stored.text)).entry.kind == EntryKind::undo_intent ? 1U : 0U;
        }
        return count;
    }

    Program program;
    std::shared_ptr<Seen> seen{};
    bool unguarded = false;
};

}  // namespace

TEST_CASE("K2 XF08 whichever call of the store fails, no function runs without a durable intent",
          "[faults]") {
    using What = FailingStore::What;
    for (const What what : {What::once, What::from_then_on}) {
        bool failed = true;
        for (std::uint64_t n = 1; failed; ++n) {
            REQUIRE(n < 200);
            FakeEntropy entropy;
            std::shared_ptr<ledger::Store> inner = store::make_memory_store(entropy);
            const auto failing = std::make_shared<FailingStore>(inner, n, what);
            Guarded guarded(failing, inner);
            Runtime& runtime = guarded.program.runtime();
            const ToolResult result = runtime.call(call_of("echo"));
            CHECK(result.success == (result.code.empty()));
            gate::UndoRequest request;
            for (std::uint64_t seq = 1; seq < 8; ++seq) {
                request.entry = {0, seq};
                runtime.undo(request);
            }
            CHECK_FALSE(guarded.unguarded);
            CHECK(guarded.seen->calls <= 1);
            CHECK(guarded.seen->undos <= 1);
            failed = failing->failed();
        }
    }
}

TEST_CASE("XC14 a store that cannot be read or written never means allowed", "[faults]") {
    FakeEntropy entropy;
    std::shared_ptr<ledger::Store> inner = store::make_memory_store(entropy);
    const auto failing = std::make_shared<FailingStore>(inner, 1, FailingStore::What::from_then_on);
    Program program(failing);
    const auto seen = program.add_allowed("echo");
    CHECK(program.runtime().call(call_of("echo")).code == code::ledger_unavailable);
    CHECK(program.runtime().call(call_of("echo"), confirmed()).code == code::ledger_unavailable);
    CHECK(program.runtime().call(call_of("echo"), with_approval("x")).code ==
          code::ledger_unavailable);
    CHECK(seen->calls == 0);
}

TEST_CASE("an intent that cannot be written is ledger_unavailable with the reason", "[faults]") {
    FakeEntropy entropy;
    Program program(
        std::make_shared<RefusingStore>(store::make_memory_store(entropy), EntryKind::intent));
    const auto seen = program.add_allowed("echo");
    const ToolResult result = program.runtime().call(call_of("echo"));
    CHECK(result.code == code::ledger_unavailable);
    CHECK(result.message.find("disk full") != std::string::npos);
    CHECK(seen->calls == 0);
}

TEST_CASE("an outcome whose record fails for a moment is recorded", "[faults]") {
    FakeEntropy entropy;
    const auto store =
        std::make_shared<RefusingStore>(store::make_memory_store(entropy), EntryKind::outcome);
    Program program(store);
    Functions functions;
    functions.call = [&](std::string_view, Context&) { return Reply::done("7"); };
    const auto seen = program.add_allowed("echo", functions);
    store->refuses_left = GENERATE(1, 2);
    const ToolResult result = program.runtime().call(call_of("echo"));
    CHECK(result.success);
    CHECK(result.result == "7");
    CHECK(seen->calls == 1);
    CHECK(program.of_kind(EntryKind::outcome).size() == 1);
}

TEST_CASE("a store that changes under each attempt to commit is ledger_unavailable", "[faults]") {
    FakeEntropy entropy;
    const auto store =
        std::make_shared<RefusingStore>(store::make_memory_store(entropy), EntryKind::intent);
    store->with = Errc::conflict;
    Program program(store);
    const auto seen = program.add_allowed("echo");
    store->refuses_left = 8;
    CHECK(program.runtime().call(call_of("echo")).code == code::ledger_unavailable);
    CHECK(store->refuses_left == 0);
    CHECK(seen->calls == 0);
    CHECK(program.terminal_count() == 1);
    store->refuses = true;
    store->refuses_left = 7;
    CHECK(program.runtime().call(call_of("echo")).success);
    CHECK(seen->calls == 1);
}

TEST_CASE("an outcome that cannot be written is outcome_unknown, and the call is not run again",
          "[faults]") {
    FakeEntropy entropy;
    const auto store =
        std::make_shared<RefusingStore>(store::make_memory_store(entropy), EntryKind::outcome);
    Program program(store);
    Contract contract = contract_of("echo");
    contract.policy = Policy::allow;
    contract.has_undo = true;
    const auto seen = program.add(contract);
    Call call = call_of("echo");
    call.id = "call-1";
    CHECK(program.runtime().call(call).code == code::outcome_unknown);
    CHECK(program.runtime().call(call).code == code::outcome_unknown);
    store->refuses = false;
    CHECK(program.runtime().call(call).code == code::outcome_unknown);
    CHECK(seen->calls == 1);
    gate::UndoRequest request;
    request.entry = {0, 1};
    CHECK(program.runtime().undo(request).code == code::outcome_unknown);
    CHECK(seen->undos == 0);
}

TEST_CASE("an undo whose outcome cannot be written stays pending and is not run again",
          "[faults]") {
    FakeEntropy entropy;
    const auto store =
        std::make_shared<RefusingStore>(store::make_memory_store(entropy), EntryKind::undo_outcome);
    Program program(store);
    Contract contract = contract_of("echo");
    contract.policy = Policy::allow;
    contract.has_undo = true;
    const auto seen = program.add(contract);
    const ToolResult done = program.runtime().call(call_of("echo"));
    CHECK(program.runtime().undo(undo_of(done)).code == code::outcome_unknown);
    store->refuses = false;
    CHECK(program.runtime().undo(undo_of(done)).code == code::outcome_unknown);
    CHECK(seen->undos == 1);
}

TEST_CASE("XF09 whatever a function throws, its call has an outcome", "[faults]") {
    for (const int kind : {0, 1, 2, 3, 4}) {
        Program program;
        Functions functions;
        functions.call = [kind](std::string_view, Context&) -> Reply {
            if (kind == 0) throw std::runtime_error("boom");
            if (kind == 4) throw std::bad_alloc();
            if (kind == 1) throw tool_error("calendar_full", "The calendar is full.");
            if (kind == 2) throw 42;
            throw tool_error("Not A Code", "Hm.");
        };
        program.add_allowed("echo", functions);
        const ToolResult result = program.runtime().call(call_of("echo"));
        CHECK_FALSE(result.success);
        CHECK(result.code == (kind == 1 ? "calendar_full" : code::tool_failed));
        if (kind == 1) CHECK(result.message == "The calendar is full.");
        const auto outcomes = program.of_kind(EntryKind::outcome);
        REQUIRE(outcomes.size() == 1);
        CHECK(outcomes[0].success == false);
    }
}

TEST_CASE("XF10 a hook that throws after the function changes the reply, not the record",
          "[faults]") {
    Program program;
    program.hook()->after = [](const CallView&, const ToolResult&) -> std::optional<ToolResult> {
        throw std::runtime_error("no");
    };
    Contract contract = contract_of("echo");
    contract.policy = Policy::allow;
    contract.has_undo = true;
    Functions functions;
    functions.call = [](std::string_view, Context&) { return Reply::done("{\"id\":7}"); };
    const auto seen = program.add(contract, functions);
    const ToolResult result = program.runtime().call(call_of("echo"));
    CHECK(result.code == code::interceptor_failed);
    CHECK(program.of_kind(EntryKind::outcome).at(0).success == true);
    CHECK(program.runtime().undo(undo_of(result)).code == code::interceptor_failed);
    CHECK(seen->result == "{\"id\":7}");
}

TEST_CASE("XF10 the record keeps what the function returned, whatever a hook makes of it",
          "[faults]") {
    Program program;
    program.hook()->after = [](const CallView& view, const ToolResult& upstream) {
        ToolResult reply = upstream;
        if (!view.is_undo) reply.result = "\"hidden\"";
        reply.entry = "9.99";
        return reply;
    };
    Contract contract = contract_of("echo");
    contract.policy = Policy::allow;
    contract.has_undo = true;
    Functions functions;
    functions.call = [](std::string_view, Context&) { return Reply::done("\"token\""); };
    const auto seen = program.add(contract, functions);
    const ToolResult result = program.runtime().call(call_of("echo"));
    CHECK(result.result == "\"hidden\"");
    CHECK(result.entry == "0.2");
    CHECK(program.payload(result.entry, "result") == "\"token\"");
    CHECK(program.runtime().undo(undo_of(result)).success);
    CHECK(seen->result == "\"token\"");
}

TEST_CASE("a record that does not verify is not undone from", "[faults]") {
    Contract contract = contract_of("echo");
    contract.policy = Policy::allow;
    contract.has_undo = true;
    Program program;
    program.add(contract);
    const ToolResult done = program.runtime().call(call_of("echo"));
    const auto tampered = std::make_shared<TamperedStore>(program.store);
    for (auto& row : tampered->rows()) {
        for (auto& payload : row.payloads) payload.bytes = "{\"n\":2}";
    }
    Program later(tampered);
    const auto seen = later.add(contract);
    const ToolResult result = later.runtime().undo(undo_of(done));
    CHECK(result.code == code::ledger_unavailable);
    CHECK(result.message.find("does not verify") != std::string::npos);
    CHECK(seen->undos == 0);
}

TEST_CASE("a completion that throws harms nobody", "[faults]") {
    Program program;
    program.add_allowed("echo");
    program.runtime().submit(call_of("echo"), [](ToolResult) { throw std::runtime_error("no"); });
    CHECK(program.terminal_count() == 1);
}

TEST_CASE("wherever memory runs out a call has its answer, and the next one runs", "[faults]") {
    const bool limited = GENERATE(false, true);
    const bool asks = GENERATE(false, true);
    const bool named = GENERATE(false, true);
    CAPTURE(limited, asks, named);
    bool was_unknown = false;
    for (int fails_at = 1;; ++fails_at) {
        Program program;
        const auto greedy = std::make_shared<GreedyStore>(program.store);
        program.store = greedy;
        program.with_prompter = true;
        program.prompter.script({Answer::allow_once, Answer::allow_once});
        Contract contract = contract_of("echo");
        if (!asks) contract.policy = Policy::allow;
        if (limited) contract.timeout = std::chrono::minutes(10);
        const auto seen = program.add(contract);
        Call call = call_of("echo");
        if (named) call.id = "named";
        auto& runtime = program.runtime();
        greedy->fails_at = fails_at;
        const ToolResult result = runtime.call(call);
        const bool failed = greedy->calls >= fails_at;
        greedy->fails_at = 0;
        CAPTURE(fails_at, result.code, result.message);
        if (!failed) {
            CHECK(result.success);
            break;
        }
        // The answer is as the function has it: it ran, or it did not.
        if (!result.success) CHECK((result.code == code::outcome_unknown) == (seen->calls == 1));
        was_unknown = was_unknown || result.code == code::outcome_unknown;
        CHECK(result.message.size() > 10);
        CHECK(result.call_id.empty() == false);
        CHECK(runtime.call(call_of("echo")).success);
    }
    CHECK(was_unknown);
}

TEST_CASE("a call asks for no memory of the program's default resource", "[faults]") {
    Program program;
    Contract contract = contract_of("echo");
    contract.has_undo = true;
    program.add(contract);
    auto& runtime = program.runtime();
    const NoDefaultResource none;
    // First with a contract to keep and an approval, which is more than a batch has room for.
    Call call = call_of("echo");
    call.id = "named";
    const auto done = runtime.call(call, confirmed());
    REQUIRE(done.success);
    CHECK(runtime.undo(undo_of(done)).success);
    const auto asked = runtime.call(call_of("echo"));
    ok(runtime.consent().answer(answer_to(asked.approval, Answer::allow_always)));
    CHECK(runtime.call(call_of("echo")).success);
}

TEST_CASE("wherever memory runs out an undo has its answer and happens at most once", "[faults]") {
    for (int fails_at = 1;; ++fails_at) {
        Program program;
        const auto greedy = std::make_shared<GreedyStore>(program.store);
        program.store = greedy;
        const auto seen = program.add(undoable("note"));
        auto& runtime = program.runtime();
        const auto request = undo_of(runtime.call(call_of("note")));
        greedy->calls = 0;
        greedy->fails_at = fails_at;
        const ToolResult result = runtime.undo(request);
        const bool failed = greedy->calls >= fails_at;
        greedy->fails_at = 0;
        CAPTURE(fails_at, result.code, result.message);
        const ToolResult again = runtime.undo(request);
        if (result.success) {
            CHECK(again.code == code::already_undone);
        } else if (result.code == code::outcome_unknown) {
            CHECK(again.code == code::outcome_unknown);
        } else {
            CHECK(again.success);
        }
        CHECK(seen->undos == 1);
        if (!failed) break;
    }
}

}  // namespace iam::test
