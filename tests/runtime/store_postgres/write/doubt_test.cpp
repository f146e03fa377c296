// Tests of runtime/src/store_postgres/write/{doubt,chain_writer}.cpp: commits whose answer is lost
// (P18, P19).
#include "../cut_wire.hpp"
#include "../fixture.hpp"
#include "../lost_standby.hpp"
#include <iam/ledger/verify.hpp>

#include <sys/types.h>

#include <atomic>
#include <csignal>
#include <thread>

using namespace iam::test;
using namespace iam::ledger;
using iam::Errc;
using Cut = CutWire::Cut;
using Codes = std::vector<std::string>;

namespace {

/// A store behind a wire that can be cut.
struct Wired {
    Ledger ledger{};
    CutWire wire{server()};
    std::unique_ptr<Store> store{};

    explicit Wired(const iam::store_postgres::Options& options = quiet()) {
        ledger.made();
        store = open_at(ledger.place_of(ledger.folder(), wire.folder()),
                        iam::store::Mode::read_write, options);
    }
};

std::size_t count_of(Store& store, const std::string& call) {
    return must(store.entries_of_call(call)).size();
}

}  // namespace

TEST_CASE("a commit whose answer was lost has happened once and succeeds (P18)") {
    Wired wired;
    must(wired.store->commit(a_note("first")));
    wired.wire.plan(Cut::before_answer);
    const Receipt receipt = must(wired.store->commit(a_note("second")));
    CHECK(wired.wire.cuts() == 1);
    CHECK(receipt.entries.front() == EntryId{1, 2});
    CHECK(count_of(*wired.store, "second") == 1);
    CHECK(codes_in(*wired.store).empty());
    must(wired.store->commit(a_note("third")));
    CHECK(must(verify(*wired.store)).ok());
}

TEST_CASE("a commit that did not arrive is barred by a note and tried again (P18)") {
    const Cut cut = GENERATE(Cut::before_arrival, Cut::within);
    Wired wired;
    must(wired.store->commit(a_note("first")));
    wired.wire.plan(cut);
    const Receipt receipt = must(wired.store->commit(a_note("second")));
    CHECK(wired.wire.cuts() == 1);
    CHECK(receipt.entries.front() == EntryId{1, 3});
    CHECK(count_of(*wired.store, "second") == 1);
    CHECK(codes_in(*wired.store) == Codes{"settled"});
    CHECK(must(verify(*wired.store)).ok());
}

TEST_CASE("a lost commit without entries is settled by the count of changes (P18)") {
    const Cut cut = GENERATE(Cut::before_arrival, Cut::within, Cut::before_answer);
    Wired wired;
    iam::consent::Grant thrice = grant_of("g");
    thrice.uses = 3;
    must(wired.store->commit(batch_of(PutGrant{thrice})));
    wired.wire.plan(cut);
    must(wired.store->commit(batch_of(SpendGrant{must(wired.store->grants()).at(0)})));
    CHECK(wired.wire.cuts() == 1);
    CHECK(must(wired.store->grants()).at(0).uses == 2U);
    must(wired.store->commit(batch_of(SpendGrant{must(wired.store->grants()).at(0)})));
    CHECK(must(wired.store->grants()).at(0).uses == 1U);
}

TEST_CASE("a use of a grant is spent once, however its commit is cut (P18)") {
    const Cut cut = GENERATE(Cut::before_arrival, Cut::within, Cut::before_answer);
    Wired wired;
    must(wired.store->commit(batch_of(PutGrant{once("g")})));
    wired.wire.plan(cut);
    must(wired.store->commit(batch_of(ExpectGrant{"g", 1}, SpendGrant{as_stored(once("g"))},
                                      entry_of(EntryKind::intent, "call"))));
    CHECK(must(wired.store->grants()).empty());
    CHECK(count_of(*wired.store, "call") == 1);
}

