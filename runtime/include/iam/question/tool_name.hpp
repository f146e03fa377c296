// Finds the tool named by a person.
#pragma once

#include <iam/tool/registry.hpp>

#include <string>

namespace iam::question {

/// Reads "name" (or "application/name") of compiled-in tools and "origin/name" of others. An
/// unknown name becomes an id of the same spelling, so the gate can refuse and record the unknown
/// tool. Error: several tools are spelled so.
Result<ToolId> tool_named(const std::string& text, const Registry& registry);

/// The text before the first slash, the server of "server/tool". Empty: there is none.
std::string origin_in(const std::string& text);

/// The text to type for `id`.
std::string spelled(const ToolId& id);

}  // namespace iam::question
