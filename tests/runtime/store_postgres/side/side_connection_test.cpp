// Tests of runtime/src/store_postgres/side/side_connection.cpp: changes whose answer is lost (P18,
// P19).
#include "../cut_wire.hpp"
#include "../fixture.hpp"
#include "../lost_standby.hpp"

#include <store_postgres/side/side_connection.hpp>

#include <thread>

using namespace iam::test;
using namespace iam::store_postgres;
using iam::Errc;
using Cut = CutWire::Cut;

namespace {

/// A table of numbers behind a wire that can be cut.
struct WiredTable {
    Ledger ledger{};
    CutWire wire{server()};
    std::shared_ptr<SideConnection> connection{};

    explicit WiredTable(const SideOptions& options = {}) {
        ledger.made();
        ledger.past("CREATE TABLE @numbers (n int PRIMARY KEY)");
        connection = must(SideConnection::open(ledger.place_of(ledger.folder(), wire.folder()),
                                               iam::store::Mode::read_write, options));
    }
    iam::Result<SideConnection::Changed> insert() const {
        return connection->change(
            {Statement("INSERT INTO @numbers VALUES (1) ON CONFLICT DO NOTHING")});
    }
    std::int64_t count() const {
        return must(connection->read(Statement("SELECT count(*) FROM @numbers"))).integer(0, 0);
    }
};

}  // namespace

TEST_CASE("a change whose connection was cut runs again, and its caller is told (P18)") {
    const Cut cut = GENERATE(Cut::before_arrival, Cut::within, Cut::before_answer);
    WiredTable table;
    CHECK_FALSE(must(table.connection->change({Statement("SELECT 1")})).was_in_doubt);
    table.wire.plan(cut);
    const auto changed = must(table.insert());
    CHECK(table.wire.cuts() == 1);
    CHECK(changed.was_in_doubt);
    REQUIRE(changed.answers.size() == 1);
    CHECK(changed.answers[0].changed() == (cut == Cut::before_answer ? 0 : 1));
    CHECK(table.count() == 1);
    CHECK_FALSE(must(table.insert()).was_in_doubt);
}

TEST_CASE("a change in doubt is unknown if the server does not settle it in time (P18)") {
    SideOptions options;
    options.settle_wait = std::chrono::milliseconds{1};
    WiredTable table(options);
    table.ledger.past("ALTER TABLE @numbers RENAME TO hidden");
    table.wire.plan(Cut::before_arrival);
    const iam::Error error = error_of(table.insert());
    CHECK(error.code == Errc::outcome_unknown);
    CHECK(contains(error.message, "look at it again"));
    // The next change is one of its own.
    CHECK(error_of(table.insert()).code == Errc::unavailable);
    table.ledger.past("ALTER TABLE @hidden RENAME TO numbers");
    must(table.insert());
    CHECK(table.count() == 1);
}

TEST_CASE("reads and changes go on over a new connection if the server ended the old one") {
    const WiredTable table;
    const auto end_sessions = [&] {
        table.ledger.past(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
            "AND backend_type = 'client backend'");
    };
    end_sessions();
    CHECK(table.count() == 0);
    end_sessions();
    must(table.insert());
    CHECK(table.count() == 1);
}

TEST_CASE("a change waits for a row no longer than the limit, and nothing has changed (P02)") {
    SideOptions options;
    options.lock_wait = std::chrono::milliseconds{50};
    const WiredTable table(options);
    auto other = table.ledger.connect();
    const std::array hold{Statement("BEGIN"), Statement("INSERT INTO @numbers VALUES (1)")};
    must(other.run(hold));
    const iam::Error error = error_of(table.insert());
    CHECK(error.code == Errc::unavailable);
    CHECK(contains(error.message, "lock timeout"));
    must(other.ask(Statement("ROLLBACK")));
    CHECK(table.count() == 0);
}

TEST_CASE("a connection for reading changes nothing") {
    const Ledger ledger;
    const auto connection =
        must(SideConnection::open(ledger.made(), iam::store::Mode::read_only, {}));
    CHECK(must(connection->read(Statement("SELECT 1"))).size() == 1);
    const iam::Error error = error_of(connection->change({Statement("SELECT 1")}));
    CHECK(error.code == Errc::unavailable);
    CHECK(contains(error.message, "open it for writing"));
}

TEST_CASE("statements see what others commit, whatever the isolation of the server is") {
    const Ledger ledger;
    const std::string place = ledger.made();
    ledger.past("CREATE TABLE @numbers (n int PRIMARY KEY)");
    ledger.past("ALTER ROLE iam SET default_transaction_isolation = 'serializable'");
    const auto connection = must(SideConnection::open(place, iam::store::Mode::read_write, {}));
    ledger.past("ALTER ROLE iam RESET default_transaction_isolation");
    const auto changed =
        must(connection->change({Statement("SELECT current_setting('transaction_isolation')")}));
    CHECK(changed.answers[0].bytes(0, 0) == "read committed");
}

TEST_CASE("a change that stopped to wait for its standby is not acknowledged (P19)") {
    const WiredTable table;
    iam::Result<SideConnection::Changed> waited;
    {
        iam::test::LostStandby standby(table.ledger);
        std::thread changing([&] { waited = table.insert(); });
        standby.cancel_wait();
        changing.join();
    }
    CHECK(error_of(waited).code == Errc::outcome_unknown);
    CHECK(table.count() == 1);
}
