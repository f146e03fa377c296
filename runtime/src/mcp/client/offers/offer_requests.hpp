// Requests about a server's offers: their parameters, and the reading of their results. Pure.
#pragma once

#include <iam/core/result.hpp>
#include <iam/mcp/servers.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace iam::mcp {

/// Of resources/read, prompts/get and completion/complete; JSON texts of objects.
std::string read_resource_params(std::string_view uri);
std::string get_prompt_params(std::string_view prompt, const Values& values);
/// `kind` is "ref/prompt" with a prompt's name, or "ref/resource" with a template.
std::string completion_params(std::string_view kind, std::string_view name,
                              const CompletionRequest& request);

// The results of these requests. URIs in them get `space` in front. Errors: invalid_argument.
Result<std::vector<ResourceContents>> read_contents(std::string_view result,
                                                    std::string_view space);
Result<std::vector<PromptMessage>> read_messages(std::string_view result, std::string_view space);
/// At most k_completions_max values.
Result<std::vector<std::string>> read_proposals(std::string_view result);

/// The result in a reply of this server. Errors: not_found (the server knows no such resource),
/// unavailable. They hold the server's words as visible text, at most 1 KiB.
Result<std::string> result_in(RemoteReply reply, const std::string& server,
                              const std::string& method);

}  // namespace iam::mcp
