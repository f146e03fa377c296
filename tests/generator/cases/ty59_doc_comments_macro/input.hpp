#pragma once

#include <iam/annotations.hpp>

#define desk_tool(title_) [[iam::tool({.title = title_, .read_only = true})]]
#define DESK_INNER(title_) desk_tool(title_)

namespace desk {

/// The attribute comes out of a macro with arguments.
desk_tool("Add") int add(int a, int b);

/// The macro stands between attributes.
[[nodiscard]] desk_tool("Subtract (less)")
/// And more.
int subtract(int a, int b);

/// One macro makes another.
DESK_INNER("Double") int twice(int a);

/// A comment for other tools stands in between.
// NOLINTNEXTLINE(readability-named-parameter)
desk_tool("Half") int half(int a);

}  // namespace desk
