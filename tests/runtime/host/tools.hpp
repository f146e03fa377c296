// Tools by hand for the tests of the host: one for each thing that a command line must show or
// refuse.
#pragma once

#include <iam/tool/registry.hpp>

#include <functional>
#include <string>

namespace iam::test {

/// Told about every effect that a tool has: "echo hello", "retract hello", …
using Effects = std::function<void(const std::string&)>;

/// Under the application's name "testdesk": echo (preview, undo), count (read-only), wipe
/// (destructive), login (a secret), puzzled (its preview fails), plain (says nothing about itself),
/// broken (always fails), vanish (kills its process), quick (policy allow), forbidden (policy
/// deny), append (bound to an object, with undo), linger (says "lingering" on standard error and
/// ends when it is asked to stop, or never).
Result<void> register_test_tools(Registry& registry, const Effects& effects);

}  // namespace iam::test
