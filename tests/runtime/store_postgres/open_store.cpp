// The PostgreSQL store for the conformance suite. The suite counts entries of chain 0, so the store
// begins there and writes no notes about its terms.
#include "fixture.hpp"
#include <support/open_store.hpp>

namespace iam::test {

std::shared_ptr<ledger::Store> open_store() {
    auto ledger = std::make_shared<Ledger>();
    const std::string place = ledger->made();
    ledger->past("ALTER TABLE @writers DROP CONSTRAINT writers_chain_check");
    store_postgres::Options options;
    options.first_chain = 0;
    options.tells_terms = false;
    std::shared_ptr<ledger::Store> store = open_at(place, store::Mode::read_write, options);
    ledger::Store* raw = store.get();
    // Closed before its schema goes.
    return {raw, [ledger, store](ledger::Store*) mutable {
                store.reset();
                ledger.reset();
            }};
}

}  // namespace iam::test
