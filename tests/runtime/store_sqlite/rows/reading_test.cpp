// Readers see the state of one moment, and the file as it is.
// Tests of runtime/src/store_sqlite/rows/read_entries.cpp.
#include <iam/ledger/verify.hpp>

#include <runtime/store_sqlite/faulty_files.hpp>
#include <runtime/store_sqlite/fixture.hpp>
#include <runtime/store_sqlite/raw_database.hpp>
#include <sqlite3.h>

#include <filesystem>

using namespace iam;
using namespace iam::test;

namespace {

/// All of it is in the database, and nothing in the log.
std::unique_ptr<ledger::Store> notes_in(const TempDir& folder, int count,
                                        const store_sqlite::Options& options = {}) {
    {
        const auto store = open_in(folder.path());
        ledger::Batch batch;
        for (int i = 0; i < count; ++i)
            batch.entries.push_back(entry_of(ledger::EntryKind::note, std::to_string(i)));
        must(store->commit(std::move(batch)));
    }
    RawDatabase(folder / "ledger.db").run("PRAGMA wal_checkpoint(TRUNCATE)");
    return open_in(folder.path(), store_sqlite::Mode::read_write, options);
}

}  // namespace

TEST_CASE("what changes in the file of a ledger is seen by the next read") {
    const TempDir folder;
    const auto store = notes_in(folder, 60);
    RawDatabase raw(folder / "ledger.db");
    for (const std::size_t row : {20U, 30U, 59U}) {
        REQUIRE(must(ledger::verify(*store)).ok());
        const std::string where = " WHERE seq = " + std::to_string(row);
        raw.run("UPDATE entries SET text = replace(text, 'note', 'nope')" + where);
        raw.run("PRAGMA wal_checkpoint(TRUNCATE)");
        CHECK(contains(all_entries(*store).at(row - 1).text, "nope"));
        CHECK(must(ledger::verify(*store)).first_bad == ledger::EntryId{0, row});
        raw.run("UPDATE entries SET text = replace(text, 'nope', 'note')" + where);
        raw.run("PRAGMA wal_checkpoint(TRUNCATE)");
    }
}

TEST_CASE("what others write while a ledger is read is no part of what is read") {
    const TempDir folder;
    const auto store = notes_in(folder, 3'000);
    RawDatabase raw(folder / "ledger.db");
    std::string late_text;
    ledger::Query all;
    all.oldest_first = true;
    all.limit = 3'000;
    REQUIRE(store
                ->visit(all,
                        [&](ledger::StoredEntry& entry) {
                            if (entry.id.seq == 100) {
                                raw.run("UPDATE entries SET text = replace(text, 'note', 'nope')");
                                raw.run("PRAGMA wal_checkpoint(PASSIVE)");
                            }
                            CHECK_FALSE(contains(entry.text, "nope"));
                            if (entry.id.seq == 3'000) late_text = entry.text;
                            return true;
                        })
                .has_value());
    CHECK(contains(late_text, "note"));
    CHECK(contains(must(store->entry({0, 3'000}))->text, "nope"));
}

TEST_CASE("a ledger whose disk fails while it is read is an error and no verdict") {
    const TempDir folder;
    Faults& files = faulty_files();
    const auto store = notes_in(folder, 3'000, on_faulty_files());
    files.database_read = SQLITE_IOERR_READ;
    const Error error = error_of(ledger::verify(*store));
    CHECK(error.code == Errc::unavailable);
    CHECK(contains(error.message, "disk"));
    files.database_read = 0;
    CHECK(must(ledger::verify(*store)).ok());
}

TEST_CASE("a ledger whose file is cut off while it is open is an error and no verdict") {
    const TempDir folder;
    const auto store = notes_in(folder, 3'000);
    const auto size = std::filesystem::file_size(folder / "ledger.db");
    for (const auto part : {size / 2, size / 4 + 100}) {
        std::filesystem::resize_file(folder / "ledger.db", part);
        CHECK_FALSE(ledger::verify(*store).has_value());
    }
}
