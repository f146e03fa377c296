// JSON text without some of its members, and without a value being made of it.
#pragma once

#include <iam/core/result.hpp>

#include <span>
#include <string>
#include <string_view>

namespace iam::contract {

/// `json` is text as JsonWriter writes it; of other text nothing is said but that it is not JSON, where that is noticed. Leaves out the members
/// of these names in the object that the keys of `way` lead to; what leads nowhere stays as it is.
Result<std::string> text_without(std::string_view json, std::span<const std::string_view> way,
                                 std::span<const std::string_view> names);

}  // namespace iam::contract
