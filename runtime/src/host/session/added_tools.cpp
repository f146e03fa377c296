#include "host/session/added_tools.hpp"

#include <iam/chat/read_result.hpp>
#include <iam/mcp/undo_tools.hpp>

namespace iam::host {

void know_added_tools(Session& session, const Desk& desk) {
    static_cast<void>(mcp::add_undo_tools(session.registry(), *desk.runtime));
    static_cast<void>(chat::add_read_result(session.registry(), *desk.store));
}

}  // namespace iam::host
