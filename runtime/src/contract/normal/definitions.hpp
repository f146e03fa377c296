// Matches definitions of two schemas that mean the same part under different names.
#pragma once

#include <iam/core/json.hpp>

namespace iam::contract {

/// Renames the definitions of `after`. A definition gets the name of the one in `before` whose
/// references stand at the same places; all others get names that `before` does not have. Both
/// schemas are in normal form, in which names are numbers in the order of use. A schema that keeps
/// its own names keeps them.
Json with_names_of(const Json& before, const Json& after);

}  // namespace iam::contract
