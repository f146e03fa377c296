// The memory store where memory runs out: every allocation of a commit fails once, by an allocator
// of this program.
#include <iam/core/entropy.hpp>
#include <iam/store/memory_store.hpp>
#include <support/conformance.hpp>
#include <support/records.hpp>
#include <support/scarce_memory.hpp>

#include <catch2/catch.hpp>

#include <cstdlib>
#include <functional>
#include <limits>
#include <new>
#include <tuple>

namespace {

using iam::ledger::Batch;
using iam::ledger::Store;

/// What `batch` comes to where all memory is gone after so many allocations. An empty one: memory
/// ran out.
std::optional<iam::Result<iam::ledger::Receipt>> commit_with(Store& store, Batch batch,
                                                             int allocations) {
    std::optional<iam::Result<iam::ledger::Receipt>> result;
    const iam::test::ScarceMemory scarce(allocations);
    try {
        result = store.commit(std::move(batch));
    } catch (const std::bad_alloc&) {
    }
    return result;
}

}  // namespace

TEST_CASE("a batch whose memory runs out leaves no entry behind") {
    using namespace iam::test;
    using iam::ledger::EntryKind;
    iam::SystemEntropy entropy;
    const auto store = iam::store::make_memory_store(entropy);
    const auto intent = store->commit(batch_of(entry_of(EntryKind::intent, "call-1")));
    REQUIRE(intent);
    const auto batch = [&] {
        auto outcome = entry_of(EntryKind::outcome, "call-1");
        outcome.entry.of = intent->entries[0];
        outcome.payloads.push_back(payload_of("result", std::string(1000, 'x')));
        return batch_of(std::move(outcome), entry_of(EntryKind::approval, "call-2"),
                        entry_of(EntryKind::intent, "call-2"));
    };
    int failures = 0;
    for (; !commit_with(*store, batch(), failures); ++failures) {
        CHECK(ok(store->entries({})).size() == 1);
        CHECK_FALSE(ok(store->outcome_of(intent->entries[0])));
        CHECK(ok(store->entries_of_call("call-2")).empty());
        CHECK(code_of(store->commit(batch_of(iam::ledger::ExpectNoIntent{"call-1"}))) ==
              iam::Errc::conflict);
        CHECK(store->commit(batch_of(iam::ledger::ExpectNoIntent{"call-2"})).has_value());
    }
    CHECK(failures >= 3);
    CHECK(ok(store->entries({})).size() == 4);
    CHECK(ok(store->entries_of_call("call-2")).size() == 2);
    CHECK(ok(store->outcome_of(intent->entries[0]))->id.seq == 2);
}

