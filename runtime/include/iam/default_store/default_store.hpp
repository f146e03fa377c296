// Names the store for command lines without one.
#pragma once

#include <iam/store/backend.hpp>

namespace iam::default_store {

/// Makes the default back end of host::run(): state folders of SQLite.
store::Backend backend();

}  // namespace iam::default_store
