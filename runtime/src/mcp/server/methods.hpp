// The methods of the protocol, each as a function from parameters to an answer.
#pragma once

#include "mcp/server/core.hpp"
#include <iam/rpc/reply.hpp>

#include <tl/expected.hpp>

#include <memory>
#include <string>

namespace iam::mcp {

/// The JSON text of a result, or an error.
using Answer = tl::expected<std::string, rpc::ErrorObject>;

/// All methods of a session, which outlives them.
std::shared_ptr<const rpc::Methods> methods_of(SessionCore& session);

Answer initialize(SessionCore& session, const rpc::Request& request);
Answer set_log_level(SessionCore& session, const rpc::Request& request);
Answer list_tools(SessionCore& session, const rpc::Request& request);
/// Answers now, or when the call has ended.
void call_tool(SessionCore& session, const rpc::Request& request, rpc::Reply reply);
/// The end of a call's wait for a person.
void go_on_after_wait(std::shared_ptr<ActiveCall> call, ToolResult pending, WaitEnd end);

// Only for servers that have Offers.
Answer list_resources(SessionCore& session, const rpc::Request& request);
Answer list_templates(SessionCore& session, const rpc::Request& request);
Answer read_resource(SessionCore& session, const rpc::Request& request);
Answer subscribe(SessionCore& session, const rpc::Request& request);
Answer unsubscribe(SessionCore& session, const rpc::Request& request);
Answer list_prompts(SessionCore& session, const rpc::Request& request);
Answer get_prompt(SessionCore& session, const rpc::Request& request);
Answer complete(SessionCore& session, const rpc::Request& request);

/// The error for a failure: invalid_argument is about the parameters, others are internal.
rpc::ErrorObject error_of(const Error& error);

}  // namespace iam::mcp
