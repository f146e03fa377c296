// The options that a profile gives to a conversation.
#include "chat/conversation/for_models/read_result.hpp"
#include "iam/chat/conversation.hpp"
#include "iam/chat/profile.hpp"

namespace iam::chat {

void use_profile(const Profile& profile, ConversationOptions& options) {
    options.system = profile.system;
    options.temperature = profile.temperature;
    options.output_tokens_max = profile.output_tokens_max;
    options.offers = [tools = profile.tools](const Contract& contract) {
        return permits(choice_for(contract, tools), contract.id);
    };
    options.mode = profile.mode;
    const ProfileBudgets& budgets = profile.budgets;
    options.chat_budget = budgets.chat;
    options.day_budget = budgets.day;
    options.prices = budgets.prices.value_or(Prices{});
    TurnLimits& limits = options.limits;
    if (budgets.call_time) limits.call_time = *budgets.call_time;
    if (budgets.result_bytes) limits.result_bytes_max = *budgets.result_bytes;
    if (budgets.calls_of_turn) limits.calls_max = *budgets.calls_of_turn;
    if (budgets.requests_of_turn) limits.requests_max = *budgets.requests_of_turn;
}

}  // namespace iam::chat
