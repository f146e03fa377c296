// What every store must do with the ledger: entries, payloads, undo states, contracts.
// Tests of runtime/src/ledger/store.cpp and runtime/src/store/memory/journal.cpp.
// Tests of runtime/src/store_sqlite/rows/read_entries.cpp.
#include <iam/ledger/store.hpp>
#include <iam/ledger/verify.hpp>
#include <support/conformance.hpp>
#include <support/open_store.hpp>
#include <support/records.hpp>

#include <catch2/catch.hpp>

#include <algorithm>

using namespace iam::test;
using namespace iam::ledger;
using namespace iam::consent;
using iam::Digest;
using iam::Errc;

TEST_CASE("entries are chained and verify") {
    const auto store = open_store();
    for (int i = 0; i < 150; ++i) put(*store, entry_of(EntryKind::note));
    const Verification verification = ok(verify(*store));
    CHECK(verification.ok());
    CHECK(verification.entries == 150);
    CHECK(verification.heads.at(0).hash == put(*store).head);
}

TEST_CASE("entries written by many threads form one chain without gaps") {
    const auto store = open_store();
    const int committed = count_true(8, [&](int i) {
        for (int n = 0; n < 20; ++n) {
            const auto receipt =
                store->commit(batch_of(entry_of(EntryKind::intent, std::to_string(i)),
                                       entry_of(EntryKind::outcome, std::to_string(i))));
            if (!receipt || receipt->entries[1].seq != receipt->entries[0].seq + 1) return false;
        }
        return true;
    });
    CHECK(committed == 8);
    const Verification verification = ok(verify(*store));
    CHECK(verification.ok());
    CHECK(verification.entries == 320);
}

TEST_CASE("entries are read in pages, newest first or oldest first") {
    const auto store = open_store();
    for (int i = 0; i < 7; ++i) put(*store, entry_of(EntryKind::note));
    const auto read = [&](std::optional<EntryId> before, std::optional<EntryId> after,
                          std::size_t limit, bool oldest_first) {
        const auto place = [](const std::optional<EntryId>& id) {
            return id ? std::optional(Place{*id, {}}) : std::nullopt;
        };
        return ids_of(ok(store->entries({.before = place(before),
                                         .after = place(after),
                                         .limit = limit,
                                         .oldest_first = oldest_first,
                                         .with_payloads = true})));
    };
    CHECK(read({}, {}, 3, false) == Ids{"0.7", "0.6", "0.5"});
    CHECK(read(EntryId{0, 5}, {}, 3, false) == Ids{"0.4", "0.3", "0.2"});
    CHECK(read(EntryId{0, 2}, {}, 3, false) == Ids{"0.1"});
    CHECK(read(EntryId{0, 1}, {}, 3, false).empty());
    CHECK(read({}, {}, 3, true) == Ids{"0.1", "0.2", "0.3"});
    CHECK(read({}, EntryId{0, 3}, 3, true) == Ids{"0.4", "0.5", "0.6"});
    CHECK(read({}, EntryId{0, 6}, 3, true) == Ids{"0.7"});
    CHECK(read({}, EntryId{0, 7}, 3, true).empty());
    CHECK(read(EntryId{0, 6}, EntryId{0, 2}, k_all, false) == Ids{"0.5", "0.4", "0.3"});
    CHECK(read(EntryId{0, 6}, EntryId{0, 2}, 2, true) == Ids{"0.3", "0.4"});
    CHECK(read(EntryId{0, 3}, EntryId{0, 5}, k_all, false).empty());
    CHECK(read({}, {}, 0, false).empty());
    CHECK(read(EntryId{0, 100}, EntryId{0, 0}, k_all, false).size() == 7);
    CHECK(read({}, EntryId{0, std::numeric_limits<std::uint64_t>::max()}, k_all, true).empty());
    CHECK(ok(store->entries({})).size() == 7);
}

