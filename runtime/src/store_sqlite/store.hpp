// Makes one ledger::Store of the parts of an open state folder.
#pragma once

#include "store_sqlite/files/folder.hpp"
#include "store_sqlite/rows/reader.hpp"
#include "store_sqlite/write/writer.hpp"
#include <iam/ledger/store.hpp>
#include <iam/store/key_ring.hpp>

#include <memory>

namespace iam::store_sqlite {

/// Without a `writer`, every commit is unavailable.
std::unique_ptr<ledger::Store> make_store(StateFolder folder, const store::KeyRing& keys,
                                          Connection reading, std::unique_ptr<Writer> writer);

}  // namespace iam::store_sqlite
