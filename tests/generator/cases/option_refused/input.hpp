#pragma once

#include <iam/annotations.hpp>

namespace desk {

[[iam::tool({.read_only = 3})]] int one();  // iam-error: 'read_only' takes true or false
[[iam::tool({.readonly = true})]] int two();  // iam-error: Did you mean 'read_only'?
[[iam::tool({.policy = iam::allow, .policy_reason = 3})]] int three();  // iam-error: 'policy_reason' takes
[[iam::tool({"four"})]] int four();  // iam-error: is given by its name

}  // namespace desk
