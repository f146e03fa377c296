// Tests of runtime/src/store_postgres/write/{guard,plan,plan_checks,plan_changes}.cpp.
// Tests of runtime/src/store_postgres/write/{known_records,pending_rows,writer}.cpp.
// Several stores at once (P06, P08, P09); the conformance suite has the cases of one.
#include "../fixture.hpp"
#include <iam/ledger/verify.hpp>
#include <support/conformance.hpp>

#include <store_postgres/write/guard.hpp>

#include <array>
#include <optional>
#include <thread>

using namespace iam::ledger;
using iam::Errc;
using iam::store::Mode;
using iam::test::a_note;
using iam::test::batch_of;
using iam::test::contains;
using iam::test::count_true;
using iam::test::entry_of;
using iam::test::must;
using iam::test::open_at;
using iam::test::quiet;
namespace pg = iam::store_postgres;

namespace {

/// Stores on the same ledger, as of several hosts.
struct Hosts {
    iam::test::Ledger ledger{};
    std::vector<std::unique_ptr<Store>> stores{};

    explicit Hosts(int count) {
        const std::string place = ledger.made();
        auto options = quiet();
        options.lock_wait = std::chrono::seconds(30);
        options.answer_wait = std::chrono::minutes(2);
        for (int i = 0; i < count; ++i) stores.push_back(open_at(place, Mode::read_write, options));
    }
    Store& of(int i) { return *stores[static_cast<std::size_t>(i) % stores.size()]; }
};

}  // namespace

TEST_CASE("of 32 threads on four hosts exactly one spends the last use of a grant (P06)") {
    Hosts hosts(4);
    constexpr int k_rounds = 12;
    for (int round = 0; round < k_rounds; ++round) {
        const std::string id = "g" + std::to_string(round);
        must(hosts.of(round).commit(batch_of(PutGrant{iam::test::once(id)})));
        const int winners = count_true(32, [&](int i) {
            return hosts.of(i)
                .commit(batch_of(ExpectGrant{id, 1},
                                 SpendGrant{iam::test::as_stored(iam::test::once(id))},
                                 entry_of(EntryKind::intent, id + "." + std::to_string(i))))
                .has_value();
        });
        CHECK(winners == 1);
    }
    CHECK(must(hosts.of(0).grants()).empty());
    CHECK(must(verify(hosts.of(1))).entries == k_rounds);
}

TEST_CASE("as many threads on four hosts spend a grant as it has uses (P06)") {
    Hosts hosts(4);
    iam::consent::Grant grant = iam::test::grant_of("g");
    grant.uses = 20;
    must(hosts.of(0).commit(batch_of(PutGrant{grant})));
    const int winners = count_true(32, [&](int i) {
        for (;;) {
            const auto grants = hosts.of(i).grants();
            if (!grants || grants->empty()) return false;
            const auto spent = hosts.of(i).commit(batch_of(
                SpendGrant{grants->front()}, entry_of(EntryKind::intent, std::to_string(i))));
            if (spent) return true;
            if (spent.error().code != Errc::conflict) return false;
        }
    });
    CHECK(winners == 20);
    CHECK(must(verify(hosts.of(0))).entries == 20);
}

TEST_CASE(
    "of 32 threads on four hosts one consumes an approval, one undoes, one begins a call (P06)") {
    Hosts hosts(4);
    using iam::consent::ApprovalState;
    must(hosts.of(0).commit(batch_of(PutApproval{iam::test::approval_of("a", ApprovalState::given)},
                                     entry_of(EntryKind::outcome, "done"))));
    const iam::Digest contract = iam::test::digest_of("contract");
    const iam::Digest arguments = iam::test::digest_of("arguments");
    CHECK(count_true(32, [&](int i) {
              return hosts.of(i)
                  .commit(
                      batch_of(ExpectApproval{"a", ApprovalState::given, contract, arguments},
                               PutApproval{iam::test::approval_of("a", ApprovalState::consumed)},
                               entry_of(EntryKind::intent, "approved")))
                  .has_value();
          }) == 1);
    EntryDraft undo = entry_of(EntryKind::undo_intent, "undo");
    undo.entry.of = EntryId{1, 1};
    CHECK(count_true(32, [&](int i) {
              return hosts.of(i)
                  .commit(batch_of(ExpectUndo{{1, 1}, UndoState::none},
                                   SetUndoState{{1, 1}, UndoState::pending}, undo))
                  .has_value();
          }) == 1);
    CHECK(count_true(32, [&](int i) {
              return hosts.of(i)
                  .commit(batch_of(ExpectNoIntent{"once"}, entry_of(EntryKind::intent, "once")))
                  .has_value();
          }) == 1);
    CHECK(must(verify(hosts.of(0))).ok());
}

