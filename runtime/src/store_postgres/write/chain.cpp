// Takes chains by rows of the table writers.
#include "store_postgres/write/chain.hpp"

#include <iam/consent/records.hpp>

#include <cstdlib>

namespace iam::store_postgres {
namespace {

constexpr char k_take_expired_sql[] =
    "WITH free AS (SELECT chain FROM @writers WHERE lease_until < clock_timestamp() "
    "ORDER BY chain LIMIT 1 FOR UPDATE SKIP LOCKED) UPDATE @writers AS w SET instance = $1, "
    "term = w.term + 1, lease_until = clock_timestamp() + make_interval(secs => $2) FROM free "
    "WHERE w.chain = free.chain RETURNING w.chain, w.term, w.changes";
constexpr char k_take_new_sql[] =
    "INSERT INTO @writers (chain, instance, term, lease_until) SELECT coalesce(max(chain) + 1, "
    "$3), "
    "$1, 1, clock_timestamp() + make_interval(secs => $2) FROM @writers "
    "HAVING count(*) FILTER (WHERE lease_until < 'infinity') < $4 "
    "ON CONFLICT DO NOTHING RETURNING chain, term, changes";
constexpr char k_end_sql[] =
    "SELECT seq, hash FROM @entries WHERE chain = $1 ORDER BY seq DESC LIMIT 1";
constexpr char k_server_sql[] =
    "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint, "
    "(SELECT system_identifier::text FROM pg_control_system()), "
    "(SELECT timeline_id::bigint FROM pg_control_checkpoint())";
constexpr char k_renew_sql[] =
    "WITH changed AS (UPDATE @writers SET lease_until = clock_timestamp() + "
    "make_interval(secs => $4), changes = changes + $5 WHERE chain = $1 AND instance = $2 "
    "AND term = $3 AND changes = $6 RETURNING 1) SELECT @must(count(*), 1, $7) FROM changed";
constexpr char k_give_back_sql[] =
    "UPDATE @writers SET lease_until = clock_timestamp() "
    "WHERE chain = $1 AND instance = $2 AND term = $3";
constexpr char k_retire_sql[] =
    "INSERT INTO @writers (chain, instance, term, lease_until) VALUES ($1, $2, 1, 'infinity') "
    "ON CONFLICT (chain) DO UPDATE SET lease_until = 'infinity', term = @writers.term + 1";

// Two programs may count the same next number; one of them counts again.
constexpr int k_attempts = 16;

}  // namespace

Result<Chain> take_chain(Connection& connection, const std::string& instance,
                         const Options& options) {
    const double lease = static_cast<double>(options.lease.count());
    const auto now = std::chrono::steady_clock::now();
    for (int attempt = 0; attempt < k_attempts; ++attempt) {
        IAM_ASK(expired,
                connection.ask(Statement(k_take_expired_sql, Bytes{instance}, parameter(lease))));
        std::optional<Rows> taken(std::move(expired));
        if (taken->size() == 0) {
            IAM_ASK(fresh,
                    connection.ask(Statement(k_take_new_sql, Bytes{instance}, parameter(lease),
                                             options.first_chain, k_chains_max)));
            taken.emplace(std::move(fresh));
        }
        if (taken->size() == 0) continue;
        Chain chain;
        chain.number = static_cast<std::uint32_t>(taken->integer(0, 0));
        chain.term = taken->integer(0, 1);
        chain.changes = taken->integer(0, 2);
        chain.renewed = now;
        chain.end.entry.chain = chain.number;
        IAM_ASK(end, connection.ask(Statement(k_end_sql, chain.number)));
        if (end.size() == 0) return chain;
        chain.end.entry.seq = static_cast<std::uint64_t>(end.integer(0, 0));
        IAM_TRY(hash, end.digest(0, 1));
        chain.end.hash = hash;
        return chain;
    }
    return fail(Errc::unavailable, "all " + std::to_string(k_chains_max) +
                                       " chains of the ledger have a writer; end programs that "
                                       "write it, or wait until their leases end");
}

Result<ServerFacts> read_server_facts(Connection& connection, const Options& options) {
    using std::chrono::milliseconds;
    const auto before = options.now();
    IAM_ASK(rows, connection.ask(Statement(k_server_sql)));
    const auto here = std::chrono::floor<milliseconds>(before + (options.now() - before) / 2);
    ServerFacts facts;
    facts.clock_offset = milliseconds(rows.integer(0, 0)) - here.time_since_epoch();
    facts.system_identifier = rows.bytes(0, 1);
    facts.timeline = rows.integer(0, 2);
    if (std::abs(facts.clock_offset.count()) <= milliseconds(consent::k_clock_tolerance).count())
        return facts;
    return fail(Errc::unavailable,
                "the clocks of this host and of the PostgreSQL server differ by " +
                    std::to_string(facts.clock_offset.count()) +
                    " ms, and at most 5000 are allowed for writing; set both by a time server");
}

Statement renewal(const Chain& chain, const std::string& instance, const Options& options,
                  bool counts_change) {
    return Statement(k_renew_sql, chain.number, Bytes{instance}, chain.term,
                     static_cast<double>(options.lease.count()), counts_change ? 1 : 0,
                     chain.changes, Text{k_lease_lost});
}

Statement give_back(const Chain& chain, const std::string& instance) {
    return Statement(k_give_back_sql, chain.number, Bytes{instance}, chain.term);
}

Statement retire(std::uint32_t chain, const std::string& instance) {
    return Statement(k_retire_sql, chain, Bytes{instance});
}

}  // namespace iam::store_postgres
