// Tests of runtime/src/store_postgres/changes/change_feed.cpp: announcements of commits (P10).
#include "../fixture.hpp"
#include <support/conformance.hpp>

#include <store_postgres/changes/change_feed.hpp>

#include <thread>

using namespace iam::test;
using iam::store::Mode;
using iam::store_postgres::ChangeFeed;
using std::chrono::milliseconds;

namespace {

/// A feed that listens already.
struct Listening {
    ChangeFeed feed;
    explicit Listening(const Ledger& ledger) : feed(ledger.target()) {
        feed.wake();
        REQUIRE(feed.wait(milliseconds(0)));
    }
};

}  // namespace

TEST_CASE("a commit of one host is announced to the others (P10)") {
    const Ledger ledger;
    const auto store = open_at(ledger.made(), Mode::read_write, quiet());
    Listening other(ledger);
    CHECK_FALSE(other.feed.wait(milliseconds(0)));
    must(store->commit(a_note()));
    CHECK(other.feed.wait(std::chrono::minutes(1)));
}

TEST_CASE("a change of consent is announced at once, also behind another commit (P10)") {
    const Ledger ledger;
    const auto store = open_at(ledger.made(), Mode::read_write, quiet());
    must(store->commit(a_note()));
    Listening other(ledger);
    must(store->commit(batch_of(iam::ledger::SetFreeze{iam::consent::Freeze{"why", "ann", {}}})));
    CHECK(other.feed.wait(std::chrono::minutes(1)));
}

TEST_CASE("a ledger in another schema of the database is not heard") {
    const Ledger ledger;
    const Ledger elsewhere;
    ledger.made();
    const auto store = open_at(elsewhere.made(), Mode::read_write, quiet());
    Listening other(ledger);
    must(store->commit(a_note()));
    CHECK_FALSE(other.feed.wait(milliseconds(100)));
}

TEST_CASE("a bell of the same program ends the wait, and a lost server does not") {
    const Ledger ledger;
    auto target = ledger.target();
    target.address = "postgresql://iam@/postgres?host=/nowhere";
    ChangeFeed feed(target);
    CHECK_FALSE(feed.wait(milliseconds(1)));
    feed.wake();
    CHECK(feed.wait(std::chrono::minutes(1)));
    std::thread ringing([&] { feed.wake(); });
    CHECK(feed.wait(std::chrono::minutes(1)));
    ringing.join();
}

TEST_CASE("a feed whose connection the server ended listens again (P10)") {
    const Ledger ledger;
    const auto store = open_at(ledger.made(), Mode::read_write, quiet());
    Listening other(ledger);
    ledger.past(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND "
        "backend_type = 'client backend'");
    // The server says why, then it ends the connection. Another one is opened after that.
    for (int i = 0; i < 2; ++i) CHECK(other.feed.wait(std::chrono::minutes(1)));
    other.feed.wake();
    REQUIRE(other.feed.wait(milliseconds(0)));
    must(store->commit(a_note()));
    CHECK(other.feed.wait(std::chrono::minutes(1)));
}

TEST_CASE("the epoch of a host is never behind its own commits, also those in conflict (P08)") {
    const Ledger ledger;
    const std::string place = ledger.made();
    const auto here = open_at(place, Mode::read_write, quiet());
    const auto there = open_at(place, Mode::read_write, quiet());
    using namespace iam::ledger;
    const auto epoch = [&] { return must(here->epoch(iam::consent::k_all_scope)); };
    const std::uint64_t first = epoch();
    must(there->commit(batch_of(PutPolicy{some_tool(), iam::Policy::deny})));
    // The change is elsewhere, so `here` may or may not know it.
    CHECK(epoch() >= first);
    CHECK(error_of(here->commit(batch_of(ExpectEpoch{.epoch = first}, entry_of(EntryKind::intent))))
              .code == iam::Errc::conflict);
    CHECK(epoch() == first + 1);
    const Receipt receipt =
        must(here->commit(batch_of(PutPolicy{some_tool(), iam::Policy::allow})));
    CHECK(epoch() == receipt.epoch);
}
