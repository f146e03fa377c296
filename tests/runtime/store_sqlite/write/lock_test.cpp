// The writer's lock: who waits, how long, and what is said.
// Tests of runtime/src/store/files/file_lock.cpp, over a ledger and its writers.
#include <iam/store/file_lock.hpp>
#include <support/records.hpp>

#include <runtime/store_sqlite/child_process.hpp>
#include <runtime/store_sqlite/fixture.hpp>

#include <array>
#include <atomic>
#include <condition_variable>
#include <future>
#include <mutex>
#include <optional>

using namespace iam;
using namespace iam::test;
using namespace std::chrono_literals;

TEST_CASE(
    "a commit that cannot get the lock is unavailable, names its holder and changes nothing") {
    const TempDir folder;
    store_sqlite::Options options;
    options.lock_wait = 20ms;
    const auto store = open_in(folder.path(), store_sqlite::Mode::read_write, options);
    const std::uint64_t version = must(store->version());
    ChildProcess holder({"hold", folder.path().string()});
    REQUIRE(holder.read_line() == "holding");

    const Error error = error_of(store->commit(batch_of(ledger::PutGrant{once("g")})));
    CHECK(error.code == Errc::unavailable);
    CHECK(contains(error.message, "process " + std::to_string(holder.pid())));
    CHECK(contains(error.message, "iam_test_store_sqlite_child"));
    CHECK(must(store->version()) == version);
    CHECK(must(store->grants()).empty());

    holder.go();
    CHECK(holder.wait() == 0);
    must(store->commit(batch_of(ledger::PutGrant{once("g")})));
}

TEST_CASE("the time that a commit waits for its turn counts as waiting for the lock") {
    const TempDir folder;
    store_sqlite::Options options;
    options.lock_wait = 10min;
    options.now = [looks = std::make_shared<std::atomic<int>>(0)] {
        return std::chrono::steady_clock::time_point(10min * (*looks)++);
    };
    const auto store = open_in(folder.path(), store_sqlite::Mode::read_write, options);
    ChildProcess holder({"hold", folder.path().string()});
    REQUIRE(holder.read_line() == "holding");
    // Its time is up when its turn comes.
    CHECK(error_of(store->commit(batch_of(ledger::PutGrant{once("g")}))).code == Errc::unavailable);
    holder.go();
    CHECK(holder.wait() == 0);
    // Then it still takes a lock that is free.
    must(store->commit(batch_of(ledger::PutGrant{once("g")})));
}

TEST_CASE("who waits behind a commit that gives up waits on for the rest of its own time") {
    const TempDir folder;
    { const auto made = open_in(folder.path()); }
    const auto lock = must(store::FileLock::open(folder / "ledger.db.lock"));
    std::optional<store::FileLock::Guard> guard;

    // The first commit and its look at the time left; two more that come meanwhile; the first gives
    // up; the second does, and then the lock is free; the third has a minute left.
    constexpr std::array<std::chrono::minutes, 8> k_times{0min,  10min, 1min,  2min,
                                                          10min, 11min, 11min, 11min};
    std::mutex mutex;
    std::condition_variable news;
    std::size_t looks = 0;
    store_sqlite::Options options;
    options.lock_wait = 10min;
    options.now = [&] {
        std::unique_lock held(mutex);
        const std::size_t look = looks++;
        news.notify_all();
        if (look == 1) news.wait(held, [&] { return looks == 4; });
        if (look == 6) guard.reset();
        return std::chrono::steady_clock::time_point(k_times.at(look));
    };
    const auto store = open_in(folder.path(), store_sqlite::Mode::read_write, options);
    guard.emplace(must(lock.acquire(0ms)));
    const auto commit = [&] {
        return std::async(std::launch::async, [&] {
            return store->commit(batch_of(entry_of(ledger::EntryKind::note))).has_value();
        });
    };
    auto first = commit();
    {
        std::unique_lock held(mutex);
        news.wait(held, [&] { return looks == 2; });
    }
    auto second = commit();
    {
        std::unique_lock held(mutex);
        news.wait(held, [&] { return looks == 3; });
    }
    auto third = commit();
    CHECK_FALSE(first.get());
    CHECK_FALSE(second.get());
    CHECK(third.get());
    CHECK(all_entries(*store).size() == 1);
}

