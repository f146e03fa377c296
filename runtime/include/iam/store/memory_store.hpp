// The store of tests and of programs that need no memory beyond their own life.
#pragma once

#include <iam/core/entropy.hpp>
#include <iam/ledger/store.hpp>

#include <cstdint>
#include <memory>

namespace iam::store {

/// Everything in this process; gone with the object. `entropy` is only used here. Its entries are of `chain`.
std::unique_ptr<ledger::Store> make_memory_store(Entropy& entropy, std::uint32_t chain = 0);
/// The same with random bytes of the system.
std::unique_ptr<ledger::Store> make_memory_store();

}  // namespace iam::store
