// Makes a store in memory, for tests and for programs without lasting state.
#pragma once

#include <iam/core/entropy.hpp>
#include <iam/ledger/store.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>

namespace iam::store {

/// The bounds of a memory store, so a service does not grow over the years.
struct MemoryLimits {
    /// The least number of newest entries in the ledger; about 1 kB each. The store forgets older
    /// ones, 64 at a time. A forgotten call cannot be undone, and its id can be used again.
    std::size_t entries_max = 4'096;
    /// The approvals kept after they were refused, withdrawn, consumed, or had expired.
    std::size_t settled_approvals_max = 1'000;
};

/// Keeps everything in this process; it is gone with the object. No commit is outcome_unknown.
/// `entropy` is used only during the call. All entries are of `chain`.
std::unique_ptr<ledger::Store> make_memory_store(Entropy& entropy, std::uint32_t chain = 0,
                                                 const MemoryLimits& limits = {});
/// The same with random bytes of the system.
std::unique_ptr<ledger::Store> make_memory_store(const MemoryLimits& limits = {});

}  // namespace iam::store
