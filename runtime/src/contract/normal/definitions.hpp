// Matches definitions of two schemas with the same meaning under different names.
#pragma once

#include <iam/core/json.hpp>

namespace iam::contract {

/// Renames the definitions of `after`. A definition gets the name of the one in `before` with
/// references at the same places; all others get names absent from `before`. Both schemas are in
/// normal form: names are numbers in the order of use. If a schema keeps its own names, they stay.
Json with_names_of(const Json& before, const Json& after);

}  // namespace iam::contract
