// Makes one ledger::Store of its parts, with settings for tests.
#pragma once

#include "store_postgres/address.hpp"
#include "store_postgres/options.hpp"
#include "store_postgres/schema/migrations.hpp"
#include "store_postgres/wire/connection.hpp"
#include <iam/core/entropy.hpp>
#include <iam/ledger/store.hpp>
#include <iam/store/backend.hpp>

#include <memory>
#include <string>

namespace iam::store_postgres {

/// open() of the public header with other settings.
Result<std::unique_ptr<ledger::Store>> open_with(const std::string& place, store::Mode mode,
                                                 Entropy& entropy, const Options& options);

/// Says that the schema is without tables.
tl::unexpected<Error> no_ledger(const Address& place);

/// Errors: invalid_argument (the address names another guard than the ledger has).
Result<void> check_guard(const Address& place, const LedgerFacts& facts);

/// The target of a connection to the ledger at the place.
Connection::Target target_of(const Address& place, bool writable, const Options& options);

}  // namespace iam::store_postgres
