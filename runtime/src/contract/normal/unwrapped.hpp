// Spellings that wrap a schema in a list of one.
#pragma once

#include <iam/core/json.hpp>

namespace iam::contract {

/// The schema, in normal form, with each `allOf`, `anyOf` and `oneOf` of one schema replaced by
/// that schema where its keywords do not act together with those beside it.
Json unwrapped(Json schema);

}  // namespace iam::contract
