// The tools by which the conformance suite changes what the server offers.
#pragma once

#include <iam/annotations.hpp>
#include <iam/mcp/offers.hpp>
#include <iam/tool/content.hpp>
#include <iam/tool/registry.hpp>

namespace fixture {

class Changes {
 public:
    /// Both outlive the object.
    Changes(iam::Registry& registry, iam::mcp::Offers& offers)
        : registry_(registry), offers_(offers) {}

    /// Adds a tool, or removes it.
    [[iam::tool({.policy = iam::allow,
                 .policy_reason = "The suite calls it, and it changes this program alone.",
                 .destructive = false,
                 .open_world = false})]] iam::Content
    test_trigger_tool_change();

    /// Adds a prompt, or removes it.
    [[iam::tool({.policy = iam::allow,
                 .policy_reason = "The suite calls it, and it changes this program alone.",
                 .destructive = false,
                 .open_world = false})]] iam::Content
    test_trigger_prompt_change();

 private:
    iam::Registry& registry_;
    iam::mcp::Offers& offers_;
};

}  // namespace fixture
