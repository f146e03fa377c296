// The end of the forgotten entries of a chain, for all that walk over chains.
#pragma once

#include <iam/ledger/entry.hpp>

#include <algorithm>
#include <vector>

namespace iam::ledger {

/// The last forgotten entry of a chain; the place before the first if none is forgotten.
inline Head forgotten_in(const std::vector<Head>& forgotten, std::uint32_t chain) {
    const auto found = std::find_if(forgotten.begin(), forgotten.end(),
                                    [&](const Head& head) { return head.entry.chain == chain; });
    return found == forgotten.end() ? Head{{chain, 0}, {}} : *found;
}

inline bool is_forgotten(const std::vector<Head>& forgotten, const EntryId& id) {
    return id.seq <= forgotten_in(forgotten, id.chain).entry.seq;
}

}  // namespace iam::ledger
