// The tools that the conformance suite of the Model Context Protocol calls by name. Each shows one
// kind of result or one service of iam::Context.
#pragma once

#include <iam/annotations.hpp>
#include <iam/tool/content.hpp>

#include <stop_token>
#include <string>

namespace fixture {

/// Gives a text.
[[iam::tool({.policy = iam::allow, .read_only = true, .open_world = false})]] iam::Content
test_simple_text();

/// Gives an image.
[[iam::tool({.policy = iam::allow, .read_only = true, .open_world = false})]] iam::Content
test_image_content();

/// Gives a sound.
[[iam::tool({.policy = iam::allow, .read_only = true, .open_world = false})]] iam::Content
test_audio_content();

/// Gives a resource.
[[iam::tool({.policy = iam::allow, .read_only = true, .open_world = false})]] iam::Content
test_embedded_resource();

/// Gives a text, an image and a resource.
[[iam::tool({.policy = iam::allow, .read_only = true, .open_world = false})]] iam::Content
test_multiple_content_types();

/// Logs three messages, 50 ms apart.
[[iam::tool({.policy = iam::allow, .read_only = true, .open_world = false})]] iam::Content
test_tool_with_logging(iam::Context& context, std::stop_token stop);

/// Fails on purpose.
[[iam::tool({.policy = iam::allow, .read_only = true, .open_world = false})]] iam::Content
test_error_handling();

/// Reports progress three times, 50 ms apart.
[[iam::tool({.policy = iam::allow, .read_only = true, .open_world = false})]] iam::Content
test_tool_with_progress(iam::Progress& progress, std::stop_token stop);

/// Asks the client's model.
/// @param prompt  what the model is asked
[[iam::tool({.policy = iam::allow, .read_only = true, .open_world = true})]] iam::Content
test_sampling(const std::string& prompt, iam::Context& context);

/// Asks the client's user for a name and an address.
/// @param message  what the user reads
[[iam::tool({.policy = iam::allow, .read_only = true, .open_world = true})]] iam::Content
test_elicitation(const std::string& message, iam::Context& context);

/// Asks the client's user with a form that has defaults.
[[iam::tool({.policy = iam::allow, .read_only = true, .open_world = true})]] iam::Content
test_elicitation_sep1034_defaults(iam::Context& context);

/// Asks the client's user with a form of choices.
[[iam::tool({.policy = iam::allow, .read_only = true, .open_world = true})]] iam::Content
test_elicitation_sep1330_enums(iam::Context& context);

}  // namespace fixture
