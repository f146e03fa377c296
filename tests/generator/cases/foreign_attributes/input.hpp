#pragma once

#include <iam/annotations.hpp>

namespace desk {

[[tool]] int another_vendors();
[[other::tool]] int another_scope();
[[other::range(a b)]] int not_an_expression();
[[nodiscard, deprecated("use sum")]] int plain();

/// Adds.
[[nodiscard, iam::tool({.read_only = true})]] int sum([[maybe_unused]] int a);

}  // namespace desk
