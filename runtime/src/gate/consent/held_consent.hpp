// Errors about tools that consent by hand cannot find.
#pragma once

#include <iam/core/result.hpp>
#include <iam/tool/contract.hpp>

namespace iam::gate {

/// Error: not_found.
tl::unexpected<Error> unknown_tool(const ToolId& id);

}  // namespace iam::gate
