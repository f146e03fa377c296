#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Adds.
[[iam::tool({.read_only = true}), iam::range(0, 5)]] int add(int a);  // iam-error: range

struct [[iam::secret]] Box {  // iam-error: secret
    [[iam::preview(add)]] int width;  // iam-error: preview
};

/// Cuts.
[[iam::tool({.destructive = true})]] void cut([[iam::tool]] Box box);  // iam-error: tool

}  // namespace desk
