// Looks up tools by their ids.
#include "gate/functions/permit_issuer.hpp"

#include "gate/engine/basis.hpp"

namespace iam::gate {

FoundTool find_tool(const Basis& basis, const ToolId& id) {
    return HandlerAccess::find(basis.parts.registry.snapshot(), id);
}

}  // namespace iam::gate
