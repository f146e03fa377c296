// What every store must do, sentence by sentence of ledger/store.hpp: here batches as a whole,
// races and changes; consent records and the ledger have files of their own. A program that has a
// store of its own links iam_store_conformance and defines open_store(). Tests of
// runtime/src/store/memory/consent_tables.cpp and runtime/src/store_sqlite/store.cpp. Tests of
// runtime/src/store_sqlite/write/{apply,checks}.cpp.
#include <iam/ledger/store.hpp>
#include <support/conformance.hpp>
#include <support/open_store.hpp>
#include <support/records.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <string>

using namespace iam::test;
using namespace iam::ledger;
using namespace iam::consent;
using iam::Digest;
using iam::Errc;
using iam::Policy;
using iam::ToolId;

namespace {

/// Everything that can be read.
struct Snapshot {
    std::vector<std::pair<ToolId, Policy>> policies;
    std::vector<Grant> grants;
    std::vector<Permission> permissions;
    std::vector<std::optional<Approval>> approvals;
    std::vector<ServerTrust> trusts;
    std::vector<std::pair<std::string, Digest>> entries;
    std::vector<UndoState> undo_states;
    std::optional<std::string> contract;
    std::optional<Freeze> freeze;
    std::uint64_t epoch = 0;
    friend bool operator==(const Snapshot&, const Snapshot&) = default;
};

Snapshot snapshot_of(Store& store) {
    Snapshot now;
    now.policies = ok(store.policies());
    now.grants = ok(store.grants());
    now.permissions = ok(store.permissions());
    for (const char* id : {"approval", "new approval"})
        now.approvals.push_back(ok(store.approval(id)));
    for (const StoredEntry& entry :
         ok(store.entries({.limit = k_all, .oldest_first = true, .with_payloads = true}))) {
        now.entries.emplace_back(entry.text, entry.hash);
        now.undo_states.push_back(ok(store.undo_state(entry.id)));
    }
    now.trusts = ok(store.trusts());
    now.contract = ok(store.contract(digest_of("new contract")));
    now.freeze = ok(store.freeze());
    now.epoch = ok(store.epoch(k_all_scope));
    return now;
}

/// A store with one record of each kind.
std::shared_ptr<Store> furnished_store() {
    auto store = open_store();
    Grant twice = grant_of("grant");
    twice.uses = 2;
    put(*store, PutPolicy{some_tool(), Policy::confirm}, PutGrant{twice},
        PutPermission{permission_of("permission", true)},
        PutApproval{approval_of("approval", ApprovalState::given)},
        PutTrust{"files", ServerTrust{"files", "{}", "ann", {}}}, entry_of(EntryKind::intent));
    put(*store, SetUndoState{{0, 1}, UndoState::pending});
    return store;
}

}  // namespace

TEST_CASE("a new store is empty") {
    const auto store = open_store();
    CHECK(ok(store->entries({})).empty());
    CHECK(ok(store->policies()).empty());
    CHECK(ok(store->grants()).empty());
    CHECK(ok(store->permissions()).empty());
    CHECK(ok(store->approvals()).empty());
    CHECK_FALSE(ok(store->entry({0, 1})).has_value());
    const Standing standing = ok(store->standing(some_tool(), {}));
    CHECK_FALSE(standing.stored_policy.has_value());
    CHECK(standing.grants.empty());
    CHECK(standing.epoch == ok(store->epoch(k_common_scope)));
    CHECK(standing.subject_epoch == ok(store->epoch(subject_scope({}, {}))));
}

TEST_CASE("an empty batch is committed and changes nothing") {
    const auto store = furnished_store();
    const Snapshot before = snapshot_of(*store);
    const Receipt receipt = put(*store);
    CHECK(receipt.entries.empty());
    CHECK(receipt.epoch == before.epoch);
    CHECK(receipt.head == before.entries.back().second);
    CHECK(snapshot_of(*store) == before);
}

