// The text of a normal form, without the normal form as a value: every tool of every build has a digest over it.
#pragma once

#include <iam/core/json.hpp>
#include <iam/core/result.hpp>

#include <string>

namespace iam::contract {

/// canonical_json() of what normalise() makes of the schema, texts dropped. Most schemas are written as they are, with their members sorted and
/// some left out; the others go that way.
Result<std::string> normal_text(const OrderedJson& schema);

}  // namespace iam::contract
