// Would the tool take this value? For examples and defaults, which must not mislead a model into a
// refused call.
#pragma once

#include <generator/model/model.hpp>
#include <iam/core/json.hpp>

#include <optional>
#include <string>

namespace iam::gen {

/// The first thing that is wrong with the value of `member`, as the rest of a sentence that begins
/// with "it": "is 30, but the range ends at 23". Constraints that are wrong themselves are left
/// out. A null counts as an absent optional.
std::optional<std::string> misfit(const Json& value, const Member& member, const Model& model);

}  // namespace iam::gen
