// The server numbers the keys of values and holds a check of each, never a key.
#include "store_postgres/values/value_keys.hpp"

#include <iam/store/key_file.hpp>

#include <chrono>
#include <optional>
#include <vector>

namespace iam::store_postgres {
namespace {

constexpr char k_keks_sql[] = "SELECT kek, key_check, required FROM @keks ORDER BY kek";
constexpr char k_put_kek_sql[] = "INSERT INTO @keks (kek, key_check, required) VALUES ($1, $2, $3)";
constexpr char k_require_sql[] =
    "UPDATE @keks SET required = true WHERE kek <= $1 AND NOT required";

constexpr int k_require_tries_max = 8;  // of a transaction that the server could not order
constexpr std::chrono::seconds k_require_wait{10};

Digest value_key_check(const SecretKey& key, const std::string& ledger_id) {
    return hmac_sha256(key, domain_tag("iam/value-key-check/1"), ledger_id);
}

Result<std::optional<SecretKey>> read_one(const std::filesystem::path& path) {
    Result<SecretKey> key = store::read_key(path);
    if (key) return std::optional(*key);
    if (key.error().code == Errc::not_found) return std::nullopt;
    return tl::unexpected(std::move(key).error());
}

}  // namespace

std::filesystem::path value_key_file(const std::filesystem::path& folder, std::int64_t number) {
    return folder / ("values-" + std::to_string(number) + ".key");
}

Result<ValueKeys> read_value_keys(Connection& connection, const std::filesystem::path& folder,
                                  const std::string& ledger_id) {
    IAM_ASK(rows, connection.ask(Statement(k_keks_sql)));
    ValueKeys keys;
    for (int row = 0; row < rows.size(); ++row) {
        const std::int64_t number = rows.integer(row, 0);
        if (rows.integer(row, 2) != 0) keys.required = number;
        const std::filesystem::path file = value_key_file(folder, number);
        IAM_TRY(key, read_one(file));
        if (!key) continue;
        IAM_TRY(check, rows.digest(row, 1));
        if (value_key_check(*key, ledger_id) != check) {
            return fail(Errc::corrupt, "the key " + file.string() +
                                           " is of another ledger; copy it from a host of this "
                                           "one");
        }
        keys.by_number.emplace(number, *key);
    }
    if (keys.required == 0)
        return fail(Errc::unavailable, "the ledger has no key for values; run state init");
    if (keys.by_number.count(keys.required) > 0) return keys;
    return fail(Errc::unavailable, "this host has no " +
                                       value_key_file(folder, keys.required).string() +
                                       "; copy it from a host that has it (0600)");
}

Result<std::int64_t> add_value_key(Connection& connection, const std::filesystem::path& folder,
                                   const std::string& ledger_id, Entropy& entropy) {
    IAM_ASK(rows, connection.ask(Statement(k_keks_sql)));
    const std::int64_t number = rows.size() == 0 ? 1 : rows.integer(rows.size() - 1, 0) + 1;
    if (number > k_value_keys_max) {
        return fail(Errc::conflict, "the ledger has had " + std::to_string(k_value_keys_max) +
                                        " keys for values, and no more are made");
    }
    // A crash between the file and the row leaves the file. It serves the next attempt.
    const std::filesystem::path file = value_key_file(folder, number);
    IAM_TRY(left, read_one(file));
    if (!left) {
        IAM_TRY(made, store::make_key(file, entropy));
        left = made;
    }
    const auto put = connection.ask(
        Statement(k_put_kek_sql, number, value_key_check(*left, ledger_id), number == 1));
    if (put) return number;
    if (put.error().state != "23505") return tl::unexpected(error_of(put.error()));
    return fail(Errc::conflict, "another host has just made the key " + std::to_string(number) +
                                    " for values; move " + file.string() +
                                    " away, and copy the one of that host");
}

Result<void> require_newest(Connection& connection, const ValueKeys& keys, Guard guard) {
    std::vector<Statement> statements;
    begin_guarded(statements, guard, k_require_wait);
    take_guard(statements, guard, true);
    statements.emplace_back(k_require_sql, keys.by_number.rbegin()->first);
    statements.emplace_back("COMMIT");
    for (int tries = 1;; ++tries) {
        const auto done = connection.run(statements);
        if (done) return {};
        if (!is_transient(done.error()) || tries == k_require_tries_max)
            return tl::unexpected(error_of(done.error()));
    }
}

}  // namespace iam::store_postgres
