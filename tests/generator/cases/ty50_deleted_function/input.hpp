#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Adds.
[[iam::tool]] int add(int a) = delete;  // iam-error: deleted

}  // namespace desk
