// The schema that is told to models, made from the one that states everything.
#pragma once

#include <iam/core/json.hpp>

namespace iam::contract {

/// From the `full` profile (what the decoder holds a value to, and what digests are computed over) to the `portable` one. The result accepts
/// every value that `full` accepts; where it accepts more is listed in portable_points.def, with the reason. Keywords keep their
/// order; texts stay. What is not ours in `full` (root combinators, lists of types, references) is left as it is; all of it,
/// where a part is referred to from a place at which wider is narrower (`not`, `oneOf`, `if`, `contains`) or is counted by `unevaluatedItems`.
OrderedJson portable_schema(OrderedJson full);
/// The same where the schema stands; false where that is what it is already.
bool make_portable(OrderedJson& full);

}  // namespace iam::contract
