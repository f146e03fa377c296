// Says how far the anchors of a ledger reach.
#pragma once

#include <iam/ledger/verify.hpp>

#include <vector>

namespace iam::ledger {

/// The newest entry of each chain that the anchors confirm, for a ledger that agrees with them.
/// `last`: the newest checkpoint of the ledger; nullptr: it has none.
Result<std::vector<EntryId>> anchored_by(Store& store, const Anchors& anchors,
                                         const Checkpoint* last,
                                         const std::vector<Head>& forgotten);

}  // namespace iam::ledger
