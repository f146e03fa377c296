// How a call ended whose outcome nobody recorded.
#include "../fixture.hpp"
#include <iam/ledger/verify.hpp>
#include <support/forwarding_store.hpp>

#include <stdexcept>

namespace iam::test {
namespace {

/// A disk that takes no outcome for a while, so that what a function did is not on record.
class LossyStore final : public ForwardingStore {
 public:
    using ForwardingStore::ForwardingStore;
    Result<ledger::Receipt> commit(ledger::Batch&& batch) override {
        for (const auto& draft : batch.entries)
            if (loses && draft.entry.kind == EntryKind::outcome)
                return fail(Errc::unavailable, "disk full");
        return ForwardingStore::commit(std::move(batch));
    }
    bool loses = true;
};

Contract reconcilable(const std::string& name) {
    Contract contract = undoable(name);
    contract.has_reconcile = true;
    return contract;
}

/// A program whose first call ended without a record: its intent is 0.1.
struct Interrupted {
    explicit Interrupted(Functions functions, Contract contract = reconcilable("send"))
        : program(store), seen(program.add(std::move(contract), std::move(functions))) {
        Call call = call_of("send", R"({"to":"ann"})");
        call.id = "c1";
        call.subject.user = "bob";
        CHECK(program.runtime().call(std::move(call)).code == code::outcome_unknown);
        store->loses = false;
    }
    ToolResult reconcile(const std::string& entry = "0.1") {
        gate::ReconcileRequest request;
        request.entry = ok(ledger::parse_entry_id(entry));
        request.by.user = "eve";
        return program.runtime().reconcile(request);
    }
    ToolResult repeat() {
        Call call = call_of("send", R"({"to":"ann"})");
        call.id = "c1";
        call.subject.user = "bob";
        return program.runtime().call(std::move(call));
    }

