#pragma once

#include <iam/annotations.hpp>

namespace desk {

class Desk {
    /// Adds.
    [[iam::tool]] int add(int a);  // iam-error: not public

 protected:
    /// Adds.
    [[iam::tool]] int add_more(int a);  // iam-error: not public
};

}  // namespace desk
