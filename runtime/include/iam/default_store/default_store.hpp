// Names the store for command lines without one.
#pragma once

#include <iam/store/backend.hpp>

namespace iam::default_store {

/// Makes the default back end of host::run(): state folders of SQLite, and ledgers on PostgreSQL
/// servers for places that begin with postgresql://. Chats and tasks of such a place stand in the
/// folder of this host that the address names. A build without libpq refuses such places.
store::Backend backend();

}  // namespace iam::default_store
