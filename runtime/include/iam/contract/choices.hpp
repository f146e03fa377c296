// Reads enumerations with a text for each value.
#pragma once

#include <iam/core/json.hpp>

#include <optional>

namespace iam::contract {

/// The values in a schema's `oneOf`, in order, if an `enum` of them would mean the same. Each
/// choice must be a constant, unlike the others, with nothing but texts beside it. Nothing for
/// every other schema. The `full` profile writes enumerations with documented enumerators in this
/// form.
std::optional<Json> listed_constants(const Json& schema);

}  // namespace iam::contract
