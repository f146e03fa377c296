// The requests about the undo of a call: its plan, and the undo itself.
#pragma once

#include "console/api/routes.hpp"

#include <array>

namespace iam::console {

inline constexpr std::array k_undo_members{
    Member{"plan", Member::Kind::text, true, 64, {}, "Of the plan as it was shown."},
    Member{"later", Member::Kind::text, false, k_word_max, "refuse undo keep",
           "If later calls changed the same: refuse (if absent), undo them first, or keep them."},
    Member{"approval",
           Member::Kind::text,
           false,
           k_word_max,
           {},
           "Of the answered question about this undo."}};

net::Response show_undo(const ApiParts& api, const Asked& asked);
net::Response undo(const ApiParts& api, const Asked& asked);

}  // namespace iam::console
