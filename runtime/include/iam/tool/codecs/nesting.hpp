// Limits the depth of written values.
#pragma once

#include <iam/core/json_writer.hpp>

namespace iam {

/// True if an object or array may begin here. If it would stand deeper than a reader goes (Limits),
/// writes null, marks `out` as bad and returns false. This ends a value within itself, or with
/// unbounded nesting.
bool may_nest(JsonWriter& out);

}  // namespace iam
