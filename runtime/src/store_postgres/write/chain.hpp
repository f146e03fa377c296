// Leases a chain to one writer by the server's clock.
#pragma once

#include "store_postgres/options.hpp"
#include "store_postgres/wire/connection.hpp"
#include <iam/ledger/entry.hpp>

#include <chrono>
#include <cstdint>
#include <string>

namespace iam::store_postgres {

/// Bounds the chains that are in use. One whose end was lost counts no more.
inline constexpr int k_chains_max = 256;

/// A chain that this writer may continue. The lease keeps chains few. The primary key of the table
/// entries keeps them linear, also while two writers think that they have the lease.
struct Chain {
    std::uint32_t number = 0;
    std::int64_t term = 0;
    std::int64_t changes = 0;  ///< batches without entries that this chain's writers committed
    ledger::Head end{};        ///< its last entry; seq 0: it has none
    std::chrono::steady_clock::time_point renewed{};
};

/// Facts of the server at the start of a term.
struct ServerFacts {
    std::chrono::milliseconds clock_offset{0};  ///< the server's clock less this host's
    std::string system_identifier{};
    std::int64_t timeline = 0;
};

/// Takes an expired chain, else a new one, and reads its end. Errors: unavailable (all chains are
/// leased).
Result<Chain> take_chain(Connection& connection, const std::string& instance,
                         const Options& options);

/// Errors: unavailable (the clocks differ by more than consent::k_clock_tolerance, so deadlines
/// would not hold).
Result<ServerFacts> read_server_facts(Connection& connection, const Options& options);

/// Renews the lease, and counts a batch without entries if `counts_change`. It ends the transaction
/// with k_lease_lost if the chain has another writer.
Statement renewal(const Chain& chain, const std::string& instance, const Options& options,
                  bool counts_change);
inline constexpr std::string_view k_lease_lost = "the chain has another writer";

/// Ends the lease, so the next writer need not wait.
Statement give_back(const Chain& chain, const std::string& instance);

/// Takes a chain out of use for ever: its end is lost.
Statement retire(std::uint32_t chain, const std::string& instance);

}  // namespace iam::store_postgres
