// Makes the schema for models out of the schema that states everything.
#pragma once

#include <iam/core/json.hpp>

namespace iam::contract {

/// Makes the `portable` profile of the `full` one. The decoder checks values by `full`, and digests
/// are computed over it. The result accepts every value accepted by `full`. portable_points.def
/// lists the places where it accepts more, and the reasons. Keywords keep their order; texts stay.
///
/// Parts never written by iam-gen (root combinators, lists of types, references) stay unchanged.
/// The whole schema stays unchanged if a reference makes a wider part narrow the whole (`not`,
/// `oneOf`, `if`, `contains`), or if `unevaluatedItems` counts one.
OrderedJson portable_schema(OrderedJson full);
/// portable_schema() in place; false if nothing changed.
bool make_portable(OrderedJson& full);

}  // namespace iam::contract