TEST_CASE("after a freeze has committed no intent of the older epoch commits (XF23) (P08)") {
    Hosts hosts(4);
    constexpr int k_rounds = 6;
    for (int round = 0; round < k_rounds; ++round) {
        const std::uint64_t epoch = must(hosts.of(0).epoch(iam::consent::k_all_scope));
        std::atomic<int> begun{0};
        std::uint64_t when_frozen = 0;
        const int ended = count_true(9, [&](int i) {
            if (i == 8) {
                while (begun < 40) std::this_thread::yield();
                const auto done =
                    hosts.of(0).commit(batch_of(SetFreeze{iam::consent::Freeze{"why", "ann", {}}}));
                when_frozen = must(hosts.of(1).version());
                return done.has_value();
            }
            for (;;) {
                ++begun;
                const auto receipt = hosts.of(i).commit(
                    batch_of(ExpectEpoch{.epoch = epoch}, entry_of(EntryKind::intent, "call")));
                if (!receipt) return receipt.error().code == Errc::conflict;
            }
        });
        CHECK(ended == 9);
        // Nobody commits any more, so a later number would be an intent behind the freeze.
        CHECK(must(hosts.of(1).version()) == when_frozen);
        must(hosts.of(0).commit(batch_of(SetFreeze{})));
    }
}

TEST_CASE("a guard that another program holds is waited for and its holder is named (P08)") {
    iam::test::Ledger ledger;
    const auto store = open_at(ledger.made(), Mode::read_write, quiet());
    must(store->commit(a_note()));
    auto holding = ledger.connect();
    const std::array hold{iam::store_postgres::Statement("BEGIN"),
                          iam::store_postgres::Statement("LOCK TABLE @guard IN EXCLUSIVE MODE")};
    must(holding.run(hold));
    if (iam::test::is_serializable()) {
        // This guard takes no lock.
        must(store->commit(a_note()));
        return;
    }
    const iam::Error error = iam::test::error_of(store->commit(a_note()));
    CHECK(error.code == Errc::unavailable);
    CHECK(contains(error.message, "iam, process " + std::to_string(holding.backend())));
    must(holding.ask(iam::store_postgres::Statement("ROLLBACK")));
    must(store->commit(a_note()));
}

namespace {

std::string made_serializable(const iam::test::Ledger& ledger) {
    std::string place = ledger.place();
    if (!iam::test::is_serializable()) place += "&guard=serializable";
    iam::SystemEntropy randomness;
    must(pg::init(place, randomness));
    return place;
}

/// A transaction under the serializable guard that is still open, beside a store.
struct Overlap {
    iam::test::Ledger ledger{};
    std::unique_ptr<Store> store{};
    std::optional<pg::Connection> other{};

    explicit Overlap(bool is_exclusive) {
        const std::string place = made_serializable(ledger);
        // The closed store leaves its chain to the transaction.
        must(open_at(place, Mode::read_write, quiet())->commit(a_note()));
        ledger.past("UPDATE @writers SET lease_until = 'infinity'");
        store = open_at(place, Mode::read_write, quiet());
        must(store->commit(a_note()));
        other.emplace(ledger.connect());
        std::vector<pg::Statement> statements;
        pg::begin_guarded(statements, pg::Guard::serializable, std::chrono::seconds(2));
        pg::take_guard(statements, pg::Guard::serializable, is_exclusive);
        statements.emplace_back("UPDATE @writers SET changes = changes + 1 WHERE chain = 1");
        must(other->run(statements));
    }
    /// The state with which the server answers COMMIT; empty: it has committed.
    std::string end() {
        const auto done = other->ask(pg::Statement("COMMIT"));
        return done ? std::string() : done.error().state;
    }
};

Batch a_freeze() {
    return batch_of(SetFreeze{iam::consent::Freeze{"why", "ann", {}}});
}

}  // namespace

TEST_CASE("a commit that a change overlaps is refused under the serializable guard (XF23) (P08)") {
    Overlap overlap(false);
    must(overlap.store->commit(a_freeze()));
    CHECK(overlap.end() == "40001");
}

TEST_CASE("a change that a commit overlaps is refused under the serializable guard (XF23) (P08)") {
    Overlap overlap(true);
    must(overlap.store->commit(a_note()));
    CHECK(overlap.end() == "40001");
}

TEST_CASE("the serializable guard itself lets commits of two chains overlap (P08)") {
    Overlap overlap(false);
    must(overlap.store->commit(a_note()));
    CHECK(overlap.end().empty());
}

