// Names SQLite in the one place that every command line shares.
#include "iam/default_store/default_store.hpp"

#include <iam/store_sqlite/sqlite_store.hpp>

namespace iam::default_store {

store::Backend backend() {
    return store_sqlite::backend();
}

}  // namespace iam::default_store
