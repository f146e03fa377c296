// Definitions of two schemas that mean the same part under different names.
#pragma once

#include <iam/core/json.hpp>

namespace iam::contract {

/// `after` with its definitions called as those of `before` whose references stand at the same places, and all others by names that `before`
/// does not have. Both are in normal form, whose names are numbers in the order of use. A schema that keeps its own names keeps them.
Json with_names_of(const Json& before, const Json& after);

}  // namespace iam::contract
