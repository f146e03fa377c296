// Writes the text of a normal form without making the normal form as a value. Every tool of every
// build has a digest over this text.
#pragma once

#include <iam/core/json.hpp>
#include <iam/core/result.hpp>

#include <string>

namespace iam::contract {

/// canonical_json() of normalise(schema), with texts dropped. Most schemas are written directly,
/// with sorted members and some left out; the others go through normalise().
Result<std::string> normal_text(const OrderedJson& schema);

}  // namespace iam::contract
