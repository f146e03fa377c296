#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Beeps.
[[iam::tool]] void beep();  // iam-warning: states none of .read_only

}  // namespace desk
