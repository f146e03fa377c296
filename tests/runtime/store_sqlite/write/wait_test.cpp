// Waiting for commits of others.
// Tests of runtime/src/store_sqlite/write/change_watch.cpp.
#include <support/records.hpp>

#include <runtime/store_sqlite/child_process.hpp>
#include <runtime/store_sqlite/fixture.hpp>

#include <future>

using namespace iam;
using namespace iam::test;
using namespace std::chrono_literals;

TEST_CASE("a wait ends with a commit of the same store, of another store and of another process") {
    const TempDir folder;
    const auto store = open_in(folder.path());
    const auto other = open_in(folder.path());
    const auto mode = GENERATE(store_sqlite::Mode::read_write, store_sqlite::Mode::read_only);
    const auto waiter = open_in(folder.path(), mode);
    const auto wait = [&waiter] {
        const std::uint64_t seen = must(waiter->version());
        return std::async(std::launch::async, [&waiter, seen] {
            const auto changed = waiter->wait_for_change(seen, 5min, {});
            return changed.has_value() && *changed;
        });
    };
    for (ledger::Store* writer : {store.get(), other.get()}) {
        auto waiting = wait();
        must(writer->commit(batch_of(entry_of(ledger::EntryKind::note))));
        CHECK(waiting.get());
    }
    auto waiting = wait();
    ChildProcess child({"append", folder.path().string(), "1"});
    REQUIRE(child.read_line() == "ready");
    child.go();
    CHECK(waiting.get());
}

TEST_CASE("another process that waits notices a commit here") {
    const TempDir folder;
    const auto store = open_in(folder.path());
    ChildProcess child({"wait", folder.path().string()});
    REQUIRE(child.read_line() == "ready");
    must(store->commit(batch_of(ledger::PutApproval{approval_of("a")})));
    CHECK(child.read_line() == "changed");
}

TEST_CASE("a wait ends without a change at its time-out and at a request to stop") {
    const TempDir folder;
    const auto store = open_in(folder.path());
    const std::uint64_t seen = must(store->version());
    CHECK_FALSE(must(store->wait_for_change(seen, 0ms, {})));
    CHECK_FALSE(must(store->wait_for_change(seen, -1ms, {})));
    CHECK_FALSE(must(store->wait_for_change(seen, 2ms, {})));
    std::stop_source stop;
    auto waiting = std::async(std::launch::async, [&] {
        const auto changed =
            store->wait_for_change(seen, std::chrono::milliseconds::max(), stop.get_token());
        return changed.has_value() && !*changed;
    });
    stop.request_stop();
    CHECK(waiting.get());
}

TEST_CASE("a change before the wait ends it at once, and a refused batch is no change") {
    const TempDir folder;
    const auto store = open_in(folder.path());
    const std::uint64_t seen = must(store->version());
    CHECK(error_of(store->commit(batch_of(ledger::SpendGrant{grant_of("none")}))).code ==
          Errc::conflict);
    must(store->commit({}));
    CHECK(must(store->version()) == seen);
    must(store->commit(batch_of(entry_of(ledger::EntryKind::note))));
    CHECK(must(store->wait_for_change(seen, 5min, {})));
}