    FakeEntropy entropy{};
    std::shared_ptr<LossyStore> store =
        std::make_shared<LossyStore>(store::make_memory_store(entropy));
    Program program;
    std::shared_ptr<Seen> seen;
};

Functions telling(ReconcileReply answer) {
    Functions functions;
    functions.reconcile = [answer = std::move(answer)](std::string_view, Context&) {
        return answer;
    };
    return functions;
}

}  // namespace

TEST_CASE("a call that is found to have happened has its outcome and can be undone",
          "[reconcile]") {
    Interrupted world(telling(Reply::done("7")));
    const ToolResult found = world.reconcile();
    CHECK(found.success);
    CHECK(found.result == "7");
    CHECK(found.call_id == "c1");
    CHECK(world.seen->calls == 1);
    const auto asked = world.program.of_kind(EntryKind::reconcile).at(0);
    CHECK(asked.of == ledger::EntryId{0, 1});
    CHECK(asked.success == true);
    CHECK(asked.subject.user == "eve");
    const auto outcome = world.program.of_kind(EntryKind::outcome).at(0);
    CHECK(outcome.of == ledger::EntryId{0, 1});
    CHECK(outcome.success == true);
    CHECK(world.program.payload(found.entry, "result") == "7");
    CHECK(world.repeat().result == "7");
    CHECK(world.seen->calls == 1);
    CHECK(world.program.runtime().undo(undo_of(found)).success);
    CHECK(world.seen->result == "7");
    CHECK(ok(ledger::verify(*world.program.store)).ok());
}

TEST_CASE("a call that is found not to have happened stays so, and has nothing to undo",
          "[reconcile]") {
    Interrupted world(telling(std::nullopt));
    const ToolResult found = world.reconcile();
    CHECK(found.code == code::did_not_happen);
    CHECK(world.program.of_kind(EntryKind::reconcile).at(0).success == false);
    CHECK(world.program.of_kind(EntryKind::outcome).at(0).code == code::did_not_happen);
    CHECK(world.repeat().code == code::did_not_happen);
    CHECK(world.seen->calls == 1);
    CHECK(world.program.runtime().undo(undo_of(found)).code == code::nothing_to_undo);
    CHECK(world.reconcile().code == code::nothing_to_reconcile);
    CHECK(world.reconcile("0.2").code == code::nothing_to_reconcile);
}

TEST_CASE("a function that cannot tell leaves the call unknown, on record, and may be asked again",
          "[reconcile]") {
    bool knows = false;
    Functions functions;
    functions.reconcile = [&](std::string_view, Context&) -> ReconcileReply {
        if (!knows) throw tool_error("offline", "no connection");
        return Reply::done("7");
    };
    Interrupted world(functions);
    const ToolResult first = world.reconcile();
    CHECK(first.code == "offline");
    CHECK(first.message.find("no connection") != std::string::npos);
    const auto asked = world.program.of_kind(EntryKind::reconcile).at(0);
    CHECK_FALSE(asked.success.has_value());
    CHECK(asked.code == "offline");
    CHECK(world.repeat().code == code::outcome_unknown);
    CHECK(world.program.of_kind(EntryKind::outcome).empty());
    knows = true;
    CHECK(world.reconcile(first.entry).success);
    CHECK(world.program.of_kind(EntryKind::outcome).size() == 1);
}

TEST_CASE("what a reconcile throws otherwise is for the record, not for the caller",
          "[reconcile]") {
    Functions functions;
    functions.reconcile = [](std::string_view, Context&) -> ReconcileReply {
        throw std::runtime_error("password hunter2");
    };
    Interrupted world(functions);
    const ToolResult found = world.reconcile();
    CHECK(found.code == code::tool_failed);
    CHECK(found.message.find("hunter2") == std::string::npos);
    CHECK(world.program.payload(found.entry, "message") == "password hunter2");
}

TEST_CASE("a reconcile is given the arguments and the idempotency key of the call", "[reconcile]") {
    std::string key;
    std::string arguments;
    Functions functions;
    functions.reconcile = [&](std::string_view text, Context& context) -> ReconcileReply {
        key = context.idempotency_key();
        arguments = text;
        return std::nullopt;
    };
    Interrupted world(functions);
    world.reconcile();
    CHECK(key == world.seen->idempotency_key);
    CHECK(key.starts_with("c1."));
    CHECK(arguments == R"({"n":1,"to":"ann"})");
}

TEST_CASE("a secret in what a reconcile tells is neither stored nor given", "[reconcile]") {
    Contract contract = reconcilable("send");
    contract.secret_results = {"/key"};
    Interrupted world(telling(Reply::done(R"({"key":"hunter2","n":1})")), contract);
    const ToolResult found = world.reconcile();
    REQUIRE(found.result.has_value());
    CHECK(found.result->find("hunter2") == std::string::npos);
    CHECK(world.program.payload(found.entry, "result") == found.result);
}

TEST_CASE("a call that is under way is not looked for", "[reconcile]") {
    Program program;
    ToolResult seen_inside;
    Functions functions = telling(std::nullopt);
    functions.call = [&](std::string_view, Context&) {
        gate::ReconcileRequest request;
        request.entry = ledger::EntryId{0, 1};
        seen_inside = program.runtime().reconcile(request);
        return Reply::done("1");
    };
    program.add(reconcilable("send"), functions);
    CHECK(program.runtime().call(call_of("send")).success);
    CHECK(seen_inside.code == code::outcome_unknown);
    CHECK(program.of_kind(EntryKind::reconcile).empty());
}

TEST_CASE("an outcome that comes after all stands beside what was found", "[reconcile]") {
    FakeEntropy entropy;
    const std::shared_ptr<ledger::Store> shared = store::make_memory_store(entropy);
    Program other(shared);
    other.add(reconcilable("send"), telling(std::nullopt));
    Program program(shared);
    ToolResult found;
    Functions functions;
    functions.call = [&](std::string_view, Context&) {
        gate::ReconcileRequest request;
        request.entry = ledger::EntryId{0, 1};
        found = other.runtime().reconcile(request);
        return Reply::done("7");
    };
    program.add(reconcilable("send"), functions);
    const ToolResult done = program.runtime().call(call_of("send"));
    CHECK(found.code == code::did_not_happen);
    CHECK(done.success);
    CHECK(done.result == "7");
    CHECK(program.of_kind(EntryKind::outcome).size() == 1);
    const auto beside = program.of_kind(EntryKind::note).at(0);
    CHECK(beside.code == "outcome_after_reconcile");
    CHECK(beside.of == ledger::EntryId{0, 1});
    CHECK(program.payload(done.entry, "result") == "7");
}

TEST_CASE("a reconcile is refused where nobody can tell", "[reconcile]") {
    SECTION("no function") {
        Interrupted world({}, undoable("send"));
        CHECK(world.reconcile().code == code::reconcile_not_supported);
    }
    SECTION("no tool") {
        Interrupted world(telling(std::nullopt));
        ok_void(world.program.registry.remove({"", "send"}));
        CHECK(world.reconcile().code == code::reconcile_not_supported);
    }
    SECTION("another version of the tool") {
        Interrupted world(telling(std::nullopt));
        Contract changed = contract_of("send", "2");
        changed.has_reconcile = true;
        world.program.replace(changed, telling(std::nullopt));
        CHECK(world.reconcile().code == code::reconcile_incompatible);
    }
    SECTION("no such entry") {
        Interrupted world(telling(std::nullopt));
        CHECK(world.reconcile("0.9").code == code::entry_not_found);
    }
    SECTION("a result that cannot be recorded") {
        Interrupted world(telling(Reply::done("\"\xFF\"")));
        CHECK(world.reconcile().code == code::tool_failed);
        CHECK(world.repeat().code == code::outcome_unknown);
    }
    SECTION("nothing is recorded") {
        Program program;
        program.settings.audit = false;
        CHECK(program.runtime().reconcile({}).code == code::audit_disabled);
    }
}

}  // namespace iam::test