TEST_CASE("the entries of a chain stay in its order after the clock was set back") {
    const auto store = open_store();
    for (const int hour : {3, 1, 2, 3}) {
        EntryDraft draft = entry_of(EntryKind::note);
        draft.entry.time =
            std::chrono::sys_time<std::chrono::milliseconds>(std::chrono::hours(hour));
        put(*store, std::move(draft));
    }
    CHECK(ids_of(ok(store->entries({}))) == Ids{"0.4", "0.3", "0.2", "0.1"});
    Query query;
    query.limit = 1;
    query.oldest_first = true;
    for (std::uint64_t seq = 1; seq <= 4; ++seq) {
        const auto page = ok(store->entries(query));
        REQUIRE(ids_of(page) == Ids{"0." + std::to_string(seq)});
        query.after = place_of(page.front());
    }
    CHECK(ok(store->entries(query)).empty());
}

TEST_CASE("the place of an entry is a cursor, and an entry that never was has none") {
    const auto store = open_store();
    for (int i = 0; i < 3; ++i) put(*store, entry_of(EntryKind::note));
    Query query;
    query.before = ok(place_of(*store, {0, 3}));
    CHECK(ids_of(ok(store->entries(query))) == Ids{"0.2", "0.1"});
    query.before = ok(place_of(*store, {0, 1}));
    CHECK(ok(store->entries(query)).empty());
    CHECK(code_of(place_of(*store, {0, 4})) == Errc::not_found);
    CHECK(code_of(place_of(*store, {9, 1})) == Errc::not_found);
}

TEST_CASE("each of many threads that read at once sees all entries in their order") {
    const auto store = open_store();
    for (int i = 0; i < 60; ++i) put(*store, entry_of(EntryKind::note));
    const auto expected = ids_of(ok(store->entries({})));
    const int right = count_true(4, [&](int) {
        for (int n = 0; n < 20; ++n) {
            std::vector<std::string> seen;
            const auto done = store->visit({}, [&](StoredEntry& entry) {
                seen.push_back(to_string(entry.id));
                return true;
            });
            if (!done || seen != expected) return false;
        }
        return true;
    });
    CHECK(right == 4);
}

TEST_CASE("entries come with their payloads unless they are not wanted") {
    const auto store = open_store();
    EntryDraft draft = entry_of(EntryKind::intent);
    const std::string bytes("{\"a\":\"\n\x1b[31m\0\"}", 16);  // XF07
    draft.payloads = {payload_of("arguments", bytes), payload_of("preview", "", 2)};
    put(*store, draft);
    const StoredEntry read = ok(store->entries({})).at(0);
    CHECK((read.payloads == draft.payloads));
    CHECK((ok(store->entry({0, 1}))->payloads == draft.payloads));
    CHECK((ok(store->entries_of_call("call-1")).at(0).payloads == draft.payloads));
    const StoredEntry bare =
        ok(store->entries({.limit = 1, .oldest_first = false, .with_payloads = false})).at(0);
    CHECK(bare.payloads.empty());
    CHECK(bare.text == read.text);
    CHECK(bare.hash == read.hash);
    CHECK(ok(verify(*store)).ok());
}

TEST_CASE("erased values are gone, their entry stays and the chain verifies") {
    const auto store = open_store();
    EntryDraft draft = entry_of(EntryKind::intent);
    draft.payloads = {payload_of("arguments", "{\"to\":\"ann\"}"), payload_of("preview", "p", 2)};
    put(*store, draft);
    put(*store, draft);
    const std::string text = ok(store->entry({0, 1}))->text;
    Batch batch;
    batch.entries.push_back(entry_of(EntryKind::erasure, ""));
    batch.entries.back().payloads = {payload_of("entries", R"(["0.1"])")};
    batch.mutations.emplace_back(ErasePayloads{{0, 1}});
    ok(store->commit(std::move(batch)));
    CHECK(ok(store->entry({0, 1}))->payloads.empty());
    CHECK(ok(store->entry({0, 1}))->text == text);
    CHECK(ok(store->entry({0, 2}))->payloads.size() == 2);
    CHECK(ok(verify(*store)).ok());
    ok(store->forget_erased());
    CHECK(ok(verify(*store)).ok());
}