TEST_CASE("opening for writing waits for the lock too, opening for reading does not") {
    const TempDir folder;
    store_sqlite::Options options;
    options.lock_wait = 20ms;
    { const auto made = open_in(folder.path()); }
    ChildProcess holder({"hold", folder.path().string()});
    REQUIRE(holder.read_line() == "holding");
    const Error error = error_of(try_open(folder.path(), store_sqlite::Mode::read_write, options));
    CHECK(error.code == Errc::unavailable);
    CHECK(contains(error.message, std::to_string(holder.pid())));
    CHECK(all_entries(*open_in(folder.path(), store_sqlite::Mode::read_only)).empty());
}

TEST_CASE("a ledger that is closed while another process has the lock is not checkpointed") {
    const TempDir folder;
    auto store = open_in(folder.path());
    must(store->commit(batch_of(entry_of(ledger::EntryKind::note))));
    const auto log_size = std::filesystem::file_size(folder / "ledger.db-wal");
    const auto size = std::filesystem::file_size(folder / "ledger.db");
    REQUIRE(log_size > 0);
    ChildProcess holder({"hold", folder.path().string()});
    REQUIRE(holder.read_line() == "holding");
    store.reset();
    CHECK(std::filesystem::file_size(folder / "ledger.db-wal") == log_size);
    CHECK(std::filesystem::file_size(folder / "ledger.db") == size);
}

TEST_CASE("the lock of a killed process is free") {
    const TempDir folder;
    store_sqlite::Options options;
    options.lock_wait = 0ms;
    { const auto made = open_in(folder.path()); }
    ChildProcess holder({"hold", folder.path().string()});
    REQUIRE(holder.read_line() == "holding");
    holder.kill();
    const auto store = open_in(folder.path(), store_sqlite::Mode::read_write, options);
    must(store->commit(batch_of(entry_of(ledger::EntryKind::note))));
}

TEST_CASE("two stores of one process exclude each other as two processes do") {
    const TempDir folder;
    const auto first = must(store::FileLock::open(folder / "lock"));
    const auto second = must(store::FileLock::open(folder / "lock"));
    {
        const auto guard = must(first.acquire(0ms));
        const Error error = error_of(second.acquire(0ms));
        CHECK(contains(error.message, std::to_string(::getpid())));
    }
    must(second.acquire(0ms));
}

TEST_CASE("who waits for the lock gives up when the time is over, however long a sleep took") {
    const TempDir folder;
    const auto first = must(store::FileLock::open(folder / "lock"));
    const auto second = must(store::FileLock::open(folder / "lock"));
    const auto guard = must(first.acquire(0ms));
    int looks = 0;
    const auto now = [&looks] {
        return std::chrono::steady_clock::time_point(std::chrono::hours(1) * looks++);
    };
    CHECK(error_of(second.acquire(std::chrono::hours(3), now)).code == Errc::unavailable);
    CHECK(looks == 4);
}

TEST_CASE("a ledger whose database or lock file was taken away takes no more commits") {
    const TempDir folder;
    const auto store = open_in(folder.path());
    const char* name = GENERATE("ledger.db", "ledger.db.lock");
    const auto file = folder / name;
    SECTION("removed") {
        std::filesystem::remove(file);
    }
    SECTION("exchanged") {
        std::filesystem::copy_file(file, folder / "copy");
        std::filesystem::rename(folder / "copy", file);
    }
    const Error error = error_of(store->commit(batch_of(entry_of(ledger::EntryKind::note))));
    CHECK(error.code == Errc::unavailable);
    CHECK(contains(error.message, file.string()));
}
