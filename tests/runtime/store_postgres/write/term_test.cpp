// Tests of runtime/src/store_postgres/write/{term,chain,last_entry}.cpp: leases, clones, clocks and
// a lost end (P14-P17, P20).
#include "../fixture.hpp"
#include <iam/ledger/verify.hpp>

#include <store_postgres/write/last_entry.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

using namespace iam::test;
using namespace iam::ledger;
using iam::Errc;
using iam::store::Mode;
using Codes = std::vector<std::string>;

TEST_CASE("a term begins with a note about its writer (P16)") {
    const Ledger ledger;
    const auto store = open_at(ledger.made());
    must(store->commit(a_note("call")));
    const auto entries = all_entries(*store);
    REQUIRE(entries.size() == 2);
    CHECK(codes_in(*store) == Codes{"writer"});
    CHECK(contains(entries[0].payloads.at(0).bytes, "\"term\":1"));
    CHECK(contains(entries[0].payloads.at(0).bytes, "\"system_identifier\":\""));
    CHECK(must(verify(*store)).ok());
}

TEST_CASE(
    "a store takes the chain of one that was closed, and its own beside one that is open (P14)") {
    const Ledger ledger;
    const std::string place = ledger.made();
    auto first = open_at(place, Mode::read_write, quiet());
    const auto second = open_at(place, Mode::read_write, quiet());
    CHECK(must(first->commit(a_note())).entries.front() == EntryId{1, 1});
    CHECK(must(second->commit(a_note())).entries.front() == EntryId{2, 1});
    first.reset();
    const auto third = open_at(place, Mode::read_write, quiet());
    CHECK(must(third->commit(a_note())).entries.front() == EntryId{1, 2});
    CHECK(must(third->chains()) == std::vector<std::uint32_t>{1, 2});
    CHECK(must(verify(*third)).ok());
}

TEST_CASE("of 256 chains with a writer no further one is made (P14)") {
    const Ledger ledger;
    const std::string place = ledger.made();
    ledger.past(
        "INSERT INTO @writers (chain, instance, term, lease_until) SELECT n, '', 1, "
        "clock_timestamp() + interval '1 day' FROM generate_series(1, 256) AS n");
    const auto store = open_at(place, Mode::read_write, quiet());
    const iam::Error error = error_of(store->commit(a_note()));
    CHECK(error.code == Errc::unavailable);
    CHECK(contains(error.message, "256"));
}

TEST_CASE("a writer whose chain another one has continued leaves it and says so (XF22) (P15)") {
    const Ledger ledger;
    const std::string place = ledger.made();
    const auto store = open_at(place);
    must(store->commit(a_note("first")));
    // A copy of the whole machine goes on with the same lease.
    ledger.past("UPDATE @writers SET lease_until = clock_timestamp() - interval '1 s'");
    const auto clone = open_at(place, Mode::read_write, quiet());
    CHECK(must(clone->commit(a_note("of the clone"))).entries.front() == EntryId{1, 3});
    const Receipt receipt = must(store->commit(a_note("second")));
    CHECK(receipt.entries.front() == EntryId{2, 2});
    CHECK(codes_in(*store) == Codes{"writer", "writer"});
    const auto note = must(store->entry({2, 1})).value();
    CHECK(contains(note.payloads.at(0).bytes, "\"left\":\"1 after 1.2\""));
    CHECK(must(verify(*store)).ok());
}

