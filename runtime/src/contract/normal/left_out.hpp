// Removes members from JSON text without making a value of it.
#pragma once

#include <iam/core/result.hpp>

#include <span>
#include <string>
#include <string_view>

namespace iam::contract {

/// Removes the members `names` from the object at the end of the keys of `way`. If the way leads
/// nowhere, the text stays unchanged. `json` must be text as JsonWriter writes it. Other text gives
/// an error if it is seen not to be JSON, otherwise an undefined text.
Result<std::string> text_without(std::string_view json, std::span<const std::string_view> way,
                                 std::span<const std::string_view> names);

}  // namespace iam::contract
