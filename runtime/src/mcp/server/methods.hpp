// The methods of the protocol, each as a function from parameters to an answer.
#pragma once

#include "mcp/server/caller.hpp"
#include "mcp/server/core.hpp"
#include <iam/rpc/reply.hpp>

#include <tl/expected.hpp>

#include <memory>
#include <string>

namespace iam::mcp {

/// The JSON text of a result, or an error.
using Answer = tl::expected<std::string, rpc::ErrorObject>;

/// All methods of a session. The session outlives them.
std::shared_ptr<const rpc::Methods> methods_of(SessionCore& session);

Answer discover(SessionCore& session, const rpc::Request& request, const Caller& caller);
Answer initialize(SessionCore& session, const rpc::Request& request);
Answer set_log_level(SessionCore& session, const rpc::Request& request, const Caller& caller);
/// The parameters of notifications/message. `logger` may be empty.
std::string log_params(const LogMessage& message, std::string_view logger);
Answer list_tools(SessionCore& session, const rpc::Request& request, const Caller& caller);
/// Answers now, or when the call has ended.
void call_tool(std::shared_ptr<ActiveCall> call, const rpc::Request& request);
/// The end of a call's wait for a person.
void go_on_after_wait(std::shared_ptr<ActiveCall> call, ToolResult pending, WaitEnd end);

// Only for servers with Offers.
Answer list_resources(SessionCore& session, const rpc::Request& request, const Caller& caller);
Answer list_templates(SessionCore& session, const rpc::Request& request, const Caller& caller);
Answer read_resource(ActiveRequest& active, const rpc::Request& request);
Answer subscribe(SessionCore& session, const rpc::Request& request, const Caller& caller);
Answer unsubscribe(SessionCore& session, const rpc::Request& request, const Caller& caller);
Answer list_prompts(SessionCore& session, const rpc::Request& request, const Caller& caller);
Answer get_prompt(ActiveRequest& active, const rpc::Request& request);
Answer complete(ActiveRequest& active, const rpc::Request& request);

/// The error for a failure: invalid_argument is about the parameters, others are internal.
rpc::ErrorObject error_of(const Error& error);

}  // namespace iam::mcp
