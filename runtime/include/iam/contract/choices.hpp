// Enumerations whose values have a text each.
#pragma once

#include <iam/core/json.hpp>

#include <optional>

namespace iam::contract {

/// The values that a schema's `oneOf` lists as constants, different ones with nothing but texts beside them: what `enum` would say, in that order.
/// The `full` profile writes an enumeration with documented enumerators so. Nothing for every other schema.
std::optional<Json> listed_constants(const Json& schema);

}  // namespace iam::contract
