// Lets a model take back its user's own calls: two tools beside the application's.
#pragma once

#include <iam/core/result.hpp>
#include <iam/gate/runtime.hpp>
#include <iam/tool/registry.hpp>

namespace iam::mcp {

/// Adds the tools to the registry of the Runtime. Only calls of this Runtime may use the registry:
/// - `list_undoable` lists the calls of its caller's session that can be undone, newest first. It
///   is allowed. If the caller's Subject has no session, there is no list.
/// - `undo_call` takes a call back, by an entry of it. A person is asked each time, and sees the
///   call; if a rule, grant or policy allows the tool, it fails. The undo itself is recorded as
///   confirmed by the host (host_assertion); a managed rule with only_person refuses it.
/// Both are of calls of the caller's own user and workspace alone. Errors: as of Registry::add
/// (conflict: the application has a tool of this name).
Result<void> add_undo_tools(Registry& registry, gate::Runtime& runtime);

}  // namespace iam::mcp
