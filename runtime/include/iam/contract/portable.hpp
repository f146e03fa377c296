// Makes the schema for models out of the schema that states everything.
#pragma once

#include <iam/core/json.hpp>

namespace iam::contract {

/// Makes the `portable` profile of the `full` one. `full` is the schema that the decoder checks
/// values by and that digests are computed over. The result accepts every value that `full`
/// accepts; portable_points.def lists where it accepts more, and why. Keywords keep their order;
/// texts stay.
///
/// Parts of `full` that iam-gen does not write (root combinators, lists of types, references) stay
/// unchanged. The whole schema stays unchanged if a reference makes a wider part narrow the whole
/// (`not`, `oneOf`, `if`, `contains`), or if `unevaluatedItems` counts one.
OrderedJson portable_schema(OrderedJson full);
/// portable_schema() in place; false if nothing changed.
bool make_portable(OrderedJson& full);

}  // namespace iam::contract
