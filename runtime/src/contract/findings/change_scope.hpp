// A change of one parameter is judged beside that parameter alone, so that many changes cost as much as one each.
#pragma once

#include "schema_changes.hpp"

#include <optional>
#include <string>

namespace iam::contract {

/// What two schemas say of one member of an object.
struct MemberScope {
    std::string member;
    Json before;  ///< the old schema with this member alone
    Json alone;   ///< the same with the change

    /// `base` with the member as it is in `part`: accepted by the schemas that accept `base` with it, and refused by the others.
    Json widened(Json base, const Json& part) const;
};

/// Nothing where the change is not about one member, or where the old schema judges members by more than what it says of each: then only the
/// schemas as wholes can tell.
std::optional<MemberScope> member_scope(const Json& before, const Json& after,
                                        const SchemaChange& change);

}  // namespace iam::contract
