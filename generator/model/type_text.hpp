// Types in words for readers of messages.
#pragma once

#include <string>
#include <string_view>

namespace iam::gen {

/// A type as its author would write it: "::std::string", as generated code spells it, becomes "std::string".
std::string without_roots(std::string_view cpp);

}  // namespace iam::gen
