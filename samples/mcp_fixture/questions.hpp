// The tools that ask their client, as the conformance suite calls them at 2026-07-28.
#pragma once

#include <iam/annotations.hpp>
#include <iam/tool/content.hpp>

namespace fixture {

/// Asks the client's model, for clients that have not declared that they answer.
[[iam::tool({.policy = iam::allow, .read_only = true, .open_world = true})]] iam::Content
test_missing_capability(iam::Context& context);

/// Asks the client's user and tells of it.
[[iam::tool({.policy = iam::allow, .read_only = true, .open_world = true})]] iam::Content
test_streaming_elicitation(iam::Context& context);

/// Logs a message.
[[iam::tool({.policy = iam::allow, .read_only = true, .open_world = false})]] iam::Content
test_logging_tool(iam::Context& context);

/// Asks the client's user for a name.
[[iam::tool({.policy = iam::allow, .read_only = true, .open_world = true})]] iam::Content
test_input_required_result_elicitation(iam::Context& context);

/// Asks the client's model for a capital.
[[iam::tool({.policy = iam::allow, .read_only = true, .open_world = true})]] iam::Content
test_input_required_result_sampling(iam::Context& context);

/// Asks the client for its folders.
[[iam::tool({.policy = iam::allow, .read_only = true, .open_world = true})]] iam::Content
test_input_required_result_list_roots(iam::Context& context);

/// Asks the client's user to confirm.
[[iam::tool({.policy = iam::allow, .read_only = true, .open_world = true})]] iam::Content
test_input_required_result_request_state(iam::Context& context);

/// Asks three questions at once.
[[iam::tool({.policy = iam::allow, .read_only = true, .open_world = true})]] iam::Content
test_input_required_result_multiple_inputs(iam::Context& context);

/// Asks two questions, one after the other.
[[iam::tool({.policy = iam::allow, .read_only = true, .open_world = true})]] iam::Content
test_input_required_result_multi_round(iam::Context& context);

/// Asks the client's user to confirm; the suite changes the state.
[[iam::tool({.policy = iam::allow, .read_only = true, .open_world = true})]] iam::Content
test_input_required_result_tampered_state(iam::Context& context);

/// Asks the questions that the client answers.
[[iam::tool({.policy = iam::allow, .read_only = true, .open_world = true})]] iam::Content
test_input_required_result_capabilities(iam::Context& context);

}  // namespace fixture
