// Tests of runtime/src/store_postgres/read/{pool,read_consent,read_entries,read_tree}.cpp.
// Tests of runtime/src/store_postgres/records/{record_table,record_statements}.cpp.
// Tests of runtime/src/store_postgres/records/{records_read,records_write}.cpp.
// Damage, pages and lost connections; the conformance suite has the rest.
#include "../fixture.hpp"
#include <iam/ledger/verify.hpp>
#include <support/conformance.hpp>

#include <atomic>
#include <thread>

using namespace iam::test;
using namespace iam::ledger;
using iam::Errc;
using iam::store::Mode;

TEST_CASE("a record changed past the store is broken and counts for nothing") {
    const Ledger ledger;
    const auto store = open_at(ledger.made(), Mode::read_write, quiet());
    must(store->commit(batch_of(PutGrant{once("g")}, PutGrant{grant_of("whole")},
                                PutPermission{permission_of("p", true)},
                                PutApproval{approval_of("a", iam::consent::ApprovalState::given)},
                                PutPolicy{some_tool(), iam::Policy::deny})));
    CHECK(must(store->broken()).empty());
    ledger.past("UPDATE @grants SET uses = 9 WHERE id = 'g'");
    ledger.past("UPDATE @permissions SET seal = NULL");
    ledger.past("UPDATE @approvals SET arguments = 'x'");
    ledger.past("UPDATE @policies SET effect = 'allow'");
    CHECK(must(store->broken()).size() == 4);
    CHECK(must(store->grants()).size() == 1);
    CHECK(must(store->permissions()).empty());
    CHECK(must(store->policies()).empty());
    CHECK(error_of(store->approval("a")).code == Errc::corrupt);
    const auto standing = must(store->standing(some_tool(), {}));
    CHECK(standing.broken.size() == 4);
    CHECK_FALSE(standing.stored_policy.has_value());
    CHECK(error_of(store->commit(batch_of(SpendGrant{"g"}))).code == Errc::conflict);
    must(store->commit(batch_of(RemoveGrant{"g"}, RemovePermission{"p"},
                                PutPolicy{some_tool(), std::nullopt},
                                PutApproval{approval_of("a")})));
    CHECK(must(store->broken()).empty());
}

TEST_CASE("entries are read over several pages in both orders and of several chains") {
    const Ledger ledger;
    const std::string place = ledger.made();
    const auto first = open_at(place, Mode::read_write, quiet());
    const auto second = open_at(place, Mode::read_write, quiet());
    for (Store* store : {first.get(), second.get()}) {
        Batch batch;
        for (int i = 0; i < 100; ++i) batch.entries.push_back(entry_of(EntryKind::note));
        must(store->commit(std::move(batch)));
    }
    const auto oldest = all_entries(*first);
    REQUIRE(oldest.size() == 200);
    CHECK(oldest[99].id == EntryId{1, 100});
    CHECK(oldest[100].id == EntryId{2, 1});
    Query query;
    query.limit = 150;
    auto newest = must(first->entries(query));
    REQUIRE(newest.size() == 150);
    CHECK(newest.front().id == EntryId{2, 100});
    CHECK(newest.back().id == EntryId{1, 51});
    query.chain = 1;
    CHECK(must(first->entries(query)).size() == 100);
    CHECK(must(verify(*second)).heads.size() == 2);
}

TEST_CASE("an erased value and its key are in no table (P26)") {
    const Ledger ledger;
    const auto store = open_at(ledger.made(), Mode::read_write, quiet());
    EntryDraft draft = entry_of(EntryKind::intent);
    draft.payloads = {payload_of("arguments", "the value")};
    must(store->commit(batch_of(draft)));
    must(store->commit(batch_of(ErasePayloads{{1, 1}})));
    CHECK(store->forget_erased().has_value());
    auto connection = ledger.connect();
    using iam::store_postgres::Statement;
    CHECK(must(connection.ask(Statement("SELECT FROM @entry_values"))).size() == 0);
    CHECK(must(connection.ask(Statement("SELECT FROM @value_keys"))).size() == 0);
}

TEST_CASE(
    "values without their key are erased, and values put beside another entry are bad (P26)") {
    const Ledger ledger;
    const auto store = open_at(ledger.made(), Mode::read_write, quiet());
    EntryDraft draft = entry_of(EntryKind::intent);
    draft.payloads = {payload_of("arguments", "the value")};
    must(store->commit(batch_of(draft, draft)));
    ledger.past(
        "UPDATE @entry_values AS v SET sealed = o.sealed FROM @entry_values AS o "
        "WHERE v.seq = 2 AND o.seq = 1");
    CHECK(must(verify(*store)).first_bad == EntryId{1, 2});
    ledger.past("DELETE FROM @value_keys");
    CHECK(must(store->entry({1, 1}))->payloads.empty());
}

TEST_CASE("an index that disagrees with the text of an entry is reported") {
    const Ledger ledger;
    const auto store = open_at(ledger.made(), Mode::read_write, quiet());
    must(store->commit(batch_of(entry_of(EntryKind::intent, "a"))));
    ledger.past("UPDATE @entries SET call_id = 'b'");
    CHECK(error_of(store->entries_of_call("b")).code == Errc::corrupt);
    CHECK_FALSE(must(verify(*store)).ok());
}

