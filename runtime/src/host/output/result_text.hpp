// Prints results of calls and previews, for programs and for people.
#pragma once

#include <iam/annotations.hpp>
#include <iam/tool/call.hpp>

#include <optional>
#include <string>

namespace iam::host {

/// One JSON object in one line: success, entry, call, then result, or code, message, errors and
/// approval. `undo` is the command that undoes the call; empty: there is none.
std::string result_json(const ToolResult& result, const std::string& undo);
/// The result of a success.
std::string result_text(const ToolResult& result);
/// Code, message and each mistake of a failure; no result.
std::string failure_text(const ToolResult& result);

/// {"preview": {"fields", "summary", "warnings"} or null}.
std::string preview_json(const std::optional<Preview>& preview);
std::string preview_text(const std::optional<Preview>& preview);

}  // namespace iam::host
