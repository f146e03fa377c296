// Lists the differences of two schemas in normal form, with the possible rules for each.
#pragma once

#include <iam/core/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace iam::contract {

/// The ids of the possible rules for a change. The values lost and gained choose among them.
struct RuleChoice {
    std::string_view narrowed{};  ///< values are lost only
    std::string_view widened{};   ///< values are gained only
    std::string_view changed{};   ///< values are lost and gained; empty: both rules above
    std::string_view same{};      ///< proven neither lost nor gained; empty: S08, another spelling
};

struct SchemaChange {
    RuleChoice input{};
    RuleChoice output{};
    std::string pointer{};                ///< of the schema with the keywords
    std::vector<std::string> keywords{};  ///< the changed keywords; empty: the whole schema
    std::vector<std::string> members{};   ///< only these properties and requirements; empty: all
};

/// The changes in the order of the schema.
std::vector<SchemaChange> schema_changes(const Json& before, const Json& after);

/// Makes this change in `schema`, with the values of `after`. Definitions of both stay, since
/// references may need them.
void apply_change(Json& schema, const Json& after, const SchemaChange& change);
/// `before` with this change alone.
Json with_change(Json before, const Json& after, const SchemaChange& change);

/// The part of one schema affected by the change; null if it has none.
Json part_of(const Json& schema, const SchemaChange& change);

}  // namespace iam::contract
