// Packs the values of an entry into one run of bytes, for a column of a database.
#pragma once

#include <iam/ledger/entry.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace iam::store {

/// Packs the values of an entry. Without values the text is empty.
std::string pack_values(const std::vector<ledger::Payload>& values);
/// Unpacks them and reuses the memory of `values`. Erased bytes, all zeros, have no values. Damaged
/// bytes become one value without a name, to which no entry commits. So verification names the
/// entry, and all other entries can still be read.
void unpack_values(std::string_view packed, std::vector<ledger::Payload>& values);

}  // namespace iam::store
