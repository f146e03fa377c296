// A registry of an application with a name, for tools that are defined by hand.
#pragma once

#include <iam/tool/registry.hpp>

namespace iam::test {

struct NamedRegistry : Registry {
    NamedRegistry() { name_application("test"); }
};

}  // namespace iam::test
