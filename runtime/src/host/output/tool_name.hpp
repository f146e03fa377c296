// Which tool a person means.
#pragma once

#include <iam/tool/registry.hpp>

#include <string>

namespace iam::host {

/// "name" for compiled-in tools (or "application/name"), "origin/name" for others. A name that no tool has becomes an id of the same
/// spelling, so that the gate can say and record that there is none. Error: several tools are spelled so.
Result<ToolId> tool_named(const std::string& text, const Registry& registry);

/// As the other way round: what a person types to mean `id`.
std::string spelled(const ToolId& id);

}  // namespace iam::host
