#pragma once

#include <iam/annotations.hpp>

namespace desk {

[[iam::tool]] inline constexpr int k_limit = 5;  // iam-error: function

struct [[iam::tool]] Box {  // iam-error: function
    [[iam::tool]] int width;  // iam-error: function
};

[[iam::tool]] inline constexpr auto add = [](int a) { return a; };  // iam-error: function

}  // namespace desk
