// Disks that are full or fail.
// Tests of runtime/src/store_sqlite/connection.cpp and runtime/src/store_sqlite/write/writer.cpp.
#include "faulty_files.hpp"
#include "fixture.hpp"
#include <iam/ledger/verify.hpp>
#include <iam/store/file_lock.hpp>
#include <support/records.hpp>

#include <sqlite3.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <thread>
#include <utility>
#include <vector>

using namespace iam;
using namespace iam::test;

namespace {

/// A ledger on faulty files whose commits all meet before the first is written.
class MeetingPoint {
 public:
    explicit MeetingPoint(const TempDir& folder)
        : lock_file_(folder / "ledger.db.lock"),
          store_(open_in(folder.path(), store_sqlite::Mode::read_write, options())) {}

    ledger::Store& store() { return *store_; }

    std::vector<Result<ledger::Receipt>> commit_at_once(std::vector<ledger::Batch> batches) {
        const auto lock = must(store::FileLock::open(lock_file_));
        std::optional<store::FileLock::Guard> guard(
            must(lock.acquire(std::chrono::milliseconds(0))));
        const std::size_t looks_before = looks_;
        std::vector<Result<ledger::Receipt>> results(batches.size());
        std::vector<std::thread> threads;
        for (std::size_t i = 0; i < batches.size(); ++i)
            threads.emplace_back([&, i] { results[i] = store_->commit(std::move(batches[i])); });
        // Each looks once when it comes, and the one that will write for the others once more.
        while (looks_ < looks_before + batches.size() + 1) std::this_thread::yield();
        guard.reset();
        for (std::thread& thread : threads) thread.join();
        return results;
    }

 private:
    store_sqlite::Options options() {
        store_sqlite::Options options = on_faulty_files();
        options.now = [this] {
            ++looks_;
            return std::chrono::steady_clock::time_point{};
        };
        return options;
    }

    std::atomic<std::size_t> looks_ = 0;
    std::filesystem::path lock_file_;
    std::unique_ptr<ledger::Store> store_;
};

}  // namespace

TEST_CASE(
    "K5 after a failed sync the outcome is unknown once, then the store refuses all commits") {
    const TempDir folder;
    Faults& faults = faulty_files();
    auto store = open_in(folder.path(), store_sqlite::Mode::read_write, on_faulty_files());
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
    const auto store = open_in(folder.path(), store_sqlite::Mode::read_write, on_faulty_files());
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
    const auto store = open_in(folder.path(), store_sqlite::Mode::read_write, on_faulty_files());
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
    const auto store = open_in(folder.path(), store_sqlite::Mode::read_write, on_faulty_files());
    must(store->commit(batch_of(ledger::PutGrant{once("g")})));
    const std::uint64_t version = must(store->version());
    faults.log_write = SQLITE_FULL;
    const Error error =
        error_of(store->commit(batch_of(spend(*store, "g"), entry_of(ledger::EntryKind::intent))));
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
    store_sqlite::Options options = on_faulty_files();
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
    MeetingPoint meeting(folder);
    must(meeting.store().commit(a_note()));
    const int syncs_before = faults.log_syncs;
    meeting.commit_at_once(std::vector<ledger::Batch>(k_threads, a_note()));
    CHECK(all_entries(meeting.store()).size() == k_threads + 1);
    CHECK(faults.log_syncs - syncs_before <= 2);
}

TEST_CASE(
    "of commits that share a sync each has its own verdict, and one that is refused leaves "
    "nothing") {
    constexpr std::size_t k_batches = 12;
    const TempDir folder;
    Faults& faults = faulty_files();
    MeetingPoint meeting(folder);
    must(meeting.store().commit(batch_of(ledger::PutGrant{once("g")})));
    const int syncs_before = faults.log_syncs;
    std::vector<ledger::Batch> batches(k_batches, a_note());
    // Refused after its first change was made.
    batches[5] =
        batch_of(ledger::PutGrant{once("mine")}, entry_of(ledger::EntryKind::intent, "refused"));
    batches[5].mutations.emplace_back(ledger::SpendGrant{grant_of("nobody's")});
    // Two for one use.
    batches[2] =
        batch_of(spend(meeting.store(), "g"), entry_of(ledger::EntryKind::intent, "spent"));
    batches[9] = batches[2];
    const auto results = meeting.commit_at_once(batches);
    for (std::size_t i = 0; i < k_batches; ++i)
        if (i != 2 && i != 5 && i != 9) CHECK(results[i].has_value());
    CHECK(error_of(results[5]).code == Errc::conflict);
    CHECK(results[2].has_value() != results[9].has_value());
    const auto entries = all_entries(meeting.store());
    std::set<std::uint64_t> told;
    for (const auto& result : results)
        if (result) told.insert(result->entries[0].seq);
    CHECK(told.size() == k_batches - 2);
    CHECK(*told.rbegin() == k_batches - 2);
    CHECK(must(meeting.store().grants()).empty());
    CHECK(entries.size() == k_batches - 2);
    CHECK(must(meeting.store().commit(a_note())).entries[0].seq == k_batches - 1);
    CHECK(must(ledger::verify(meeting.store())).ok());
    CHECK(faults.log_syncs - syncs_before <= 3);
}

TEST_CASE("every acknowledged commit was synced before") {
    const TempDir folder;
    Faults& faults = faulty_files();
    const auto store = open_in(folder.path(), store_sqlite::Mode::read_write, on_faulty_files());
    for (int i = 1; i <= 5; ++i) {
        const int before = faults.log_syncs;
        must(store->commit(a_note()));
        CHECK(faults.log_syncs > before);
    }
}
