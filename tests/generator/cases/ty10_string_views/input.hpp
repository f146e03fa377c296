#pragma once

#include <iam/annotations.hpp>

#include <string_view>

namespace desk {

/// Counts letters.
[[iam::tool({.read_only = true})]] int letters(std::string_view text);

}  // namespace desk
