// Begins transactions that no setting of the server or of a role changes.
#pragma once

#include "store_postgres/wire/parameters.hpp"

#include <chrono>
#include <string_view>

namespace iam::store_postgres {

/// Each statement of the transaction sees what others have committed before it, so what follows a
/// wait for a lock sees what the holder has done.
inline constexpr std::string_view k_begin_sql = "BEGIN ISOLATION LEVEL READ COMMITTED";

/// The first statement behind BEGIN. The transaction then waits for a lock at most `lock_wait`. The
/// server's warning that a standby lacks a commit arrives. A name without a schema means
/// PostgreSQL's own, also where other logins may create names.
Statement transaction_limits(std::chrono::milliseconds lock_wait);

}  // namespace iam::store_postgres
