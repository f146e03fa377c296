// The store that a test program is about. Each program that compiles the conformance suite defines
// this one function.
#pragma once

#include <iam/ledger/store.hpp>

#include <memory>

namespace iam::test {

/// A new, empty store that shares nothing with any other. Its deleter may hold what it lives in,
/// for example a TempDir.
std::shared_ptr<ledger::Store> open_store();

}  // namespace iam::test
