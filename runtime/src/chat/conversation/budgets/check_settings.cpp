#include "chat/conversation/budgets/check_settings.hpp"

#include <iam/chat/profile.hpp>
#include <iam/consent/rules.hpp>

#include <string>
#include <vector>

namespace iam::chat {
namespace {

Result<void> check_names(std::size_t count) {
    if (count <= k_profile_names_max) return {};
    return fail(Errc::invalid_argument, "a choice of tools has at most " +
                                            std::to_string(k_profile_names_max) +
                                            " names of one kind; write patterns instead.");
}

Result<void> check_pattern(const std::string& text) {
    if (consent::NamePattern::parse(text)) return {};
    return fail(Errc::invalid_argument,
                "'" + text + "' is no pattern of tools; write a name, or one with '*'.");
}

}  // namespace

Result<void> check_choice(const ToolsChosen& tools) {
    const std::vector<std::string> allow = tools.choice.allow.value_or(std::vector<std::string>());
    for (const std::size_t count : {allow.size(), tools.choice.deny.size(), tools.switches.size(),
                                    tools.choice.servers ? tools.choice.servers->size() : 0})
        IAM_CHECK(check_names(count));
    for (const std::string& text : allow) IAM_CHECK(check_pattern(text));
    for (const std::string& text : tools.choice.deny) IAM_CHECK(check_pattern(text));
    for (const ToolsChosen::Switch& each : tools.switches) IAM_CHECK(check_pattern(each.pattern));
    return {};
}

Result<void> check_settings(const ConversationParts& parts, const ConversationOptions& options) {
    if (options.day_budget != Budget{} && parts.clock == nullptr)
        return fail(Errc::invalid_argument,
                    "the budget of a day needs a clock; give ConversationParts::clock.",
                    "/day_budget");
    if (options.mode == ConsentMode::ask && parts.taint_guard == nullptr)
        return fail(Errc::invalid_argument,
                    "the mode 'ask' needs a guard; give ConversationParts::taint_guard, and the "
                    "same to the Runtime.",
                    "/mode");
    return options.tools ? check_choice(*options.tools) : Result<void>();
}

}  // namespace iam::chat