TEST_CASE("a receipt names the new entries in the order of the batch, the epoch and the head") {
    const auto store = open_store();
    const Receipt first = put(*store, entry_of(EntryKind::intent), entry_of(EntryKind::outcome));
    CHECK(all_of(first.entries) == std::vector<EntryId>{{0, 1}, {0, 2}});
    const Receipt second =
        put(*store, entry_of(EntryKind::note), PutPolicy{some_tool(), Policy::deny});
    CHECK(all_of(second.entries) == std::vector<EntryId>{{0, 3}});
    CHECK(second.epoch == ok(store->epoch(k_all_scope)));
    CHECK(second.head == ok(store->entry({0, 3}))->hash);
    CHECK(decode(ok(store->entry({0, 1}))->text)->entry.kind == EntryKind::intent);
    CHECK(decode(ok(store->entry({0, 2}))->text)->entry.kind == EntryKind::outcome);
}

TEST_CASE("whatever expectation fails, nothing of the batch is applied") {
    const auto store = furnished_store();
    const std::uint64_t epoch = ok(store->epoch(k_all_scope));
    const Digest contract = digest_of("contract");
    const Digest arguments = digest_of("arguments");
    const std::vector<std::pair<const char*, Expectation>> failing{
        {"an older epoch", at_epoch(epoch - 1)},
        {"a later epoch", at_epoch(epoch + 1)},
        {"a grant that does not exist", ExpectGrant{"nobody's", 1}},
        {"an older revision of a grant", ExpectGrant{"grant", 0}},
        {"a later revision of a grant", ExpectGrant{"grant", 2}},
        {"an approval that does not exist",
         ExpectApproval{"nobody's", ApprovalState::given, contract, arguments}},
        {"an approval in another state",
         ExpectApproval{"approval", ApprovalState::pending, contract, arguments}},
        {"an approval for another contract",
         ExpectApproval{"approval", ApprovalState::given, arguments, arguments}},
        {"an approval for other arguments",
         ExpectApproval{"approval", ApprovalState::given, contract, contract}},
        {"the undo state of no entry", ExpectUndo{{0, 99}, UndoState::none}},
        {"another undo state", ExpectUndo{{0, 1}, UndoState::none}},
    };
    const Snapshot before = snapshot_of(*store);
    for (const auto& [name, expectation] : failing) {
        INFO(name);
        Batch batch =
            batch_of(PutPolicy{some_tool(), Policy::deny}, PutGrant{once("new grant")},
                     spend(*store, "grant"), RemoveGrant{"grant"}, RemovePermission{"permission"},
                     PutApproval{approval_of("new approval")}, SetFreeze{Freeze{"why", "ann", {}}},
                     SetUndoState{{0, 1}, UndoState::undone},
                     PutContract{digest_of("new contract"), "text"}, entry_of(EntryKind::intent));
        // Between two that hold: each of them counts.
        batch.expectations = {at_epoch(epoch), expectation, ExpectGrant{"grant", 1}};
        CHECK(code_of(store->commit(std::move(batch))) == Errc::conflict);
        CHECK((snapshot_of(*store) == before));
    }
}

TEST_CASE("whatever mutation cannot be made, nothing of the batch is applied") {
    const auto store = furnished_store();
    put(*store, PutGrant{once("last")});
    const std::vector<std::pair<const char*, std::vector<Mutation>>> failing{
        {"spend what does not exist", {SpendGrant{grant_of("nobody's")}}},
        {"spend one use twice", {spend(*store, "last"), spend(*store, "last")}},
        {"spend what the same batch changed", {PutGrant{once("last")}, spend(*store, "last")}},
        {"spend what the same batch removed", {RemoveGrant{"grant"}, spend(*store, "grant")}},
        {"undo what does not exist", {SetUndoState{{0, 99}, UndoState::pending}}},
        {"undo what the batch itself writes", {SetUndoState{{0, 2}, UndoState::pending}}},
        {"erase what does not exist", {ErasePayloads{{0, 1}}, ErasePayloads{{0, 99}}}},
    };
    const Snapshot before = snapshot_of(*store);
    for (const auto& [name, mutations] : failing) {
        INFO(name);
        Batch batch =
            batch_of(PutPolicy{some_tool(), std::nullopt}, PutPolicy{{"new", "tool"}, Policy::deny},
                     PutGrant{grant_of("grant")}, PutPermission{permission_of("second", false)},
                     RemovePermission{"second"}, PutPermission{permission_of("permission", true)},
                     PutApproval{approval_of("approval", ApprovalState::consumed)},
                     SetUndoState{{0, 1}, UndoState::none}, entry_of(EntryKind::intent));
        batch.mutations.insert(batch.mutations.end(), mutations.begin(), mutations.end());
        CHECK(code_of(store->commit(std::move(batch))) == Errc::conflict);
        CHECK((snapshot_of(*store) == before));
    }
}

