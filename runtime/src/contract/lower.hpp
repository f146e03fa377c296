// From a schema in normal form to its term.
#pragma once

#include "terms.hpp"

#include <string_view>

namespace iam::contract {

/// The term of a schema that normalise() gave and that iam::schema compiles. `scope` names its recursive definitions: two schemas lowered
/// under one name must have the same. What is not decided here (unevaluated*, $dynamicRef, another dialect) becomes an opaque term.
TermId lower(Terms& terms, const Json& schema, std::string_view scope);

}  // namespace iam::contract
