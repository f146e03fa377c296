// Tests of runtime/src/store_postgres/wire/{connection,parameters,rows,fault,transaction}.cpp.
#include "../fixture.hpp"

#include <store_postgres/wire/transaction.hpp>
#include <sys/socket.h>

#include <array>

using namespace iam::test;
using namespace iam::store_postgres;
using iam::Errc;

TEST_CASE("a statement sees the parameters that it was given and answers with their values") {
    const Ledger ledger;
    auto connection = ledger.connect();
    const std::string bytes("\0\xFF'\\", 4);
    const Rows rows = must(connection.ask(Statement(
        "SELECT $1::bigint, $2::bytea, $3::text, $4::boolean, $5::double precision = 0.5, "
        "$6::bigint, $7::int",
        std::int64_t{-7}, Bytes{bytes}, Text{"caf\xC3\xA9"}, true, 0.5,
        std::optional<std::int64_t>{}, -3)));
    REQUIRE(rows.size() == 1);
    CHECK(rows.integer(0, 0) == -7);
    CHECK(rows.bytes(0, 1) == bytes);
    CHECK(rows.bytes(0, 2) == "caf\xC3\xA9");
    CHECK(rows.integer(0, 3) == 1);
    CHECK(rows.integer(0, 4) == 1);
    CHECK(rows.is_null(0, 5));
    CHECK(rows.integer(0, 6) == -3);
    CHECK(rows.digest(0, 1).error().code == Errc::corrupt);
}

TEST_CASE("arrays become rows in their order, with NULL in the place of nothing") {
    const Ledger ledger;
    auto connection = ledger.connect();
    const Rows rows = must(connection.ask(
        Statement("SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::text[])",
                  int_array({1, std::nullopt, -9}), bytes_array({"a", "", std::string(1, '\0')}),
                  text_array({"x", "y", ""}))));
    REQUIRE(rows.size() == 3);
    CHECK(rows.integer(0, 0) == 1);
    CHECK(rows.is_null(1, 0));
    CHECK(rows.integer(2, 0) == -9);
    CHECK(rows.bytes(2, 1) == std::string(1, '\0'));
    CHECK(rows.bytes(1, 2) == "y");
    CHECK(must(connection.ask(Statement("SELECT * FROM unnest($1::text[])", text_array({}))))
              .size() == 0);
}

TEST_CASE("the first fault of a row of statements ends them all and their transaction") {
    const Ledger ledger;
    auto connection = ledger.connect();
    must(connection.ask(Statement("CREATE SCHEMA " + ledger.schema())));
    must(connection.ask(Statement("CREATE TABLE @t (n int PRIMARY KEY)")));
    const std::vector<Statement> statements{
        Statement("BEGIN"), Statement("INSERT INTO @t VALUES (1)"),
        Statement("INSERT INTO @t VALUES (1)"), Statement("INSERT INTO @t VALUES (2)"),
        Statement("COMMIT")};
    const auto answers = connection.run(statements);
    REQUIRE_FALSE(answers.has_value());
    CHECK(answers.error().state == "23505");
    CHECK(answers.error().table == "t");
    CHECK(connection.is_alive());
    CHECK(must(connection.ask(Statement("SELECT * FROM @t"))).size() == 0);
}

TEST_CASE("more bytes than a socket holds go both ways at once") {
    const Ledger ledger;
    auto connection = ledger.connect();
    const std::string large(std::size_t{4} << 20U, 'x');
    std::vector<Statement> statements;
    for (int i = 0; i < 4; ++i) statements.emplace_back("SELECT $1::text", Text{large});
    const auto answers = must(connection.run(statements));
    REQUIRE(answers.size() == 4);
    CHECK(answers[3].view(0, 0) == large);
}

TEST_CASE("an answer that does not come in time is lost, and the connection with it") {
    const Ledger ledger;
    auto target = ledger.target();
    target.answer_wait = std::chrono::milliseconds(30);
    auto connection = must(Connection::open(target));
    const auto answer = connection.ask(Statement("SELECT pg_sleep(60)"));
    REQUIRE_FALSE(answer.has_value());
    CHECK(answer.error().is_lost());
    CHECK(answer.error().was_sent);
    CHECK_FALSE(connection.is_alive());
    CHECK_FALSE(connection.ask(Statement("SELECT 1")).error().was_sent);
}