TEST_CASE("a batch that was refused is still whole, and goes in once nothing is against it") {
    const auto store = open_store();
    EntryDraft draft = entry_of(EntryKind::intent, std::string(40, 'c'));
    draft.payloads.push_back(payload_of("arguments", std::string(40, 'a')));
    Grant first = once("grant");
    first.revision = 1;
    Batch batch = batch_of(PutContract{digest_of("contract"), std::string(40, 't')},
                           PutApproval{approval_of("approval")}, SpendGrant{first}, draft);
    CHECK(code_of(store->commit(std::move(batch))) == Errc::conflict);
    put(*store, PutGrant{once("grant")});
    ok(store->commit(std::move(batch)));  // NOLINT(bugprone-use-after-move): nothing was taken out
    CHECK(ok(store->contract(digest_of("contract"))) == std::string(40, 't'));
    CHECK(ok(store->approval("approval"))->tool == some_tool());
    CHECK((ok(store->entries_of_call(std::string(40, 'c'))).at(0).payloads == draft.payloads));
}

TEST_CASE("a batch whose expectations hold is applied") {
    const auto store = furnished_store();
    const Receipt receipt =
        put(*store, at_epoch(ok(store->epoch(k_all_scope))), ExpectGrant{"grant", 1},
            ExpectApproval{"approval", ApprovalState::given, digest_of("contract"),
                           digest_of("arguments")},
            ExpectUndo{{0, 1}, UndoState::pending}, spend(*store, "grant"),
            PutApproval{approval_of("approval", ApprovalState::consumed)},
            SetUndoState{{0, 1}, UndoState::undone}, entry_of(EntryKind::intent));
    CHECK(receipt.entries.size() == 1);
    CHECK(ok(store->grants()).at(0).uses == 1U);
    CHECK(ok(store->approval("approval"))->state == ApprovalState::consumed);
    CHECK(ok(store->undo_state({0, 1})) == UndoState::undone);
}

TEST_CASE("expectations are about the state before the batch") {
    const auto store = open_store();
    CHECK(code_of(store->commit(batch_of(ExpectGrant{"g", 1}, PutGrant{once("g")}))) ==
          Errc::conflict);
    const std::uint64_t epoch = ok(store->epoch(k_all_scope));
    put(*store, at_epoch(epoch), PutGrant{once("g")}, PutGrant{once("h")});
}

TEST_CASE("mutations are applied in their order") {
    const auto store = open_store();
    put(*store, PutPolicy{some_tool(), Policy::allow}, PutPolicy{some_tool(), Policy::deny},
        PutGrant{grant_of("g")}, RemoveGrant{"g"}, RemoveGrant{"h"}, PutGrant{once("h")});
    CHECK(ok(store->standing(some_tool(), {})).stored_policy == Policy::deny);
    CHECK(ids_of(ok(store->grants())) == Ids{"h"});
}

TEST_CASE("each mutation of a record moves its revision, and the store alone counts it") {
    const auto store = open_store();
    Grant grant = grant_of("g");
    grant.uses = 3;
    grant.revision = 77;
    Permission permission = permission_of("p", true);
    permission.revision = 77;
    Approval approval = approval_of("a");
    approval.revision = 77;
    put(*store, PutGrant{grant}, PutPermission{permission}, PutApproval{approval});
    const auto revisions = [&] {
        return std::vector{ok(store->grants()).at(0).revision,
                           ok(store->permissions()).at(0).revision,
                           ok(store->approval("a"))->revision};
    };
    const auto first = revisions();
    CHECK(first == std::vector<std::uint64_t>{1, 1, 1});
    put(*store, spend(*store, "g"), touch(*store, "p"), PutApproval{approval});
    const auto second = revisions();
    for (std::size_t i = 0; i < 3; ++i) CHECK(second[i] > first[i]);
    put(*store, PutGrant{grant}, PutPermission{permission_of("p2", false)}, PutApproval{approval});
    const auto third = revisions();
    for (std::size_t i = 0; i < 3; ++i) CHECK(third[i] > second[i]);
}