TEST_CASE("a read goes on over a new connection after the server ended the old one") {
    const Ledger ledger;
    const auto store = open_at(ledger.made(), Mode::read_write, quiet());
    CHECK(must(store->epoch(iam::consent::k_all_scope)) == 0);
    // Several connections are idle then.
    CHECK(count_true(8, [&](int) { return store->freeze().has_value(); }) == 8);
    ledger.past(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND "
        "backend_type = 'client backend'");
    CHECK(must(store->epoch(iam::consent::k_all_scope)) == 0);
    CHECK(must(store->version()) == 0);
}

TEST_CASE("more threads than connections read at once") {
    const Ledger ledger;
    auto options = quiet();
    options.readers_max = 2;
    const auto store = open_at(ledger.made(), Mode::read_write, options);
    must(store->commit(a_note()));
    CHECK(count_true(16, [&](int) { return store->entry({1, 1}).value().has_value(); }) == 16);
}

TEST_CASE("a commit of another store is seen by a waiting one") {
    const Ledger ledger;
    const std::string place = ledger.made();
    const auto waiting = open_at(place, Mode::read_only, quiet());
    const auto writing = open_at(place, Mode::read_write, quiet());
    const auto seen = must(waiting->version());
    must(writing->commit(a_note()));
    CHECK(must(waiting->wait_for_change(seen, std::chrono::minutes(1), {})));
}

namespace {

EntryDraft note_at(int seconds) {
    EntryDraft draft = entry_of(EntryKind::note);
    draft.entry.time =
        std::chrono::sys_time<std::chrono::milliseconds>(std::chrono::seconds(seconds));
    return draft;
}

}  // namespace

TEST_CASE("entries of several hosts are in the order of their times, each chain in its own (P21)") {
    const Ledger ledger;
    const std::string place = ledger.made();
    const auto first = open_at(place, Mode::read_write, quiet());
    const auto second = open_at(place, Mode::read_write, quiet());
    must(first->commit(batch_of(note_at(10), note_at(30))));
    must(second->commit(batch_of(note_at(20))));
    // The clock of the first host was set back.
    must(first->commit(batch_of(note_at(5))));
    must(second->commit(batch_of(note_at(40))));
    const auto ids = [&](Query query) { return ids_of(must(second->entries(query))); };
    Query query;
    query.oldest_first = true;
    CHECK(ids(query) == Ids{"1.1", "2.1", "1.2", "1.3", "2.2"});
    query.after = must(iam::ledger::place_of(*second, {1, 2}));
    CHECK(ids(query) == Ids{"1.3", "2.2"});
    query.chain = 1;
    CHECK(ids(query) == Ids{"1.3"});
    Query newest;
    CHECK(ids(newest) == Ids{"2.2", "1.3", "1.2", "2.1", "1.1"});
    newest.before = must(iam::ledger::place_of(*second, {1, 3}));
    newest.limit = 2;
    CHECK(ids(newest) == Ids{"1.2", "2.1"});
    CHECK(must(verify(*second)).ok());
}

TEST_CASE("the newest entries of all chains are of one moment (P21)") {
    const Ledger ledger;
    const std::string place = ledger.made();
    const auto first = open_at(place, Mode::read_write, quiet());
    const auto second = open_at(place, Mode::read_write, quiet());
    CHECK(must(first->newest_entries()).empty());
    must(first->commit(a_note()));
    must(second->commit(a_note()));
    // The second host answers each intent of the first one, so it never has more entries.
    std::atomic<bool> ends{false};
    std::thread writing([&] {
        while (!ends) {
            if (!first->commit(a_note()) || !second->commit(a_note())) return;
        }
    });
    for (int i = 0; i < 200; ++i) {
        const auto newest = must(first->newest_entries());
        REQUIRE(newest.size() == 2);
        REQUIRE(newest[1].id.seq <= newest[0].id.seq);
        REQUIRE(newest[0].id.seq <= newest[1].id.seq + 1);
    }
    ends = true;
    writing.join();
}

TEST_CASE("a visit sees the entries that were there before its first page alone") {
    const Ledger ledger;
    const std::string place = ledger.made();
    const auto first = open_at(place, Mode::read_write, quiet());
    const auto second = open_at(place, Mode::read_write, quiet());
    Batch many;
    for (int i = 0; i < 200; ++i) many.entries.push_back(note_at(1000 + i));
    must(first->commit(std::move(many)));
    must(second->commit(batch_of(note_at(1))));
    Query query;
    query.limit = 1000;
    std::size_t seen = 0;
    must(first
             ->visit(query,
                     [&](StoredEntry&) {
                         // A host with a late clock adds entries behind the cursor.
                         if (++seen == 1) must(second->commit(batch_of(note_at(2), note_at(3))));
                         return true;
                     })
             .map([] { return 0; }));
    CHECK(seen == 201);
    CHECK(must(first->entries(query)).size() == 203);
}
