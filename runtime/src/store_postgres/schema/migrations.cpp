// Runs the migrations that a schema lacks.
#include "store_postgres/schema/migrations.hpp"

#include "store_postgres/wire/transaction.hpp"

#include <array>
#include <utility>
#include <vector>

namespace iam::store_postgres {
namespace {

using Migration = std::span<const char* const> (*)();
// The migration at index n brings version n to n + 1. A released migration is never changed.
constexpr std::array<Migration, k_schema_version> k_migrations{first_migration, second_migration};

constexpr int k_months_ahead = 24;

// Commits queue behind a change of the tables that waits, for example for pg_dump.
constexpr std::chrono::seconds k_lock_wait{2};

Result<std::optional<LedgerFacts>> facts_in(const Rows& rows) {
    if (rows.size() == 0) return std::nullopt;
    LedgerFacts facts;
    facts.ledger_id = rows.bytes(0, 0);
    facts.schema_version = static_cast<int>(rows.integer(0, 1));
    facts.key_id = static_cast<int>(rows.integer(0, 2));
    IAM_TRY(check, rows.digest(0, 3));
    facts.key_check = check;
    const std::optional<Guard> guard = guard_named(rows.view(0, 4));
    if (facts.schema_version < 1) {
        return fail(Errc::corrupt, "the ledger says that it is of schema version " +
                                       std::to_string(facts.schema_version) +
                                       ", which never was; restore the database from a backup");
    }
    if (facts.schema_version > k_schema_version) {
        return fail(Errc::corrupt,
                    "the ledger is of schema version " + std::to_string(facts.schema_version) +
                        ", and this program knows versions up to " +
                        std::to_string(k_schema_version) + "; use the newer program");
    }
    if (!guard) {
        return fail(Errc::corrupt, "the ledger says that its guard is \"" + rows.bytes(0, 4) +
                                       "\", which is none; restore the database from a backup");
    }
    facts.guard = *guard;
    return std::optional(std::move(facts));
}

constexpr char k_facts_sql[] =
    "SELECT ledger_id, schema_version, key_id, key_check, guard FROM @store";

std::string schema_of(const Connection& connection) {
    std::string schema = connection.named("@");
    schema.pop_back();
    return schema;
}

/// The statements that bring version `from` to the newest.
std::vector<Statement> statements_from(int from, const LedgerFacts& fresh) {
    std::vector<Statement> statements;
    for (std::size_t n = static_cast<std::size_t>(from); n < k_migrations.size(); ++n)
        for (const char* sql : k_migrations[n]()) statements.emplace_back(sql);
    if (from == 0) {
        statements.emplace_back(
            "INSERT INTO @store (one, ledger_id, schema_version, key_id, key_check, guard) "
            "VALUES (true, $1, $2, $3, $4, $5)",
            Bytes{fresh.ledger_id}, k_schema_version, fresh.key_id, fresh.key_check,
            Text{to_string(fresh.guard)});
    } else {
        statements.emplace_back("UPDATE @store SET schema_version = $1", k_schema_version);
    }
    return statements;
}

Result<bool> has_tables(Connection& connection) {
    IAM_ASK(rows, connection.ask(Statement("SELECT to_regclass($1) IS NOT NULL",
                                           Text{connection.named("@store")})));
    return rows.integer(0, 0) != 0;
}

}  // namespace

Statement lock_schema(const Connection& connection) {
    return Statement("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))",
                     Text{"iam " + schema_of(connection)});
}

Digest check_of(const SecretKey& key, const std::string& ledger_id) {
    return hmac_sha256(key, domain_tag("iam/key-check/1"), ledger_id);
}

Result<std::optional<LedgerFacts>> read_facts(Connection& connection) {
    IAM_TRY(there, has_tables(connection));
    if (!there) return std::nullopt;
    IAM_ASK(rows, connection.ask(Statement(k_facts_sql)));
    return facts_in(rows);
}

Result<LedgerFacts> migrate(Connection& connection, const LedgerFacts& fresh) {
    const std::array begin{
        Statement(k_begin_sql), transaction_limits(k_lock_wait), lock_schema(connection),
        Statement("SELECT 1 WHERE to_regnamespace($1) IS NOT NULL", Text{schema_of(connection)})};
    IAM_ASK(begun, connection.run(begin));
    Result<std::optional<LedgerFacts>> found = read_facts(connection);
    std::vector<Statement> rest;
    // To make a schema is a right of its own, which the owner of this one may lack.
    if (begun.back().size() == 0) rest.emplace_back("CREATE SCHEMA " + schema_of(connection));
    if (found) {
        for (Statement& each : statements_from(*found ? (*found)->schema_version : 0, fresh))
            rest.push_back(std::move(each));
        rest.emplace_back("SELECT @make_months(current_date, $1::int)", k_months_ahead);
    }
    rest.emplace_back(found ? "COMMIT" : "ROLLBACK");
    IAM_ASK(done, connection.run(rest));
    static_cast<void>(done);
    if (!found) return tl::unexpected(found.error());
    IAM_TRY(facts, read_facts(connection));
    if (!facts) return fail(Errc::corrupt, "the ledger has lost its facts; restore a backup");
    return *facts;
}

}  // namespace iam::store_postgres