TEST_CASE(
    "the epoch moves with policies, grants, permissions, trust and the freeze, and nothing else") {
    const auto store = furnished_store();
    const std::vector<std::pair<const char*, Mutation>> moving{
        {"put a policy", PutPolicy{{"a", "b"}, Policy::allow}},
        {"remove a policy", PutPolicy{{"a", "b"}, std::nullopt}},
        {"put a grant", PutGrant{once("other grant")}},
        {"remove a grant", RemoveGrant{"other grant"}},
        {"put a permission", PutPermission{permission_of("other", true, {"a", "b"})}},
        {"remove a permission", RemovePermission{"other"}},
        {"trust a server", PutTrust{"files", ServerTrust{"files", "{}", "ann", {}}}},
        {"distrust a server", PutTrust{"files", std::nullopt}},
        {"freeze", SetFreeze{Freeze{"why", "ann", {}}}},
        {"thaw", SetFreeze{}},
    };
    for (const auto& [name, mutation] : moving) {
        INFO(name);
        const std::uint64_t before = ok(store->epoch(k_all_scope));
        const Receipt receipt = put(*store, Mutation(mutation));
        CHECK(receipt.epoch > before);
        CHECK(ok(store->epoch(k_all_scope)) == receipt.epoch);
    }
    const std::uint64_t before = ok(store->epoch(k_all_scope));
    put(*store, spend(*store, "grant"), touch(*store, "permission"), entry_of(EntryKind::note),
        PutApproval{approval_of("approval", ApprovalState::consumed)},
        SetUndoState{{0, 1}, UndoState::undone}, PutContract{digest_of("c"), "text"});
    put(*store, spend(*store, "grant"));  // the last use: it is gone
    CHECK(ok(store->grants()).empty());
    CHECK(ok(store->epoch(k_all_scope)) == before);
}

TEST_CASE("a change moves the epoch of its scope and of all records, and no other") {
    const auto store = open_store();
    const std::string anns = subject_scope("ann", "shop");
    const std::string bobs = subject_scope("bob", "shop");
    const std::string common(k_common_scope);
    const auto of = [](auto record, std::string user) {
        record.user = std::move(user);
        record.workspace = "shop";
        return record;
    };
    const std::vector<std::pair<std::set<std::string>, Mutation>> steps{
        {{common}, PutPolicy{{"a", "b"}, Policy::allow}},
        {{common}, PutTrust{"files", ServerTrust{"files", "{}", "ann", {}}}},
        {{common}, SetFreeze{Freeze{"why", "ann", {}}}},
        {{common}, SetFreeze{}},
        {{anns}, PutGrant{of(grant_of("g"), "ann")}},
        {{bobs}, PutGrant{of(grant_of("h"), "bob")}},
        {{anns, bobs}, PutGrant{of(grant_of("g"), "bob")}},
        {{bobs}, PutGrant{of(grant_of("g"), "bob")}},
        {{bobs}, RemoveGrant{"g"}},
        {{anns}, PutPermission{of(permission_of("p", true), "ann")}},
        {{anns, bobs}, PutPermission{of(permission_of("p", false), "bob")}},
        {{bobs}, PutPermission{of(permission_of("q", true), "bob")}},
        {{bobs}, RemovePermission{"q"}},
        {{}, RemovePermission{"nobody's"}},
        {{}, RemoveGrant{"nobody's"}},
        {{}, PutApproval{approval_of("a")}}};
    int step = 0;
    for (const auto& [moved, change] : steps) {
        INFO(++step);
        std::map<std::string, std::uint64_t> before;
        for (const std::string& scope : {common, anns, bobs, std::string(k_all_scope)})
            before[scope] = ok(store->epoch(scope));
        const Receipt receipt = put(*store, Mutation(change));
        for (const std::string& scope : {common, anns, bobs}) {
            INFO(scope);
            const std::uint64_t after = ok(store->epoch(scope));
            CHECK((moved.count(scope) > 0 ? after > before[scope] : after == before[scope]));
        }
        if (!moved.empty()) CHECK(receipt.epoch > before[std::string(k_all_scope)]);
        CHECK(ok(store->epoch(k_all_scope)) == receipt.epoch);
        const Standing standing = ok(store->standing(some_tool(), {"ann", "shop", "s", "x"}));
        CHECK(standing.epoch == ok(store->epoch(common)));
        CHECK(standing.subject_epoch == ok(store->epoch(anns)));
    }
}