TEST_CASE("a batch that expects no outcome with a value is not added behind one") {
    const auto store = open_store();
    const auto add_behind = [&](std::vector<EntryId> seen) {
        return store->commit(batch_of(ExpectNoneSince{std::move(seen), "touches"},
                                      entry_of(EntryKind::undo_intent)));
    };
    const auto touching = [](EntryKind kind, const std::string& value) {
        EntryDraft draft = entry_of(kind);
        draft.payloads = {payload_of(value, "[]")};
        return draft;
    };
    put(*store, touching(EntryKind::outcome, "touches"));
    CHECK(code_of(add_behind({})) == Errc::conflict);
    CHECK(code_of(add_behind({{1, 9}})) == Errc::conflict);
    CHECK(add_behind({{0, 1}}).has_value());
    put(*store, touching(EntryKind::outcome, "result"), touching(EntryKind::note, "touches"));
    CHECK(add_behind({{0, 1}}).has_value());
    put(*store, touching(EntryKind::outcome, "touches"));
    CHECK(code_of(add_behind({{0, 1}})) == Errc::conflict);
    CHECK(add_behind({{0, 6}}).has_value());
}

TEST_CASE("A3 a batch that expects no later time is not added behind an entry of one") {
    const auto store = open_store();
    const std::chrono::sys_time<std::chrono::milliseconds> noon(std::chrono::hours(12));
    const auto add_at = [&](std::chrono::milliseconds later) {
        return store->commit(
            batch_of(ExpectNoLaterTime{noon + later}, entry_of(EntryKind::intent)));
    };
    CHECK(add_at(std::chrono::hours(-9)).has_value());
    EntryDraft newest = entry_of(EntryKind::note);
    newest.entry.time = noon;
    put(*store, std::move(newest));
    CHECK(code_of(add_at(-iam::consent::k_clock_tolerance - std::chrono::milliseconds(1))) ==
          Errc::conflict);
    CHECK(add_at(-iam::consent::k_clock_tolerance).has_value());
}

TEST_CASE("the newest entry of each chain is found, and a chain that is not there is empty") {
    const auto store = open_store();
    CHECK(ok(store->newest_entries()).empty());
    put(*store, entry_of(EntryKind::intent), entry_of(EntryKind::intent));
    const auto newest = ok(store->newest_entries());
    REQUIRE(newest.size() == 1);
    CHECK(newest.front().id == EntryId{0, 2});
    CHECK(ok(store->chains()) == std::vector<std::uint32_t>{0});
    Query query;
    query.chain = 0;
    CHECK(ok(store->entries(query)).size() == 2);
    query.chain = 1;
    CHECK(ok(store->entries(query)).empty());
}

TEST_CASE("a batch that expects a call without an outcome is not added behind one") {
    const auto store = open_store();
    const auto settle = [&](std::uint64_t intent) {
        EntryDraft outcome = entry_of(EntryKind::outcome);
        outcome.entry.of = EntryId{0, intent};
        return store->commit(batch_of(ExpectNoOutcome{{0, intent}}, std::move(outcome)));
    };
    put(*store, entry_of(EntryKind::intent), entry_of(EntryKind::intent));
    CHECK(settle(1).has_value());
    CHECK(code_of(settle(1)) == Errc::conflict);
    CHECK(settle(2).has_value());
    CHECK(code_of(settle(2)) == Errc::conflict);
    CHECK_FALSE(ok(store->entry({0, 5})).has_value());
}

TEST_CASE("a large payload comes back whole") {
    const auto store = open_store();
    EntryDraft draft = entry_of(EntryKind::outcome);
    draft.payloads = {payload_of("result", std::string(std::size_t{3} << 20, 'x'))};
    put(*store, draft);
    CHECK((ok(store->entry({0, 1}))->payloads == draft.payloads));
}

TEST_CASE("XF06: a secret is committed to and stored nowhere") {
    const auto store = open_store();
    EntryDraft draft = entry_of(EntryKind::intent);
    draft.payloads = {payload_of("arguments", "{\"pin\":{\"secret\":true}}")};
    draft.commitments = {payload_of("arguments_secrets", "4711-the-pin", 9)};
    put(*store, draft);
    const StoredEntry read = ok(store->entry({0, 1})).value();
    CHECK((read.payloads == draft.payloads));
    CHECK(read.text.find("4711") == std::string::npos);
    const auto fields = decode(read.text)->fields;
    const auto field = std::find_if(fields.begin(), fields.end(), [](const auto& each) {
        return each.first == "arguments_secrets";
    });
    REQUIRE(field != fields.end());
    CHECK(field->second == commitment(draft.commitments[0]));
    CHECK(ok(verify(*store)).ok());
}

