// Asks the client of a session about an open question, while its call waits for the record.
#pragma once

#include "mcp/server/calls/active_call.hpp"
#include "mcp/server/calls/waiting_calls.hpp"

#include <memory>
#include <string>

namespace iam::mcp {

/// Asks the client, if there is a way. If the client does not open the page, or closes the form,
/// the wait of its call ends and the question stays open.
void ask_about(const std::shared_ptr<ActiveCall>& call, const std::string& approval);

/// The wait has ended: the client's question ends, too.
void end_question(ActiveCall& call, WaitEnd end);

}  // namespace iam::mcp
