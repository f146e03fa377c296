// The tools that commands add to those of the program.
#pragma once

#include "host/session/session.hpp"

namespace iam::host {

/// Adds the tools of `serve --undo-tools` and of `chat`, so that a question about one of them can
/// be answered. If the application has a tool of such a name, it keeps its own. The desk outlives
/// their calls.
void know_added_tools(Session& session, const Desk& desk);

}  // namespace iam::host
