// Settles commits whose answer was lost.
#pragma once

#include "store_postgres/options.hpp"
#include "store_postgres/wire/connection.hpp"
#include "store_postgres/write/chain.hpp"
#include <iam/ledger/entry.hpp>

#include <optional>
#include <string>
#include <vector>

namespace iam::store_postgres {

/// A group whose COMMIT was sent and not answered.
struct Doubt {
    ledger::Head before{};          ///< the end of the chain without the group
    ledger::Head after{};           ///< with it
    Digest first_hash{};            ///< of the group's first entry, if it has one
    ledger::Head settled{};         ///< of the note that takes the place of the first entry
    std::vector<Statement> note{};  ///< the transaction that writes it
    std::int64_t changes = 0;       ///< of the chain before the group
    bool adds_change = false;       ///< the group counts one change more

    bool has_entries() const noexcept { return after.entry != before.entry; }
};

enum class Settled {
    committed,
    /// Not committed, and it never will be. The chain ends with Doubt::settled.
    not_committed,
    /// Not committed, and another writer has continued the chain.
    chain_taken,
};

/// Asks once. The statements wait for a transaction that is still open. Returns a fault if the
/// answer was lost, too.
Reply<Settled> ask_about(Connection& connection, const Doubt& doubt);

}  // namespace iam::store_postgres
