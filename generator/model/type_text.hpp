// Spells types for readers of messages.
#pragma once

#include <string>
#include <string_view>

namespace iam::gen {

/// A type as its author would write it: "::std::string" of generated code becomes "std::string".
std::string without_roots(std::string_view cpp);

}  // namespace iam::gen
