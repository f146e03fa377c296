// How deep values are written.
#pragma once

#include <iam/core/json_writer.hpp>

namespace iam {

/// True if an object or array may begin here. False, and null written, where it would stand deeper than a reader goes (Limits): there
/// a value ends that contains itself, or ever more of its kind. Marks `out` as bad then.
bool may_nest(JsonWriter& out);

}  // namespace iam
