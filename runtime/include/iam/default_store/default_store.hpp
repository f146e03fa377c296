// Names the store of command lines that name none themselves.
#pragma once

#include <iam/store/backend.hpp>

namespace iam::default_store {

/// Makes the back end that host::run() uses without another one: state folders of SQLite.
store::Backend backend();

}  // namespace iam::default_store