TEST_CASE("without a server a commit in doubt is unknown, and the store goes on afterwards (P18)") {
    auto options = quiet();
    options.settle_wait = std::chrono::milliseconds(1);
    Ledger ledger;
    ledger.made();
    auto wire = std::make_unique<CutWire>(server());
    const auto place = ledger.place_of(ledger.folder(), wire->folder());
    const auto store = open_at(place, iam::store::Mode::read_write, options);
    must(store->commit(a_note("first")));
    ledger.past("ALTER TABLE @entries RENAME TO hidden");
    wire->plan(Cut::before_arrival);
    CHECK(error_of(store->commit(a_note("second"))).code == Errc::outcome_unknown);
    CHECK(error_of(store->commit(a_note("third"))).code == Errc::unavailable);
    ledger.past("ALTER TABLE @hidden RENAME TO entries");
    // The store needs an open connection and one question.
    iam::Result<Receipt> fourth = store->commit(a_note("fourth"));
    for (int i = 0; i < 100 && !fourth; ++i) fourth = store->commit(a_note("fourth"));
    must(std::move(fourth));
    CHECK(count_of(*store, "second") == 0);
    CHECK(must(verify(*store)).ok());
}

TEST_CASE("a backend that is ended in a commit leaves no doubt (P18)") {
    const Ledger ledger;
    const auto store = open_at(ledger.made(), iam::store::Mode::read_write, quiet());
    must(store->commit(a_note("first")));
    ledger.past(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND "
        "backend_type = 'client backend'");
    must(store->commit(a_note("second")));
    CHECK(count_of(*store, "second") == 1);
    CHECK(must(verify(*store)).ok());
}

TEST_CASE("a backend that is stopped or ended within COMMIT leaves no doubt (P18)") {
    const bool is_stopped = GENERATE(true, false);
    auto options = quiet();
    options.answer_wait = std::chrono::seconds(1);
    options.settle_wait = std::chrono::minutes(1);
    const Ledger ledger;
    const auto store = open_at(ledger.made(), iam::store::Mode::read_write, options);
    must(store->commit(a_note("first")));
    // A commit that waits for its standby is durable and has not ended.
    ledger.past("ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
    ledger.past("SELECT pg_reload_conf()");
    std::atomic<bool> is_waiting{false};
    std::size_t acknowledged = 0;
    iam::Result<Receipt> waited;
    std::thread committing([&] {
        do {
            waited = store->commit(a_note("second"));
            if (waited) ++acknowledged;
        } while (waited && !is_waiting);
    });
    auto connection = ledger.connect();
    const auto looks_for = [&](const char* sql) {
        for (int i = 0; i < 100'000; ++i) {
            const auto rows = must(connection.ask(iam::store_postgres::Statement(sql)));
            if (rows.size() > 0) return static_cast<pid_t>(rows.integer(0, 0));
        }
        return pid_t{0};
    };
    const pid_t backend =
        looks_for("SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
    is_waiting = true;
    if (is_stopped) {
        if (backend > 0) ::kill(backend, SIGSTOP);
    } else {
        ledger.past("SELECT pg_terminate_backend(" + std::to_string(backend) + ")");
    }
    ledger.past("ALTER SYSTEM RESET synchronous_standby_names");
    ledger.past("SELECT pg_reload_conf()");
    // The store asks over another connection, and waits for the backend.
    if (is_stopped) {
        CHECK(looks_for("SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'") > 0);
        if (backend > 0) ::kill(backend, SIGCONT);
    }
    committing.join();
    CHECK(backend > 0);
    must(std::move(waited));
    must(store->commit(a_note("third")));
    CHECK(count_of(*store, "second") == acknowledged);
    CHECK(codes_in(*store).empty());
    CHECK(must(verify(*store)).ok());
}

TEST_CASE("a commit that stopped to wait for its standby is not acknowledged (XF21) (P19)") {
    const Ledger ledger;
    const auto store = open_at(ledger.made(), iam::store::Mode::read_write, quiet());
    must(store->commit(a_note("first")));
    iam::Result<Receipt> waited;
    {
        iam::test::LostStandby standby(ledger);
        std::thread committing([&] { waited = store->commit(a_note("second")); });
        standby.cancel_wait();
        committing.join();
    }
    CHECK(error_of(waited).code == Errc::outcome_unknown);
    must(store->commit(a_note("third")));
    CHECK(count_of(*store, "second") == 1);
    CHECK(must(verify(*store)).ok());
}
