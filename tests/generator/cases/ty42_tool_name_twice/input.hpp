#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// One.
[[iam::tool({.read_only = true})]] int echo(int a);
/// Two.
[[iam::tool({.read_only = true})]] int echo(bool a);  // iam-error: the name 'echo' of tool 'desk::echo' is taken

}  // namespace desk