TEST_CASE("XF16: ids grow without gaps, also after batches that failed") {
    const auto store = open_store();
    EntryId last;
    for (int i = 0; i < 5; ++i) {
        CHECK_FALSE(
            store->commit(batch_of(SpendGrant{grant_of("none")}, entry_of(EntryKind::note))));
        const EntryId id = put(*store, entry_of(EntryKind::note)).entries.front();
        CHECK(id == EntryId{0, last.seq + 1});
        last = id;
    }
}

TEST_CASE("an entry can be undone from none to pending to undone, and back to none") {
    const auto store = open_store();
    put(*store, entry_of(EntryKind::outcome), entry_of(EntryKind::outcome));
    CHECK(ok(store->undo_state({0, 1})) == UndoState::none);
    using States = std::vector<std::pair<EntryId, UndoState>>;
    for (const auto state :
         {UndoState::pending, UndoState::none, UndoState::undone, UndoState::none}) {
        put(*store, SetUndoState{{0, 1}, state});
        CHECK(ok(store->undo_state({0, 1})) == state);
        CHECK(ok(store->undo_state({0, 2})) == UndoState::none);
        CHECK(ok(store->undo_states()) ==
              (state == UndoState::none ? States{} : States{{{0, 1}, state}}));
        put(*store, ExpectUndo{{0, 1}, state}, ExpectUndo{{0, 2}, UndoState::none});
    }
    CHECK(ok(verify(*store)).ok());
}

TEST_CASE("the undos of an outcome are found, and those of a batch that failed are not") {
    const auto store = open_store();
    const auto undo_of = [](std::uint64_t outcome) {
        EntryDraft draft = entry_of(EntryKind::undo_intent);
        draft.entry.of = EntryId{0, outcome};
        return draft;
    };
    const auto seqs = [&](std::uint64_t outcome) {
        std::vector<std::uint64_t> found;
        for (const StoredEntry& entry : ok(store->undos_of({0, outcome})))
            found.push_back(entry.id.seq);
        return found;
    };
    put(*store, entry_of(EntryKind::outcome), entry_of(EntryKind::outcome));
    put(*store, undo_of(1), undo_of(2), undo_of(1));
    CHECK_FALSE(store->commit(batch_of(SpendGrant{grant_of("none")}, undo_of(1))));
    put(*store, undo_of(1));
    CHECK(seqs(1) == std::vector<std::uint64_t>{3, 5, 6});
    CHECK(seqs(2) == std::vector<std::uint64_t>{4});
    CHECK(seqs(3).empty());
    CHECK(ok(store->undos_of({1, 1})).empty());
}

TEST_CASE("what the entries say of an undo is what their kinds and outcomes say") {
    const auto store = open_store();
    const auto following = [&](EntryKind kind, std::uint64_t of, bool success = false) {
        EntryDraft draft = entry_of(kind);
        draft.entry.of = EntryId{0, of};
        draft.entry.success = success;
        put(*store, std::move(draft));
    };
    put(*store, entry_of(EntryKind::outcome));
    const auto state = [&] { return ok(recorded_undo_state(*store, {0, 1})); };
    CHECK(state() == UndoState::none);
    following(EntryKind::undo_intent, 1);
    CHECK(state() == UndoState::pending);
    following(EntryKind::undo_outcome, 2);
    CHECK(state() == UndoState::none);
    following(EntryKind::undo_intent, 1);
    following(EntryKind::undo_outcome, 4, true);
    CHECK(state() == UndoState::undone);
    CHECK(ok(verify(*store)).first_bad == EntryId{0, 1});
    put(*store, SetUndoState{{0, 1}, UndoState::undone});
    CHECK(ok(verify(*store)).ok());
}

