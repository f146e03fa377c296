// Where two schemas in normal form differ, and which rules may name the difference.
#pragma once

#include <iam/core/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace iam::contract {

/// Ids of rules: which of them names a change is decided by the values that are lost and gained.
struct RuleChoice {
    std::string_view narrowed{};  ///< values are lost only
    std::string_view widened{};   ///< values are gained only
    std::string_view changed{};   ///< both; empty: each of the two above
    std::string_view same{};      ///< proven to be neither; empty: another spelling, S08
};

struct SchemaChange {
    RuleChoice input{};
    RuleChoice output{};
    std::string pointer{};                ///< of the schema that holds the keywords
    std::vector<std::string> keywords{};  ///< that differ; empty: the schema as a whole
    std::vector<std::string>
        members{};  ///< only these properties of them and requirements; empty: all
};

/// In the order of the schema, one for each change.
std::vector<SchemaChange> schema_changes(const Json& before, const Json& after);

/// Makes this change of `schema`, as `after` has it. Definitions of both stay, for what refers to them.
void apply_change(Json& schema, const Json& after, const SchemaChange& change);
/// `before` with this change alone.
Json with_change(Json before, const Json& after, const SchemaChange& change);

/// What stands at the change, of one of the two schemas; null where nothing does.
Json part_of(const Json& schema, const SchemaChange& change);

}  // namespace iam::contract
