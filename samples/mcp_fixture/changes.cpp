#include "changes.hpp"

#include <iam/tool/define.hpp>

namespace fixture {
namespace {

iam::Content text(std::string words) {
    return {iam::TextContent{std::move(words)}};
}

/// The failure of the tool, if there is one.
void require(const iam::Result<void>& done) {
    if (!done) throw iam::tool_error("not_changed", done.error().message);
}

}  // namespace

iam::Content Changes::test_trigger_tool_change() {
    if (registry_.remove({.name = "test_comes_and_goes"})) return text("The tool is gone.");
    require(iam::define("test_comes_and_goes")
                .description("Does nothing.")
                .hints({.read_only = true, .open_world = false})
                .policy(iam::Policy::allow)
                .call([] {})
                .add_to(registry_));
    return text("The tool is there.");
}

iam::Content Changes::test_trigger_prompt_change() {
    if (offers_.remove_prompt("test_comes_and_goes")) return text("The prompt is gone.");
    require(offers_.add(
        iam::mcp::Prompt{.name = "test_comes_and_goes", .description = "Says nothing."},
        [](const iam::mcp::OfferRequest&) { return std::vector<iam::mcp::PromptMessage>(); }));
    return text("The prompt is there.");
}

}  // namespace fixture