TEST_CASE("the outcome of an intent is its first terminal entry") {
    const auto store = open_store();
    const auto following = [](EntryKind kind, std::uint64_t of) {
        EntryDraft draft = entry_of(kind);
        draft.entry.of = EntryId{0, of};
        return draft;
    };
    put(*store, entry_of(EntryKind::intent), entry_of(EntryKind::intent));
    CHECK_FALSE(ok(store->outcome_of({0, 1})).has_value());
    put(*store, following(EntryKind::timed_out, 1));
    put(*store, following(EntryKind::undo_intent, 1));
    CHECK_FALSE(ok(store->outcome_of({0, 1})).has_value());
    put(*store, following(EntryKind::outcome, 1));
    put(*store, following(EntryKind::undo_outcome, 4), following(EntryKind::outcome, 1));
    CHECK(ok(store->outcome_of({0, 1}))->id == EntryId{0, 5});
    CHECK(ok(store->outcome_of({0, 4}))->id == EntryId{0, 6});
    CHECK_FALSE(ok(store->outcome_of({0, 2})).has_value());
    CHECK_FALSE(ok(store->outcome_of({0, 99})).has_value());
}

TEST_CASE("an entry is found however many came after it") {
    const auto store = open_store();
    constexpr std::uint64_t k_calls = 150;
    for (std::uint64_t i = 1; i <= k_calls; ++i) {
        EntryDraft outcome = entry_of(EntryKind::outcome, std::to_string(i));
        outcome.entry.of = EntryId{0, 2 * i - 1};
        put(*store, entry_of(EntryKind::intent, std::to_string(i)), outcome);
    }
    for (std::uint64_t i = 1; i <= k_calls; ++i) {
        const Ids both{to_string(EntryId{0, 2 * i - 1}), to_string(EntryId{0, 2 * i})};
        CHECK(ids_of(ok(store->entries_of_call(std::to_string(i)))) == both);
        CHECK(ok(store->outcome_of({0, 2 * i - 1}))->id == EntryId{0, 2 * i});
        CHECK(ok(store->entry({0, 2 * i}))->id == EntryId{0, 2 * i});
    }
}

TEST_CASE("an id that a draft borrows is kept like one of its own") {
    const auto store = open_store();
    put(*store, entry_of(EntryKind::intent, "borrowed"));
    EntryDraft outcome = entry_of(EntryKind::outcome, "");
    outcome.entry.of = EntryId{0, 1};
    {
        // As long as the commit takes, and no longer.
        const std::string call = "borrowed";
        outcome.call = call;
        put(*store, std::move(outcome));
    }
    CHECK(ids_of(ok(store->entries_of_call("borrowed"))) == Ids{"0.1", "0.2"});
    CHECK(ok(decode(ok(store->entry({0, 2}))->text)).entry.call_id == "borrowed");
    CHECK(ok(verify(*store)).ok());
}

TEST_CASE("the entries of a call are its own, oldest first") {
    const auto store = open_store();
    put(*store, entry_of(EntryKind::intent, "a"), entry_of(EntryKind::intent, "b"));
    put(*store, entry_of(EntryKind::outcome, "b"), entry_of(EntryKind::outcome, "a"));
    CHECK(ids_of(ok(store->entries_of_call("a"))) == Ids{"0.1", "0.4"});
    CHECK(ids_of(ok(store->entries_of_call("b"))) == Ids{"0.2", "0.3"});
    CHECK(ok(store->entries_of_call("A")).empty());
    CHECK(ok(store->entries_of_call("a%")).empty());
}

TEST_CASE("who expects no intent of a call finds the one that is there") {
    const auto store = open_store();
    const auto begin = [&](const std::string& id) {
        return store->commit(batch_of(ExpectNoIntent{id}, entry_of(EntryKind::intent, id)));
    };
    put(*store, entry_of(EntryKind::decision, "a"), entry_of(EntryKind::undo_intent, "a"));
    ok(begin("a"));
    CHECK(code_of(begin("a")) == Errc::conflict);
    ok(begin("A"));
    ok(begin("a%"));
    // Entries without an id are of no call.
    ok(begin(""));
    ok(begin(""));
    CHECK(count_true(8, [&](int) { return begin("raced").has_value(); }) == 1);
    CHECK(ok(store->entries({.limit = k_all, .oldest_first = false, .with_payloads = false}))
              .size() == 8);
}

TEST_CASE("a contract is kept as it was first put") {
    const auto store = open_store();
    const Digest digest = digest_of("contract");
    CHECK_FALSE(ok(store->contract(digest)).has_value());
    put(*store, PutContract{digest, "first"});
    put(*store, PutContract{digest, "second"}, PutContract{digest_of("other"), ""});
    CHECK(ok(store->contract(digest)) == "first");
    CHECK(ok(store->contract(digest_of("other"))) == "");
}
