#pragma once

#include <iam/annotations.hpp>

namespace desk {

struct Desk {
    /// Adds.
    [[iam::tool]] static int add(int a);  // iam-error: static
};

}  // namespace desk
