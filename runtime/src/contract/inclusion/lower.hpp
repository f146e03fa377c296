// From a schema in normal form to its term.
#pragma once

#include "terms.hpp"

#include <string_view>

namespace iam::contract {

/// The term of a schema that normalise() gave and that iam::schema compiles. `scope` names its recursive definitions: two schemas lowered
/// under one name must have the same. What is not decided here becomes an opaque term: a keyword (unevaluated*), or
/// all of a schema whose references depend on their place or that is of another dialect. No term depends on more than its own schema and
/// the definitions.
TermId lower(Terms& terms, const Json& schema, std::string_view scope);

}  // namespace iam::contract