TEST_CASE("commits hold back while a change waits, and give up after their time (P08)") {
    const iam::test::Ledger ledger;
    const auto store = open_at(made_serializable(ledger), Mode::read_write, quiet());
    must(store->commit(a_note()));
    ledger.past("INSERT INTO @epochs (scope, epoch) VALUES ('guard', 9007199254740991)");
    const iam::Error error = iam::test::error_of(store->commit(a_note()));
    CHECK(error.code == Errc::unavailable);
    CHECK(contains(error.message, "other programs"));
    // The change itself does not, and lets them go on.
    must(store->commit(a_freeze()));
    must(store->commit(a_note()));
}

TEST_CASE("a change has commits hold back for half of a wait for a lock at most (P08)") {
    const iam::test::Ledger ledger;
    made_serializable(ledger);
    auto connection = ledger.connect();
    for (int i = 0; i < 2; ++i) must(connection.run(pg::hold_back(std::chrono::seconds(120))));
    const auto left = must(connection.ask(
        pg::Statement("SELECT epoch - (extract(epoch FROM clock_timestamp()) * 1000)::bigint "
                      "FROM @epochs WHERE scope = 'guard'")));
    REQUIRE(left.size() == 1);
    CHECK(left.integer(0, 0) > 0);
    CHECK(left.integer(0, 0) <= 60'000);
}

TEST_CASE("a ledger keeps the guard that it was made with (P08)") {
    const iam::test::Ledger ledger;
    iam::SystemEntropy randomness;
    const std::string place = ledger.made();
    const std::string other = iam::test::is_serializable() ? "table" : "serializable";
    const std::string wrong = place.substr(0, place.find("&guard=")) + "&guard=" + other;
    CHECK(iam::test::error_of(pg::open(wrong, Mode::read_write, randomness)).code ==
          Errc::invalid_argument);
    const iam::Error error = iam::test::error_of(pg::init(wrong, randomness));
    CHECK(error.code == Errc::invalid_argument);
    CHECK(contains(error.message, "guard=" + other));
    ledger.past("ALTER TABLE @store DROP CONSTRAINT store_guard_check");
    ledger.past("UPDATE @store SET guard = 'none'");
    CHECK(iam::test::error_of(pg::open(place, Mode::read_only, randomness)).code == Errc::corrupt);
}

TEST_CASE("a batch refused in a group leaves the others of the group in (P03)") {
    Hosts hosts(1);
    const int committed = count_true(16, [&](int i) {
        if (i % 2 == 0) return hosts.of(0).commit(a_note()).has_value();
        return !hosts.of(0)
                    .commit(batch_of(ExpectEpoch{.epoch = 99}, entry_of(EntryKind::note)))
                    .has_value();
    });
    CHECK(committed == 16);
    CHECK(must(verify(hosts.of(0))).entries == 8);
}

TEST_CASE("an outcome of one host is seen by the expectation of another (P09)") {
    Hosts hosts(2);
    EntryDraft outcome = entry_of(EntryKind::outcome);
    outcome.payloads = {iam::test::payload_of("touches", "[]")};
    must(hosts.of(0).commit(batch_of(outcome)));
    const auto add = [&](std::vector<EntryId> seen) {
        return hosts.of(1).commit(batch_of(ExpectNoneSince{std::move(seen), "touches"},
                                           entry_of(EntryKind::undo_intent)));
    };
    CHECK(iam::test::error_of(add({})).code == Errc::conflict);
    must(add({{1, 1}}));
}

TEST_CASE("a commit that waits behind a freeze sees it, whatever the server's isolation is (P08)") {
    if (iam::test::is_serializable()) return;
    iam::test::Ledger ledger;
    const std::string place = ledger.made();
    const char* level = GENERATE("serializable", "repeatable read");
    ledger.past("ALTER ROLE iam SET default_transaction_isolation = '" + std::string(level) + "'");
    const auto store = open_at(place, Mode::read_write, quiet());
    must(store->commit(a_note()));
    ledger.past("ALTER ROLE iam RESET default_transaction_isolation");
    auto freezing = ledger.connect();
    using iam::store_postgres::Statement;
    const std::array change{Statement("BEGIN"), Statement("LOCK TABLE @guard IN EXCLUSIVE MODE"),
                            Statement("INSERT INTO @epochs (scope, epoch) VALUES ('*', 1) "
                                      "ON CONFLICT (scope) DO UPDATE SET epoch = 1")};
    must(freezing.run(change));
    iam::Result<Receipt> waited;
    std::thread committing([&] {
        waited = store->commit(batch_of(ExpectEpoch{.epoch = 0}, entry_of(EntryKind::intent)));
    });
    auto looking = ledger.connect();
    const Statement waits(
        "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = '@guard'::regclass");
    while (must(looking.ask(waits)).size() == 0) {
    }
    must(freezing.ask(Statement("COMMIT")));
    committing.join();
    CHECK(iam::test::error_of(waited).code == Errc::conflict);
}