TEST_CASE("a process that was forked from a writer reads and commits nothing (P15)") {
    const Ledger ledger;
    const auto store = open_at(ledger.made(), Mode::read_write, quiet());
    must(store->commit(a_note("parent")));
    CHECK(all_entries(*store).size() == 1);
    const pid_t child = ::fork();
    if (child == 0) {
        const auto receipt = store->commit(a_note("child"));
        const bool reads = all_entries(*store).size() == 1;
        ::_exit(reads && !receipt && receipt.error().code == Errc::unavailable ? 0 : 1);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(status == 0);
    must(store->commit(a_note("parent")));
    CHECK(all_entries(*store).size() == 2);
}

TEST_CASE("a host whose clock differs by ten seconds does not write (P16)") {
    const Ledger ledger;
    const std::string place = ledger.made();
    const auto offset = GENERATE(std::chrono::seconds(10), std::chrono::seconds(-10));
    auto options = quiet();
    options.now = [offset, here = options.now] { return here() + offset; };
    const auto store = open_at(place, Mode::read_write, options);
    const iam::Error error = error_of(store->commit(a_note()));
    CHECK(error.code == Errc::unavailable);
    CHECK(contains(error.message, "clocks"));
    CHECK(all_entries(*store).empty());
}

TEST_CASE("a lost end is never continued, and consent that may be back ends (XF18) (P20)") {
    const Ledger ledger;
    const std::string place = ledger.made();
    auto store = open_at(place, Mode::read_write, quiet());
    must(store->commit(batch_of(PutGrant{once("counted")}, PutGrant{grant_of("free")},
                                PutApproval{approval_of("a")}, entry_of(EntryKind::note, "kept"))));
    must(store->commit(a_note("lost")));
    const std::uint64_t epoch = must(store->epoch(iam::consent::k_all_scope));
    store.reset();
    // A standby without the last entry takes over.
    ledger.past("DELETE FROM @entries WHERE seq = 2");
    store = open_at(place, Mode::read_write, quiet());
    const Receipt receipt = must(store->commit(a_note("later")));
    CHECK(receipt.entries.front().chain == 2);
    CHECK(codes_in(*store) == Codes{"lost"});
    CHECK(must(store->epoch(iam::consent::k_all_scope)) > epoch);
    const auto grants = must(store->grants());
    REQUIRE(grants.size() == 1);
    CHECK(grants[0].id == "free");
    CHECK(must(store->approval("a"))->state == iam::consent::ApprovalState::expired);
    const auto lost = must(store->entry({2, 1})).value();
    CHECK(contains(lost.payloads.at(0).bytes, "\"entry\":\"1.2\""));
    // No writer continues the first chain.
    const auto other = open_at(place, Mode::read_write, quiet());
    CHECK(must(other->commit(a_note())).entries.front() == EntryId{3, 1});
}

TEST_CASE(
    "a clock that is set while the program runs ends its writing, until it is set back (P16)") {
    const Ledger ledger;
    auto options = quiet();
    options.lease = std::chrono::seconds(2);  // the clock is looked at before each group
    const auto offset = std::make_shared<std::chrono::seconds>(0);
    options.now = [offset, here = options.now] { return here() + *offset; };
    const auto store = open_at(ledger.made(), Mode::read_write, options);
    must(store->commit(a_note()));
    *offset = std::chrono::seconds(10);
    const iam::Error error = error_of(store->commit(a_note()));
    CHECK(error.code == Errc::unavailable);
    CHECK(contains(error.message, "clocks"));
    *offset = std::chrono::seconds(0);
    must(store->commit(a_note()));
}

TEST_CASE("a connection that broke before the clock was looked at is replaced (P16)") {
    const Ledger ledger;
    auto options = quiet();
    options.lease = std::chrono::seconds(2);
    const auto store = open_at(ledger.made(), Mode::read_write, options);
    must(store->commit(a_note()));
    ledger.past(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND "
        "backend_type = 'client backend'");
    must(store->commit(a_note()));
}

TEST_CASE("a recovery that fails is tried again before anything else is committed (XF18) (P20)") {
    const Ledger ledger;
    const std::string place = ledger.made();
    auto store = open_at(place, Mode::read_write, quiet());
    must(store->commit(batch_of(PutGrant{once("counted")}, entry_of(EntryKind::note, "kept"))));
    must(store->commit(a_note("lost")));
    store.reset();
    ledger.past("DELETE FROM @entries WHERE seq = 2");
    // The note "lost" finds no place.
    ledger.past(
        "ALTER TABLE @entries ADD CONSTRAINT full_disk CHECK (text NOT LIKE '%lost%') NOT VALID");
    store = open_at(place, Mode::read_write);
    for (int i = 0; i < 2; ++i) CHECK_FALSE(store->commit(a_note("later")).has_value());
    store.reset();
    ledger.past("ALTER TABLE @entries DROP CONSTRAINT full_disk");
    CHECK(must(open_at(place, Mode::read_only)->grants()).size() == 1);
    store = open_at(place, Mode::read_write);
    must(store->commit(a_note("later")));
    const Codes codes = codes_in(*store);
    CHECK(std::count(codes.begin(), codes.end(), "lost") == 1);
    CHECK(must(store->grants()).empty());
}

TEST_CASE("of two programs of a host that lose their ends neither chain goes on (XF18) (P20)") {
    const Ledger ledger;
    const std::string place = ledger.made();
    const auto first = open_at(place, Mode::read_write, quiet());
    const auto second = open_at(place, Mode::read_write, quiet());
    for (Store* store : {first.get(), second.get()})
        for (const char* call : {"kept", "lost"}) must(store->commit(a_note(call)));
    ledger.past("DELETE FROM @entries WHERE seq = 2");
    ledger.past(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND "
        "backend_type = 'client backend'");
    for (Store* store : {first.get(), second.get()})
        CHECK(must(store->commit(a_note("later"))).entries.front().chain > 2);
    // The first program names the end of the other one as well, which the file had.
    CHECK(codes_in(*first) == Codes(3, "lost"));
}

TEST_CASE("entries that are lost under an open connection are noticed by the next commit (P20)") {
    const Ledger ledger;
    const std::string place = ledger.made();
    const auto store = open_at(place, Mode::read_write, quiet());
    must(store->commit(batch_of(PutGrant{once("counted")}, entry_of(EntryKind::note, "kept"))));
    must(store->commit(a_note("lost")));
    ledger.past("DELETE FROM @entries WHERE seq = 2");
    must(store->commit(a_note("later")));
    CHECK(codes_in(*store) == Codes{"lost"});
    CHECK(must(store->grants()).empty());
}

TEST_CASE("two ledgers may have the same folder of keys (P17)") {
    const Ledger one;
    const Ledger other;
    iam::SystemEntropy source;
    const std::string first = one.made();
    const std::string second = other.place_of(one.folder());
    must(iam::store_postgres::init(second, source));
    for (int i = 0; i < 2; ++i) {
        for (const std::string& place : {first, second}) {
            const auto store = open_at(place, Mode::read_write, quiet());
            must(store->commit(a_note()));
            CHECK(codes_in(*store).empty());
        }
    }
}

TEST_CASE("a chain that is out of use leaves room for another one (P14)") {
    const Ledger ledger;
    const std::string place = ledger.made();
    ledger.past(
        "INSERT INTO @writers SELECT n, 'gone', 1, 'infinity' FROM generate_series(1, 256) AS n");
    const auto store = open_at(place, Mode::read_write, quiet());
    CHECK(must(store->commit(a_note())).entries.front() == EntryId{257, 1});
}

TEST_CASE(
    "the file of the last entry gives back what was written, and nothing of a torn line (P17)") {
    using iam::store_postgres::LastEntryFile;
    const TempDir folder;
    const auto file = must(LastEntryFile::open(folder / "ledger.last"));
    CHECK_FALSE(file.read().has_value());
    const Head last{{3, 17}, digest_of("hash")};
    must(file.write(last).map([] { return 0; }));
    CHECK(file.read() == last);
    must(file.write({{4'294'967'295U, 18'446'744'073'709'551'615U}, digest_of("other")}).map([] {
        return 0;
    }));
    CHECK(file.read()->entry.seq == 18'446'744'073'709'551'615U);
    REQUIRE(::truncate((folder / "ledger.last").c_str(), 100) == 0);
    CHECK_FALSE(file.read().has_value());
}
