// Keeps changes of consent and the commits that depend on it apart, in one of two ways.
#pragma once

#include "store_postgres/wire/parameters.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace iam::store_postgres {

/// All writers of a ledger use the same guard: see the column `guard` of the table store.
enum class Guard : std::uint8_t {
    /// Commits share the lock of the table guard, and a change of consent takes it alone.
    table,
    /// For engines without LOCK TABLE. Transactions are serializable. Each commit reads a row that
    /// changes of consent write, and each change reads the rows that commits write. So the server
    /// refuses one of a change and a commit that overlap, with 40001, and it is sent again. A
    /// change that was refused has commits hold back for a moment, since they come more often.
    serializable,
};

std::string_view to_string(Guard guard) noexcept;
std::optional<Guard> guard_named(std::string_view name) noexcept;

/// Begins a transaction in which a lock is waited for at most `lock_wait`.
void begin_guarded(std::vector<Statement>& statements, Guard guard,
                   std::chrono::milliseconds lock_wait);
/// Takes the guard. Every statement that reads what the guard keeps apart must follow.
/// Guard::serializable also needs a write of the writer's own row of the table writers in the same
/// transaction.
void take_guard(std::vector<Statement>& statements, Guard guard, bool is_exclusive);

/// A transaction that has the commits of all writers hold back until a change is committed, for at
/// most half of `lock_wait`. For Guard::serializable. Until then take_guard() ends transactions
/// with k_change_waits.
std::vector<Statement> hold_back(std::chrono::milliseconds lock_wait);
inline constexpr std::string_view k_change_waits = "a change of consent waits";

}  // namespace iam::store_postgres
