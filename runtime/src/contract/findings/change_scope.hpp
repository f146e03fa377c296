// Judges a change of one parameter with this parameter alone, so many changes cost as much as one
// each.
#pragma once

#include "contract/findings/schema_changes.hpp"

#include <optional>
#include <string>

namespace iam::contract {

/// The part of two schemas about one member of an object.
struct MemberScope {
    std::string member;
    Json before;  ///< the old schema with this member alone
    Json alone;   ///< `before` with the change

    /// `base` with the member as in `part`. If a schema accepts `base`, and its rule for the member
    /// accepts the member, it accepts the result.
    Json widened(Json base, const Json& part) const;
};

/// Returns nothing if the change is not about one member. Returns nothing too if the old schema
/// judges members by more than a rule for each. Only the whole schemas then decide.
std::optional<MemberScope> member_scope(const Json& before, const Json& after,
                                        const SchemaChange& change);

}  // namespace iam::contract
