// Turns a schema in normal form into a term.
#pragma once

#include "contract/inclusion/terms.hpp"

#include <string_view>

namespace iam::contract {

/// `schema` must be the result of normalise(), and iam::schema must compile it. `scope` names its
/// recursive definitions: two schemas lowered with one scope must have the same ones. A term
/// depends on its own schema and the definitions only.
///
/// Undecided parts become opaque terms: a keyword (unevaluated*), a whole schema with references
/// dependent on their place, or a whole schema of another dialect.
TermId lower(Terms& terms, const Json& schema, std::string_view scope);

}  // namespace iam::contract
