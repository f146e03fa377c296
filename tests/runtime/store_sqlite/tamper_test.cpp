// Somebody edits the files of a ledger.
// Tests of runtime/src/store_sqlite/rows/rows.cpp and runtime/src/store_sqlite/write/append.cpp.
#include "fixture.hpp"
#include "raw_database.hpp"
#include <iam/ledger/verify.hpp>
#include <support/records.hpp>

#include <fstream>

using namespace iam;
using namespace iam::test;

namespace {

/// Three entries, each with a payload; the second is the outcome of the first.
std::unique_ptr<ledger::Store> three_entries(const TempDir& folder) {
    auto store = open_in(folder.path());
    for (int i = 0; i < 3; ++i) {
        ledger::EntryDraft draft = entry_of(ledger::EntryKind::note, std::to_string(i));
        if (i == 1) draft.entry.kind = ledger::EntryKind::outcome;
        if (i == 1) draft.entry.of = ledger::EntryId{0, 1};
        draft.payloads = {payload_of("arguments", "{\"a\":" + std::to_string(i) + "}")};
        must(store->commit(batch_of(draft)));
    }
    return store;
}

/// Entries with no value, one, three and a large one, so that the room of one entry is used for
/// another kind of entry.
std::unique_ptr<ledger::Store> mixed_entries(const TempDir& folder, int count) {
    auto store = open_in(folder.path());
    ledger::Batch batch;
    for (int i = 0; i < count; ++i) {
        ledger::EntryDraft draft = entry_of(ledger::EntryKind::note, std::to_string(i));
        for (int value = 0; value < i % 4; ++value)
            draft.payloads.push_back(payload_of("value" + std::to_string(value), "{}"));
        if (i % 97 == 0) draft.payloads = {payload_of("large", std::string(20'000, 'x'))};
        batch.entries.push_back(std::move(draft));
    }
    must(store->commit(std::move(batch)));
    return store;
}

}  // namespace

TEST_CASE("K7 in a ledger of many pages each kind of entry is verified, and a change is found") {
    const TempDir folder;
    constexpr int k_count = 1'500;
    const auto store = mixed_entries(folder, k_count);
    const ledger::Verification whole = must(ledger::verify(*store));
    CHECK(whole.ok());
    CHECK(whole.entries == k_count);
    RawDatabase raw(folder / "ledger.db");
    for (const std::string seq : {"1068", "1069", "1070", "1071", "1500"}) {
        const std::string where = " WHERE seq = " + seq;
        raw.run("UPDATE entries SET call_id = CAST(call_id || x'31' AS BLOB)" + where);
        const ledger::Verification changed = must(ledger::verify(*store));
        REQUIRE(changed.first_bad.has_value());
        CHECK(to_string(*changed.first_bad) == "0." + seq);
        raw.run("UPDATE entries SET call_id = substr(call_id, 1, length(call_id) - 1)" + where);
    }
    CHECK(must(ledger::verify(*store)).ok());
}

TEST_CASE("K7 whichever stored byte of an entry changes, verification names the entry") {
    const TempDir folder;
    const auto store = three_entries(folder);
    RawDatabase raw(folder / "ledger.db");
    struct Column {
        std::string name;
        std::string value;  // as SQL, from the bytes ?1
    };
    const std::vector<Column> columns{
        {"text", "CAST(?1 AS TEXT)"}, {"previous", "?1"}, {"hash", "?1"},
        {"kind", "CAST(?1 AS TEXT)"}, {"call_id", "?1"},  {"payloads", "?1"},
    };
    for (const Column& column : columns) {
        const std::string bytes = raw.read("SELECT " + column.name + " FROM entries WHERE seq = 2");
        REQUIRE_FALSE(bytes.empty());
        const std::string update =
            "UPDATE entries SET " + column.name + " = " + column.value + " WHERE seq = 2";
        for (std::size_t at = 0; at < bytes.size(); ++at) {
            std::string changed = bytes;
            changed[at] = static_cast<char>(changed[at] ^ 1);
            raw.run_with(update, changed);
            const ledger::Verification verification = must(ledger::verify(*store));
            INFO(column.name << " at " << at);
            REQUIRE(verification.first_bad.has_value());
            CHECK(*verification.first_bad == ledger::EntryId{0, 2});
        }
        raw.run_with(update, bytes);
    }
    CHECK(must(ledger::verify(*store)).ok());
}

TEST_CASE("an entry that is filed under another original than its text names is found") {
    const TempDir folder;
    const auto store = three_entries(folder);
    RawDatabase raw(folder / "ledger.db");
    const auto [change, entry] = GENERATE(
        table<std::string, std::uint64_t>({{"of_seq = 3 WHERE seq = 2", 2},
                                           {"of_chain = 1 WHERE seq = 2", 2},
                                           {"of_chain = NULL, of_seq = NULL WHERE seq = 2", 2},
                                           {"of_chain = 0, of_seq = 1 WHERE seq = 3", 3}}));
    INFO(change);
    raw.run("UPDATE entries SET " + change);
    CHECK(must(ledger::verify(*store)).first_bad == ledger::EntryId{0, entry});
}

TEST_CASE("an entry that is filed wrongly is nobody's outcome and of nobody's call") {
    const TempDir folder;
    const auto store = three_entries(folder);
    RawDatabase raw(folder / "ledger.db");
    raw.run("UPDATE entries SET of_seq = 3, call_id = x'32', found_by = 2 WHERE seq = 2");
    const Error outcome = error_of(store->outcome_of({0, 3}));
    CHECK(outcome.code == Errc::corrupt);
    CHECK(contains(outcome.message, "entry 0.2"));
    CHECK(error_of(store->entries_of_call("2")).code == Errc::corrupt);
    // The entry itself is still shown, and so is every other one.
    CHECK(must(store->entry({0, 2})).has_value());
    CHECK(must(store->entries({})).size() == 3);
}

TEST_CASE("K7 an entry that was put into other indexes, or into none, is named") {
    const TempDir folder;
    const auto store = three_entries(folder);
    RawDatabase raw(folder / "ledger.db");
    const int found_by = GENERATE(0, 2, 3, 4);
    INFO(found_by);
    raw.run("UPDATE entries SET found_by = " + std::to_string(found_by) + " WHERE seq = 2");
    const ledger::Verification verification = must(ledger::verify(*store));
    CHECK(verification.first_bad == ledger::EntryId{0, 2});
    CHECK(contains(verification.reason, "is not looked for"));
}

TEST_CASE("K7 XF01 an undo state that somebody takes away, changes, moves or adds is named") {
    const TempDir folder;
    const auto store = open_in(folder.path());
    for (const auto kind : {ledger::EntryKind::outcome, ledger::EntryKind::outcome,
                            ledger::EntryKind::undo_intent, ledger::EntryKind::undo_outcome}) {
        ledger::EntryDraft draft = entry_of(kind);
        if (kind == ledger::EntryKind::undo_intent) draft.entry.of = ledger::EntryId{0, 1};
        if (kind == ledger::EntryKind::undo_outcome) draft.entry.of = ledger::EntryId{0, 3};
        draft.entry.success = true;
        must(store->commit(batch_of(draft)));
    }
    must(store->commit(batch_of(ledger::SetUndoState{{0, 1}, ledger::UndoState::undone})));
    REQUIRE(must(ledger::verify(*store)).ok());
    const auto [change, entry] = GENERATE(
        table<std::string, std::uint64_t>({{"DELETE FROM undo_states", 1},
                                           {"UPDATE undo_states SET state = 'pending'", 1},
                                           {"UPDATE undo_states SET seq = 2", 1},
                                           {"INSERT INTO undo_states VALUES (2, 'undone')", 2}}));
    INFO(change);
    RawDatabase(folder / "ledger.db").run(change);
    const ledger::Verification verification = must(ledger::verify(*store));
    CHECK(verification.first_bad == ledger::EntryId{0, entry});
    CHECK(contains(verification.reason, "undo"));
}

TEST_CASE("an entry that was removed from the middle is named") {
    const TempDir folder;
    const auto store = three_entries(folder);
    RawDatabase(folder / "ledger.db")
        .run("PRAGMA foreign_keys = OFF; DELETE FROM entries WHERE seq = 2");
    CHECK(must(ledger::verify(*store)).first_bad == ledger::EntryId{0, 2});
}

TEST_CASE("entries that were cut off the end are missed, and nothing is written after the cut") {
    const TempDir folder;
    const auto store = three_entries(folder);
    RawDatabase(folder / "ledger.db")
        .run("PRAGMA foreign_keys = OFF; DELETE FROM entries WHERE seq = 3");
    const Error verification = error_of(ledger::verify(*store));
    CHECK(verification.code == Errc::corrupt);
    CHECK(contains(verification.message, "entry 0.3 is missing"));
    const Error commit = error_of(store->commit(batch_of(entry_of(ledger::EntryKind::note))));
    CHECK(commit.code == Errc::corrupt);
    CHECK(contains(commit.message, "0.3"));
    // People still see what is left.
    CHECK(must(store->entries({})).size() == 2);
}

TEST_CASE("an entry that was exchanged at the end with its hash is noticed by the next commit") {
    const TempDir folder;
    const auto store = three_entries(folder);
    RawDatabase(folder / "ledger.db").run("UPDATE entries SET hash = zeroblob(32) WHERE seq = 3");
    CHECK(error_of(store->commit(batch_of(entry_of(ledger::EntryKind::note)))).code ==
          Errc::corrupt);
}

TEST_CASE("a word that no program writes is corrupt, never a default") {
    const TempDir folder;
    const auto store = open_in(folder.path());
    must(store->commit(batch_of(ledger::PutGrant{once("g")}, ledger::PutApproval{approval_of("a")},
                                entry_of(ledger::EntryKind::note))));
    RawDatabase(folder / "ledger.db")
        .run("UPDATE grants SET risk = 'none'; UPDATE approvals SET state = 'yes'");
    CHECK(must(store->grants()).empty());
    CHECK(must(store->standing(some_tool(), {})).grants.empty());
    CHECK(error_of(store->approval("a")).code == Errc::corrupt);
}

TEST_CASE("pages overwritten with noise are corrupt") {
    const TempDir folder;
    {
        store_sqlite::Options options;
        options.checkpoint_pages = 1;
        const auto store = open_in(folder.path(), store_sqlite::Mode::read_write, options);
        for (int i = 0; i < 50; ++i) {
            must(store->commit(batch_of(entry_of(ledger::EntryKind::note, std::string(200, 'c')))));
        }
    }
    std::filesystem::remove(folder / "ledger.db-wal");
    std::filesystem::remove(folder / "ledger.db-shm");
    {
        // All but the header and the schema.
        const auto size =
            static_cast<std::streamoff>(std::filesystem::file_size(folder / "ledger.db"));
        std::fstream file(folder / "ledger.db", std::ios::in | std::ios::out | std::ios::binary);
        file.seekp(4096);
        file << std::string(static_cast<std::size_t>(size - 4096), '\x5A');
    }
    const auto store = try_open(folder.path());
    if (!store) {
        CHECK(store.error().code == Errc::corrupt);
        return;
    }
    CHECK(error_of(ledger::verify(**store)).code == Errc::corrupt);
    CHECK(error_of((*store)->commit(batch_of(entry_of(ledger::EntryKind::note)))).code ==
          Errc::corrupt);
}
