// Two threads read at once, of the same file or not at all.
#include "fixture.hpp"
#include "raw_database.hpp"
#include <iam/ledger/verify.hpp>

#include <store_sqlite/spare_connection.hpp>

#include <chrono>
#include <filesystem>
#include <future>

using namespace iam;
using namespace iam::test;
namespace fs = std::filesystem;

namespace {

void write_notes(const fs::path& folder, int count, const std::string& call) {
    const auto store = open_in(folder);
    ledger::Batch batch;
    for (int i = 0; i < count; ++i)
        batch.entries.push_back(entry_of(ledger::EntryKind::note, call + std::to_string(i)));
    must(store->commit(std::move(batch)));
}

store_sqlite::SpareConnection spare_of(const fs::path& database) {
    store_sqlite::Connection::Target target{.path = database.string()};
    target.only_reads = true;
    return {target, must(store::identity_of(database))};
}

/// Puts another ledger under the path of the one in `folder`, which open files do not notice.
void exchange(const fs::path& folder, const fs::path& other) {
    for (const char* name : {"ledger.db", "ledger.db-wal", "ledger.db-shm", "ledger.last"}) {
        fs::remove(folder / name);
        if (fs::exists(other / name)) fs::rename(other / name, folder / name);
    }
}

}  // namespace

TEST_CASE("two threads read a ledger at the same time") {
    const TempDir folder;
    write_notes(folder.path(), 3, "mine");
    const auto mode = GENERATE(store_sqlite::Mode::read_write, store_sqlite::Mode::read_only);
    const auto store = open_in(folder.path(), mode);
    bool was_met = false;
    std::future<Result<std::vector<ledger::StoredEntry>>> other;
    const auto done = store->visit({}, [&](ledger::StoredEntry&) {
        other = std::async(std::launch::async, [&] { return store->entries({}); });
        was_met = other.wait_for(std::chrono::minutes(1)) == std::future_status::ready;
        return false;
    });
    CHECK(done.has_value());
    CHECK(was_met);
    CHECK(must(other.get()).size() == 3);
}

TEST_CASE("a spare connection is somebody's alone, and is had again afterwards") {
    const TempDir folder;
    write_notes(folder.path(), 3, "mine");
    auto spare = spare_of(folder / "ledger.db");
    {
        const auto use = spare.take();
        REQUIRE(use.has_value());
        CHECK(must(use->connection().number("SELECT count(*) FROM entries")) == 3);
        CHECK_FALSE(spare.take().has_value());
    }
    CHECK(spare.take().has_value());
}

TEST_CASE("where the path leads to another file there is no spare connection") {
    const TempDir folder;
    const TempDir other;
    write_notes(folder.path(), 3, "mine");
    write_notes(other.path(), 3, "another's");
    auto spare = spare_of(folder / "ledger.db");
    SECTION("exchanged") {
        exchange(folder.path(), other.path());
    }
    SECTION("removed") {
        fs::remove(folder / "ledger.db");
    }
    CHECK_FALSE(spare.take().has_value());
}

TEST_CASE("a ledger whose file was exchanged is verified as the one that was opened") {
    const TempDir folder;
    const TempDir other;
    write_notes(folder.path(), 2'000, "mine");
    write_notes(other.path(), 3'000, "another's");
    const auto store = open_in(folder.path());
    // So that all of its files are open.
    REQUIRE(must(store->entries({})).size() == 50);
    exchange(folder.path(), other.path());
    for (int i = 0; i < 5; ++i) {
        const ledger::Verification verification = must(ledger::verify(*store));
        CHECK(verification.ok());
        CHECK(verification.entries == 2'000);
    }
}

TEST_CASE("a spare connection sees what is written and erased after it was opened") {
    const TempDir folder;
    write_notes(folder.path(), 1'000, "mine");
    const auto store = open_in(folder.path());
    REQUIRE(must(ledger::verify(*store)).ok());
    RawDatabase raw(folder / "ledger.db");
    for (const std::string seq : {"300", "600", "900"}) {
        raw.run("UPDATE entries SET text = text || ' ' WHERE seq = " + seq);
        raw.run("PRAGMA wal_checkpoint(TRUNCATE)");
        for (int i = 0; i < 3; ++i)
            CHECK(to_string(*must(ledger::verify(*store)).first_bad) == "0." + seq);
        raw.run("UPDATE entries SET text = rtrim(text) WHERE seq = " + seq);
        raw.run("PRAGMA wal_checkpoint(TRUNCATE)");
        CHECK(must(ledger::verify(*store)).ok());
    }
}
