// Unwraps schemas written as a list of one.
#pragma once

#include <iam/core/json.hpp>

namespace iam::contract {

/// The schema, in normal form, with each `allOf`, `anyOf` and `oneOf` of one schema replaced by its
/// only schema. A list stays if the schema's keywords would act together with the keywords beside
/// it.
Json unwrapped(Json schema);

}  // namespace iam::contract
