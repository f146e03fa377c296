// The SQLite store for the conformance suite: each store in a folder of its own.
#include "fixture.hpp"
#include <support/open_store.hpp>

namespace iam::test {

std::shared_ptr<ledger::Store> open_store() {
    auto folder = std::make_shared<TempDir>();
    std::shared_ptr<ledger::Store> store = open_in(folder->path());
    ledger::Store* raw = store.get();
    // Closed before its folder goes.
    return {raw, [folder, store](ledger::Store*) mutable {
                store.reset();
                folder.reset();
            }};
}

}  // namespace iam::test
