// The request about the state of the ledger's chains.
#pragma once

#include "console/api/routes.hpp"

#include <array>

namespace iam::console {

inline constexpr std::array k_ledger_members{
    Member{"before",
           Member::Kind::text,
           false,
           k_word_max,
           {},
           "Checks the entries before this one: the next part."}};

/// Checks the newest entries, or the ones before another, by ledger::check_part().
net::Response show_ledger(const ApiParts& api, const Asked& asked);

}  // namespace iam::console
