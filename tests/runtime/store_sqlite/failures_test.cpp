// Disks that are full or fail.
#include "faulty_files.hpp"
#include "fixture.hpp"
#include <iam/ledger/verify.hpp>
#include <support/records.hpp>

#include <sqlite3.h>
#include <store_sqlite/writer_lock.hpp>

#include <atomic>
#include <chrono>
#include <optional>
#include <thread>
#include <vector>

using namespace iam;
using namespace iam::test;

namespace {

store_sqlite::Options faulty() {
    store_sqlite::Options options;
    options.vfs = k_faulty_files;
    return options;
}

}  // namespace

TEST_CASE(
    "K5 after a failed sync the outcome is unknown once, then the store refuses all commits") {
    const TempDir folder;
    Faults& faults = faulty_files();
    auto store = open_in(folder.path(), store_sqlite::Mode::read_write, faulty());
    must(store->commit(a_note()));
    faults.log_sync = SQLITE_IOERR_FSYNC;
    CHECK(error_of(store->commit(a_note())).code == Errc::outcome_unknown);
    // The disk says that it is well again: it lies about what it dropped.
    faults.log_sync = 0;
    const Error refused = error_of(store->commit(a_note()));
    CHECK(refused.code == Errc::unavailable);
    CHECK(contains(refused.message, "start the program again"));
    CHECK(all_entries(*store).size() == 1);

    store.reset();
    store = open_in(folder.path());
    const auto verification = must(ledger::verify(*store));
    CHECK(verification.reason.empty());
    CHECK(verification.entries >= 1);
    CHECK(must(store->commit(a_note())).entries[0].seq == verification.entries + 1);
}

TEST_CASE("no thread is told of success by a commit whose sync failed") {
    const TempDir folder;
    Faults& faults = faulty_files();
    const auto store = open_in(folder.path(), store_sqlite::Mode::read_write, faulty());
    faults.log_sync = SQLITE_IOERR_FSYNC;
    std::atomic<int> wrong{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 16; ++i) {
        threads.emplace_back([&] {
            const auto receipt = store->commit(a_note());
            const bool right = !receipt && (receipt.error().code == Errc::outcome_unknown ||
                                            receipt.error().code == Errc::unavailable);
            if (!right) ++wrong;
        });
    }
    for (std::thread& thread : threads) thread.join();
    faults.log_sync = 0;
    CHECK(wrong == 0);
    CHECK(all_entries(*store).empty());
}

TEST_CASE(
    "a batch that need not be on disk waits for no sync, and the next one that must takes it "
    "along") {
    const TempDir folder;
    Faults& faults = faulty_files();
    const auto store = open_in(folder.path(), store_sqlite::Mode::read_write, faulty());
    must(store->commit(a_note()));
    const auto commit_lazily = [&] {
        ledger::Batch batch = a_note();
        batch.lazily_synced = true;
        return store->commit(std::move(batch));
    };
    const int before = faults.log_syncs;
    for (int i = 0; i < 3; ++i) must(commit_lazily());
    CHECK(faults.log_syncs == before);
    CHECK(all_entries(*store).size() == 4);
    must(store->commit(a_note()));
    CHECK(faults.log_syncs > before);
    faults.log_sync = SQLITE_IOERR_FSYNC;
    CHECK(commit_lazily().has_value());
    CHECK(error_of(store->commit(a_note())).code == Errc::outcome_unknown);
    faults.log_sync = 0;
}

TEST_CASE("a full disk is unavailable, changes nothing and is forgotten once there is space") {
    const TempDir folder;
    Faults& faults = faulty_files();
    const auto store = open_in(folder.path(), store_sqlite::Mode::read_write, faulty());
    must(store->commit(batch_of(ledger::PutGrant{once("g")})));
    const std::uint64_t version = must(store->version());
    faults.log_write = SQLITE_FULL;
    const Error error = error_of(
        store->commit(batch_of(ledger::SpendGrant{"g"}, entry_of(ledger::EntryKind::intent))));
    CHECK(error.code == Errc::unavailable);
    CHECK(contains(error.message, "free space"));
    CHECK(must(store->version()) == version);
    CHECK(must(store->grants()).size() == 1);
    faults.log_write = 0;
    CHECK(must(store->commit(a_note())).entries[0] == ledger::EntryId{0, 1});
    CHECK(must(ledger::verify(*store)).ok());
}

TEST_CASE("a ledger that may not grow refuses large batches and keeps what it has") {
    const TempDir folder;
    store_sqlite::Options options;
    options.pages_max = 60;
    const auto store = open_in(folder.path(), store_sqlite::Mode::read_write, options);
    must(store->commit(a_note()));
    ledger::EntryDraft large = entry_of(ledger::EntryKind::intent);
    large.payloads = {payload_of("arguments", std::string(400'000, 'x'))};
    const Error error = error_of(store->commit(batch_of(ledger::PutGrant{once("g")}, large)));
    CHECK(error.code == Errc::unavailable);
    CHECK(must(store->grants()).empty());
    CHECK(must(store->commit(a_note())).entries[0] == ledger::EntryId{0, 2});
    CHECK(must(ledger::verify(*store)).entries == 2);
}

TEST_CASE("a checkpoint that fails does not undo its commit, but is the last one") {
    const TempDir folder;
    Faults& faults = faulty_files();
    store_sqlite::Options options = faulty();
    options.checkpoint_pages = 1;
    auto store = open_in(folder.path(), store_sqlite::Mode::read_write, options);
    faults.database_sync = SQLITE_IOERR_FSYNC;
    must(store->commit(a_note()));
    faults.database_sync = 0;
    CHECK(error_of(store->commit(a_note())).code == Errc::unavailable);
    store.reset();
    CHECK(all_entries(*open_in(folder.path())).size() == 1);
}

TEST_CASE("commits that wait at the same moment share one sync") {
    constexpr int k_threads = 16;
    const TempDir folder;
    Faults& faults = faulty_files();
    std::atomic<int> looks{0};
    store_sqlite::Options options = faulty();
    options.now = [&looks] {
        ++looks;
        return std::chrono::steady_clock::time_point{};
    };
    const auto store = open_in(folder.path(), store_sqlite::Mode::read_write, options);
    must(store->commit(a_note()));
    const auto lock = must(store_sqlite::WriterLock::open(folder / "ledger.db.lock"));
    std::optional<store_sqlite::WriterLock::Guard> guard(
        must(lock.acquire(std::chrono::milliseconds(0))));
    const int syncs_before = faults.log_syncs;
    const int looks_before = looks;
    std::vector<std::thread> threads;
    for (int i = 0; i < k_threads; ++i)
        threads.emplace_back([&] { static_cast<void>(store->commit(a_note())); });
    // Each looks once when it comes, and the one that will write for the others once more.
    while (looks < looks_before + k_threads + 1) std::this_thread::yield();
    guard.reset();
    for (std::thread& thread : threads) thread.join();
    CHECK(all_entries(*store).size() == k_threads + 1);
    CHECK(faults.log_syncs - syncs_before <= 2);
}

TEST_CASE("every acknowledged commit was synced before") {
    const TempDir folder;
    Faults& faults = faulty_files();
    const auto store = open_in(folder.path(), store_sqlite::Mode::read_write, faulty());
    for (int i = 1; i <= 5; ++i) {
        const int before = faults.log_syncs;
        must(store->commit(a_note()));
        CHECK(faults.log_syncs > before);
    }
}
