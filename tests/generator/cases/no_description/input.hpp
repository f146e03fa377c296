#pragma once

#include <iam/annotations.hpp>

namespace desk {

[[iam::tool({.idempotent = true})]] void beep();  // iam-warning: the model would read 'beep'
[[iam::tool({.title = "A beep", .idempotent = true})]] void beep_again();  // iam-warning: the model would read 'A beep'

}  // namespace desk