TEST_CASE("a batch that expects a scope unchanged meets no conflict by changes of another one") {
    const auto store = open_store();
    Grant grant = grant_of("g");
    grant.user = "bob";
    const std::string anns = subject_scope("ann", {});
    const std::string bobs = subject_scope("bob", {});
    const auto expecting = [&](std::uint64_t epoch, std::string_view scope) {
        return store->commit(batch_of(at_epoch(epoch, scope), entry_of(EntryKind::intent)));
    };
    put(*store, PutGrant{grant});
    put(*store, PutGrant{grant});
    CHECK(ok(store->epoch(bobs)) == 2);
    CHECK(expecting(0, anns).has_value());
    CHECK(expecting(0, k_common_scope).has_value());
    CHECK(expecting(2, bobs).has_value());
    CHECK(code_of(expecting(1, bobs)) == Errc::conflict);
    CHECK(code_of(expecting(0, bobs)) == Errc::conflict);
    CHECK(code_of(expecting(1, anns)) == Errc::conflict);
    CHECK(code_of(expecting(0, k_all_scope)) == Errc::conflict);
    put(*store, PutPolicy{some_tool(), Policy::deny});
    CHECK(code_of(expecting(0, k_common_scope)) == Errc::conflict);
    CHECK(expecting(0, anns).has_value());
}

TEST_CASE("no two subjects with another user or workspace share the scope of an epoch") {
    CHECK(subject_scope("ab", "c") != subject_scope("a", "bc"));
    CHECK(subject_scope("", "ab") != subject_scope("ab", ""));
    CHECK(subject_scope("1:", "") != subject_scope("", "1:"));
    CHECK(subject_scope("", "") != k_common_scope);
    CHECK(subject_scope("*", "") != k_all_scope);
    CHECK(subject_scope(std::string_view("\0", 1), "") != subject_scope("", ""));
}

TEST_CASE("a refused batch moves no epoch") {
    const auto store = open_store();
    put(*store, PutGrant{once("g")});
    const std::string scope = subject_scope({}, {});
    const std::uint64_t before = ok(store->epoch(scope));
    const std::uint64_t all = ok(store->epoch(k_all_scope));
    CHECK_FALSE(store->commit(batch_of(PutGrant{once("h")}, RemoveGrant{"g"},
                                       PutPolicy{some_tool(), Policy::deny},
                                       SpendGrant{grant_of("none")})));
    CHECK(ok(store->epoch(scope)) == before);
    CHECK(ok(store->epoch(k_common_scope)) == 0);
    CHECK(ok(store->epoch(k_all_scope)) == all);
}

TEST_CASE("XB09: of 64 threads that race for a once-grant exactly one spends it") {
    const auto store = open_store();
    put(*store, PutGrant{once("g")});
    const std::uint64_t revision = ok(store->grants()).at(0).revision;
    const SpendGrant read = spend(*store, "g");
    const bool expecting = GENERATE(true, false);
    const int winners = count_true(64, [&](int i) {
        Batch batch = batch_of(read, entry_of(EntryKind::intent, std::to_string(i)));
        if (expecting) batch.expectations.push_back(ExpectGrant{"g", revision});
        const auto receipt = store->commit(std::move(batch));
        return receipt.has_value();
    });
    CHECK(winners == 1);
    CHECK(ok(store->grants()).empty());
    CHECK(ok(store->entries({})).size() == 1);
}

TEST_CASE("a use of a grant counts only for the grant as it was read") {
    const auto store = open_store();
    Grant many = grant_of("g");
    many.uses = 3;
    put(*store, PutGrant{many});
    const SpendGrant first = spend(*store, "g");
    put(*store, first);
    CHECK(code_of(store->commit(batch_of(first, entry_of(EntryKind::intent)))) == Errc::conflict);
    CHECK(ok(store->grants()).at(0).uses == 2U);
    put(*store, PutGrant{many});
    CHECK(code_of(store->commit(batch_of(spend(*store, "h")))) == Errc::conflict);
    put(*store, spend(*store, "g"));
    CHECK(ok(store->grants()).at(0).uses == 2U);
}

