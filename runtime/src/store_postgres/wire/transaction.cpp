// Sets the limits of a transaction by one statement.
#include "store_postgres/wire/transaction.hpp"

#include <string>

namespace iam::store_postgres {
namespace {

constexpr char k_limits_sql[] =
    "SELECT set_config('lock_timeout', $1, true), "
    "set_config('idle_in_transaction_session_timeout', '5s', true), "
    "set_config('client_min_messages', 'warning', true), "
    "set_config('search_path', 'pg_catalog', true)";

}  // namespace

Statement transaction_limits(std::chrono::milliseconds lock_wait) {
    return Statement(k_limits_sql, Text{std::to_string(lock_wait.count()) + "ms"});
}

}  // namespace iam::store_postgres
