// The store of tests and of programs that need no memory beyond their own life.
#pragma once

#include <iam/core/entropy.hpp>
#include <iam/ledger/store.hpp>

#include <memory>

namespace iam::store {

/// Everything in this process; gone with the object. `entropy` is only used here.
std::unique_ptr<ledger::Store> make_memory_store(Entropy& entropy);

}  // namespace iam::store