TEST_CASE("a permission is touched only as it was read, and no batch fails of it") {
    const auto store = open_store();
    const auto at = [](int hour) {
        return std::chrono::sys_time<std::chrono::milliseconds>(std::chrono::hours(hour));
    };
    const auto last_used = [&] { return ok(store->permissions()).at(0).last_used; };
    put(*store, PutPermission{permission_of("p", true)});
    const TouchPermission first = touch(*store, "p", at(1));
    put(*store, first, entry_of(EntryKind::intent));
    CHECK(last_used() == at(1));
    put(*store, touch(*store, "p", at(3)), entry_of(EntryKind::intent));
    put(*store, TouchPermission{first.permission, at(2)}, entry_of(EntryKind::intent));
    CHECK(last_used() == at(3));
    put(*store, touch(*store, "nobody's", at(4)), entry_of(EntryKind::intent));
    const TouchPermission old = touch(*store, "p", at(5));
    put(*store, PutPermission{permission_of("q", false)}, old);
    CHECK(ids_of(ok(store->permissions())) == Ids{"q"});
    CHECK_FALSE(last_used());
    CHECK(ok(store->entries({})).size() == 4);
}

TEST_CASE("of 64 threads that race for one approval exactly one consumes it") {
    const auto store = furnished_store();
    const int winners = count_true(64, [&](int) {
        return store
            ->commit(batch_of(ExpectApproval{"approval", ApprovalState::given,
                                             digest_of("contract"), digest_of("arguments")},
                              PutApproval{approval_of("approval", ApprovalState::consumed)},
                              entry_of(EntryKind::intent)))
            .has_value();
    });
    CHECK(winners == 1);
    CHECK(ok(store->entries({})).size() == 2);
}

TEST_CASE("XF11: of 64 threads that race to undo one entry exactly one gets it") {
    const auto store = open_store();
    put(*store, entry_of(EntryKind::outcome));
    const int winners = count_true(64, [&](int) {
        return store
            ->commit(batch_of(ExpectUndo{{0, 1}, UndoState::none},
                              SetUndoState{{0, 1}, UndoState::pending},
                              entry_of(EntryKind::undo_intent)))
            .has_value();
    });
    CHECK(winners == 1);
    CHECK(ok(store->undo_state({0, 1})) == UndoState::pending);
}

TEST_CASE("the version moves with every commit and only a commit moves it") {
    const auto store = furnished_store();
    std::uint64_t seen = ok(store->version());
    CHECK(ok(store->version()) == seen);
    for (const Batch& batch :
         {batch_of(entry_of(EntryKind::note)), batch_of(spend(*store, "grant")),
          batch_of(PutApproval{approval_of("new approval")}),
          batch_of(PutContract{digest_of("c"), "text"})}) {
        REQUIRE(store->commit(Batch(batch)).has_value());
        CHECK(ok(store->version()) != seen);
        seen = ok(store->version());
    }
}

TEST_CASE("waiting for a change ends at once where there was one and with the time where not") {
    const auto store = open_store();
    const std::uint64_t seen = ok(store->version());
    const std::stop_token never;
    CHECK_FALSE(ok(store->wait_for_change(seen, std::chrono::milliseconds(1), never)));
    CHECK_FALSE(ok(store->wait_for_change(seen, std::chrono::milliseconds(0), never)));
    CHECK_FALSE(ok(store->wait_for_change(seen, std::chrono::milliseconds(-1), never)));
    put(*store, entry_of(EntryKind::note));
    CHECK(ok(store->wait_for_change(seen, std::chrono::milliseconds::max(), never)));
}

TEST_CASE("a waiting thread wakes for a commit of another one") {
    const auto store = open_store();
    const std::uint64_t seen = ok(store->version());
    std::optional<bool> changed;
    std::thread waiting([&] {
        const auto result = store->wait_for_change(seen, std::chrono::minutes(10), {});
        if (result) changed = *result;
    });
    put(*store, entry_of(EntryKind::note));
    waiting.join();
    CHECK(changed == true);
}

TEST_CASE("a waiting thread ends when it is asked to stop") {
    const auto store = open_store();
    const std::uint64_t seen = ok(store->version());
    std::stop_source stop;
    std::optional<bool> changed;
    std::thread waiting([&] {
        const auto result =
            store->wait_for_change(seen, std::chrono::milliseconds::max(), stop.get_token());
        if (result) changed = *result;
    });
    stop.request_stop();
    waiting.join();
    CHECK(changed == false);
}

TEST_CASE("the key of a store stays the same") {
    const auto store = open_store();
    const auto before = store->key();
    put(*store, entry_of(EntryKind::note));
    CHECK(std::ranges::equal(store->key().bytes(), before.bytes()));
}
