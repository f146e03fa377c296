// Tells whether a tool would accept a value. Used for examples and defaults: they must not mislead
// a model into a refused call.
#pragma once

#include <generator/model/model.hpp>
#include <iam/core/json.hpp>

#include <optional>
#include <string>

namespace iam::gen {

/// The first problem of `value` as a value of `member`; nothing if it fits. It is the rest of a
/// sentence after "it": "is 30, but the range ends at 23". Invalid constraints are ignored. A null
/// counts as an absent optional.
std::optional<std::string> misfit(const Json& value, const Member& member, const Model& model);

}  // namespace iam::gen
