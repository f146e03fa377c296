// An undo without a recorded outcome: it is never tried again by itself, and a person reports its
// end.
#include "../fixture.hpp"
#include <iam/ledger/filter.hpp>
#include <iam/ledger/verify.hpp>
#include <support/forwarding_store.hpp>

namespace iam::test {
namespace {

using gate::UndoSighting;
using ledger::EntryId;
using ledger::UndoState;

/// A disk that takes no outcome of an undo for a while.
class UndoLosingStore final : public ForwardingStore {
 public:
    using ForwardingStore::ForwardingStore;
    Result<ledger::Receipt> commit(ledger::Batch&& batch) override {
        for (const auto& draft : batch.entries)
            if (loses && draft.entry.kind == EntryKind::undo_outcome)
                return fail(Errc::unavailable, "disk full");
        return ForwardingStore::commit(std::move(batch));
    }
    bool loses = true;
};

UndoSighting saw(bool happened, EntryId entry = {0, 3}) {
    UndoSighting sighting;
    sighting.entry = entry;
    sighting.happened = happened;
    sighting.reason = "looked into the folder";
    sighting.by.user = "eve";
    return sighting;
}

/// A call 0.1, 0.2 whose undo 0.3 ended without a record.
struct InterruptedUndo {
    InterruptedUndo() : program(store), seen(program.add(undoable("send"))) {
        done = program.runtime().call(call_of("send", R"({"to":"ann"})"));
        CHECK(undo().code == code::outcome_unknown);
        store->loses = false;
    }
    ToolResult undo() { return program.runtime().undo(undo_of(done)); }
    ToolResult settle(const UndoSighting& sighting) {
        return program.runtime().settle_undo(sighting);
    }

    FakeEntropy entropy{};
    std::shared_ptr<UndoLosingStore> store =
        std::make_shared<UndoLosingStore>(store::make_memory_store(entropy));
    Program program;
    std::shared_ptr<Seen> seen;
    ToolResult done{};
};

std::size_t count_without_outcome(ledger::Store& store) {
    ledger::Filter unknown;
    unknown.outcome = "unknown";
    return ok(ledger::search(store, unknown, {}, [](const auto&) -> Result<bool> { return true; }))
        .matched;
}

}  // namespace

TEST_CASE("an undo without an outcome is not tried again, and the refusal names its entry",
          "[undo]") {
    InterruptedUndo world;
    const ToolResult again = world.undo();
    CHECK(again.code == code::outcome_unknown);
    CHECK(again.message.find("An undo of entry 0.2 was begun (entry 0.3)") == 0);
    CHECK(world.seen->undos == 1);
    CHECK(count_without_outcome(*world.program.store) == 2);  // its own, and the refusal
    gate::ReconcileRequest request;
    request.entry = EntryId{0, 3};
    CHECK(world.program.runtime().reconcile(request).code == code::reconcile_not_supported);
}

TEST_CASE("an undo that a person saw happen has taken the call back", "[undo]") {
    InterruptedUndo world;
    const ToolResult settled = world.settle(saw(true));
    CHECK(settled.success);
    CHECK(settled.entry == "0.5");
    const auto said = world.program.of_kind(EntryKind::reconcile).at(0);
    CHECK(said.of == EntryId{0, 3});
    CHECK(said.success == true);
    CHECK(said.subject.user == "eve");
    CHECK(said.proposer->kind == Proposer::Kind::person);
    CHECK(world.program.payload("0.4", "message") == "looked into the folder");
    const auto outcome = world.program.of_kind(EntryKind::undo_outcome).at(0);
    CHECK(outcome.of == EntryId{0, 3});
    CHECK(outcome.success == true);
    CHECK(ok(world.program.store->undo_state({0, 2})) == UndoState::undone);
    CHECK(world.undo().code == code::already_undone);
    CHECK(world.seen->undos == 1);
    CHECK(count_without_outcome(*world.program.store) == 0);
    CHECK(ok(ledger::verify(*world.program.store)).ok());
}

TEST_CASE("an undo that a person saw not happen can be tried again", "[undo]") {
    InterruptedUndo world;
    const ToolResult settled = world.settle(saw(false));
    CHECK_FALSE(settled.success);
    CHECK(settled.code == code::did_not_happen);
    CHECK(world.program.of_kind(EntryKind::undo_outcome).at(0).code == code::did_not_happen);
    CHECK(ok(world.program.store->undo_state({0, 2})) == UndoState::none);
    CHECK(ok(ledger::verify(*world.program.store)).ok());
    CHECK(world.undo().success);
    CHECK(world.seen->undos == 2);
    CHECK(world.undo().code == code::already_undone);
    CHECK(ok(ledger::verify(*world.program.store)).ok());
}

TEST_CASE("what became of an undo is said once, with a reason, and of an undo", "[undo]") {
    InterruptedUndo world;
    CHECK(world.settle(saw(true, {0, 9})).code == code::entry_not_found);
    CHECK(world.settle(saw(true, {0, 1})).code == code::nothing_to_reconcile);
    CHECK(world.settle(saw(true, {0, 2})).code == code::nothing_to_reconcile);
    UndoSighting without_reason = saw(true);
    without_reason.reason.clear();
    CHECK(world.settle(without_reason).code == code::invalid_arguments);
    const std::size_t before = world.program.entries().size();
    CHECK(count_true(16, [&](int i) {
              const ToolResult settled = world.settle(saw(i % 2 == 0));
              return settled.success || settled.code == code::did_not_happen;
          }) == 1);
    CHECK(world.program.entries().size() == before + 2);
    CHECK(world.settle(saw(true)).code == code::nothing_to_reconcile);
    Program program;
    program.settings.audit = false;
    CHECK(program.runtime().settle_undo(saw(true)).code == code::audit_disabled);
}

TEST_CASE("of an undo that is under way in this program nobody says what became of it", "[undo]") {
    Program program;
    ToolResult inside;
    Functions functions;
    functions.undo = [&](std::string_view, std::string_view) {
        inside = program.runtime().settle_undo(saw(false));
        return Reply::done();
    };
    program.add(undoable("send"), functions);
    const ToolResult done = program.runtime().call(call_of("send"));
    CHECK(program.runtime().undo(undo_of(done)).success);
    CHECK(inside.code == code::outcome_unknown);
    CHECK(program.of_kind(EntryKind::reconcile).empty());
}

TEST_CASE("the outcome of an undo that comes after all stands beside what a person said",
          "[undo]") {
    FakeEntropy entropy;
    const std::shared_ptr<ledger::Store> shared = store::make_memory_store(entropy);
    Program other(shared);
    Program program(shared);
    Functions functions;
    functions.undo = [&](std::string_view, std::string_view) {
        CHECK(other.runtime().settle_undo(saw(false)).code == code::did_not_happen);
        return Reply::done();
    };
    program.add(undoable("send"), functions);
    const ToolResult done = program.runtime().call(call_of("send"));
    CHECK(program.runtime().undo(undo_of(done)).success);
    CHECK(program.of_kind(EntryKind::undo_outcome).size() == 1);
    CHECK(program.of_kind(EntryKind::note).at(0).code == "outcome_after_reconcile");
    CHECK(ok(shared->undo_state({0, 2})) == UndoState::none);
    CHECK(ok(ledger::verify(*shared)).ok());
}

}  // namespace iam::test