TEST_CASE("a connection whose socket is cut is lost") {
    const Ledger ledger;
    auto connection = ledger.connect();
    ::shutdown(connection.socket(), SHUT_RDWR);
    CHECK(connection.ask(Statement("SELECT 1")).error().is_lost());
    CHECK_FALSE(connection.is_alive());
}

TEST_CASE("a server that is not there is unavailable, and the message says so in one line") {
    Connection::Target target;
    target.address = "postgresql://iam@/postgres?host=/nonexistent";
    const auto connection = Connection::open(target);
    REQUIRE_FALSE(connection.has_value());
    const iam::Error error = iam::store_postgres::error_of(connection.error());
    CHECK(error.code == Errc::unavailable);
    CHECK(contains(error.message, "/nonexistent"));
    CHECK_FALSE(contains(error.message, "\n"));
}

TEST_CASE("the message of a refused connection tells why, and the error the way out (P07)") {
    const auto way_out = [](const char* message) {
        const std::string why(message);
        const Fault fault{state_of_refusal(why), why, false, {}, {}};
        const iam::Error error = iam::store_postgres::error_of(fault);
        CHECK(error.code == Errc::unavailable);
        return error.message.substr(error.message.rfind(';'));
    };
    CHECK(contains(way_out("failed: session is read-only"), "name the primary server"));
    for (const char* message : {"FATAL:  sorry, too many clients already",
                                "FATAL:  too many connections for role \"desk\"",
                                "FATAL:  remaining connection slots are reserved for a superuser"})
        CHECK(contains(way_out(message), "raise max_connections"));
    CHECK(contains(way_out("Connection refused"), "once the server answers"));
}

TEST_CASE("states of the server become the errors of a store (P02)") {
    const auto code = [](const char* state) {
        return iam::store_postgres::error_of(Fault{state, "why", true, {}, {}}).code;
    };
    CHECK(code("IA001") == Errc::conflict);
    for (const char* state : {"55P03", "53100", "53300", "25006", "08001", "08006", "57P01"})
        CHECK(code(state) == Errc::unavailable);
    const auto crowded = iam::store_postgres::error_of(Fault{"53200", "why", true, {}, {}});
    CHECK(crowded.code == Errc::unavailable);
    CHECK(contains(crowded.message, "max_pred_locks_per_transaction"));
    CHECK(code("XX001") == Errc::corrupt);
    CHECK(code("XX002") == Errc::corrupt);
    CHECK(is_transient(Fault{"40001", "", true, {}, {}}));
    CHECK(is_transient(Fault{"40P01", "", true, {}, {}}));
    CHECK(is_chain_taken(Fault{"IA002", "", true, {}, {}}));
    CHECK(is_chain_taken(Fault{"23505", "", true, "entries", {}}));
    CHECK_FALSE(is_chain_taken(Fault{"23505", "", true, "grants", {}}));
}

TEST_CASE("a transaction has its settings, whatever those of the role are (P01) (P19)") {
    const iam::test::Ledger ledger;
    ledger.past("ALTER ROLE iam SET client_min_messages = 'error'");
    ledger.past("ALTER ROLE iam SET default_transaction_isolation = 'serializable'");
    auto connection = ledger.connect();
    ledger.past("ALTER ROLE iam RESET client_min_messages");
    ledger.past("ALTER ROLE iam RESET default_transaction_isolation");
    using iam::store_postgres::Statement;
    const std::array asked{
        Statement(iam::store_postgres::k_begin_sql),
        iam::store_postgres::transaction_limits(std::chrono::seconds(1)),
        Statement("SELECT concat_ws(' ', current_setting('transaction_isolation'), "
                  "current_setting('lock_timeout'), current_setting('client_min_messages'), "
                  "current_setting('search_path'))"),
        Statement("COMMIT")};
    const auto answers = iam::test::must(connection.run(asked));
    CHECK(answers[2].bytes(0, 0) == "read committed 1s warning pg_catalog");
}
