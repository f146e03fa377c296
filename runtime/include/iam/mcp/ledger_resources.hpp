// Lets a client read the record of its own user's calls: resources beside the application's.
#pragma once

#include <iam/core/result.hpp>
#include <iam/ledger/store.hpp>
#include <iam/mcp/offers.hpp>

#include <cstddef>

namespace iam::mcp {

/// Adds resources in JSON to the offers. `store` is the Runtime's and outlives their use:
/// - `iam://ledger/calls` lists calls, newest first;
/// - `iam://ledger/calls/before/{entry}` goes on with the calls before an entry;
/// - `iam://ledger/calls/{entry}` is one call, by an entry of it, with its arguments.
/// A client reads calls of MCP clients of exactly its own user and workspace; another's call and a
/// missing entry get the same answer. Secrets are not in the record. Results, previews and the
/// names of people are not shown. Errors: as of Offers::add (conflict).
Result<void> add_ledger_resources(Offers& offers, ledger::Store& store);

/// Calls in one list, and entries of the ledger read for it.
inline constexpr std::size_t k_listed_calls_max = 50;
inline constexpr std::size_t k_looked_at_max = 1000;
/// Longer arguments are left out.
inline constexpr std::size_t k_shown_arguments_bytes_max = std::size_t{64} << 10U;

}  // namespace iam::mcp