namespace {

using namespace iam::test;
using iam::ledger::EntryId;
using iam::ledger::EntryKind;
using iam::ledger::UndoState;

const iam::ToolId k_other{"", "other"};

/// Everything that a mutation can change, as two of them see it: by itself and by its tool.
auto all_of(Store& store) {
    const auto standings =
        std::pair(ok(store.standing(some_tool(), {})), ok(store.standing(k_other, {})));
    return std::tuple(ok(store.grants()), ok(store.permissions()), ok(store.approvals()),
                      ok(store.policies()), ok(store.trusts()),
                      ok(store.epoch(iam::consent::k_all_scope)), standings.first.grants,
                      standings.first.permissions, standings.first.stored_policy,
                      standings.second.permissions, ok(store.undo_state(EntryId{0, 1})),
                      ok(store.undo_state(EntryId{0, 2})), ok(store.contract(digest_of("new"))),
                      ok(store.approval("a")).has_value(), ok(store.version()));
}

struct Change {
    const char* name;
    std::function<Batch()> batch;
};

std::vector<Change> changes() {
    using namespace iam::ledger;
    auto changed = grant_of("g", k_other);
    auto permission = permission_of("p2", true);
    auto answered = approval_of("a", iam::consent::ApprovalState::given);
    const std::string text(100, 'c');
    return {
        {"a policy is set",
         [] {
             return batch_of(PutPolicy{k_other, iam::Policy::deny});
         }},
        {"a policy is removed",
         [] {
             return batch_of(PutPolicy{some_tool(), std::nullopt});
         }},
        {"a grant is given", [] { return batch_of(PutGrant{grant_of("new")}); }},
        {"a grant becomes another tool's", [=] { return batch_of(PutGrant{changed}); }},
        {"a grant is spent", [=] { return batch_of(SpendGrant{as_stored(once("g"))}); }},
        {"a grant is removed", [] { return batch_of(RemoveGrant{"g"}); }},
        {"a permission replaces one", [=] { return batch_of(PutPermission{permission}); }},
        {"a permission is used",
         [=] {
             return batch_of(TouchPermission{as_stored(permission_of("p", true)), {}});
         }},
        {"a permission is removed", [] { return batch_of(RemovePermission{"p"}); }},
        {"an approval is asked for", [] { return batch_of(PutApproval{approval_of("b")}); }},
        {"an approval is given", [=] { return batch_of(PutApproval{answered}); }},
        {"an undo begins",
         [] {
             return batch_of(SetUndoState{{0, 1}, UndoState::pending});
         }},
        {"an undo failed",
         [] {
             return batch_of(SetUndoState{{0, 2}, UndoState::none});
         }},
        {"a server is trusted",
         [=] {
             return batch_of(PutTrust{"web", iam::consent::ServerTrust{"web", text, text, {}}});
         }},
        {"a server is distrusted",
         [] {
             return batch_of(PutTrust{"files", std::nullopt});
         }},
        {"everything is frozen",
         [=] {
             return batch_of(SetFreeze{iam::consent::Freeze{text, text, {}}});
         }},
        {"a contract is kept",
         [=] {
             return batch_of(PutContract{digest_of("new"), text});
         }},
    };
}

std::unique_ptr<Store> filled_store(iam::Entropy& entropy) {
    using namespace iam::ledger;
    auto store = iam::store::make_memory_store(entropy);
    put(*store, entry_of(EntryKind::intent), entry_of(EntryKind::intent, "call-2"),
        PutPolicy{some_tool(), iam::Policy::deny}, PutGrant{once("g")},
        PutPermission{permission_of("p", false)}, PutApproval{approval_of("a")},
        PutTrust{"files", iam::consent::ServerTrust{"files", "{}", "ann", {}}});
    put(*store, SetUndoState{{0, 2}, UndoState::pending});
    return store;
}

}  // namespace

TEST_CASE("a batch whose memory runs out leaves no change behind, of whatever kind") {
    iam::SystemEntropy entropy;
    for (const Change& change : changes()) {
        INFO(change.name);
        const auto store = filled_store(entropy);
        const auto before = all_of(*store);
        // With an entry, so that the change is made before memory runs out.
        const auto batch = [&] {
            Batch made = change.batch();
            made.entries.push_back(entry_of(EntryKind::decision, "call-3"));
            return made;
        };
        int failures = 0;
        while (!commit_with(*store, batch(), failures)) {
            ++failures;
            CHECK(all_of(*store) == before);
        }
        CHECK(failures >= 3);
        CHECK(all_of(*store) != before);
        CHECK(ok(store->entries({})).size() == 3);
    }
}

TEST_CASE("a conflict takes back what the batch had changed, also where memory has run out since") {
    iam::SystemEntropy entropy;
    for (const Change& change : changes()) {
        INFO(change.name);
        const auto store = filled_store(entropy);
        const auto before = all_of(*store);
        Batch batch = change.batch();
        batch.mutations.push_back(iam::ledger::SpendGrant{grant_of("nobody's")});
        bool done = false;
        for (int allocations = 0; !done; ++allocations) {
            const auto result = commit_with(*store, batch, allocations);
            done = result.has_value();
            if (done) CHECK(code_of(*result) == iam::Errc::conflict);
            CHECK(all_of(*store) == before);
        }
    }
}
