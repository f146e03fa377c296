// Makes a store in memory, for tests and for programs whose state may end with them.
#pragma once

#include <iam/core/entropy.hpp>
#include <iam/ledger/store.hpp>

#include <cstdint>
#include <memory>

namespace iam::store {

/// Keeps everything in this process; it is gone with the object. `entropy` is used only during the
/// call. All entries are of `chain`.
std::unique_ptr<ledger::Store> make_memory_store(Entropy& entropy, std::uint32_t chain = 0);
/// The same with random bytes of the system.
std::unique_ptr<ledger::Store> make_memory_store();

}  // namespace iam::store
