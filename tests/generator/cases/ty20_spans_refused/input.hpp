#pragma once

#include <iam/annotations.hpp>

#include <span>
#include <vector>

namespace desk {

struct View {
    std::span<const int> numbers;
};

/// Takes them.
[[iam::tool({.read_only = true})]] int take(std::span<int> a,         // iam-error: return what it gives back
                                            std::span<const bool> b,  // iam-error: const std::vector<bool>&
                                            View c,                   // iam-error: take std::vector
                                            std::vector<std::span<const int>> d);  // iam-error: take std::vector

/// Gives one.
[[iam::tool({.read_only = true})]] std::span<const int> give();  // iam-error: nobody owns

}  // namespace desk
