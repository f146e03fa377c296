// The budgets of chat, day and call, and the tools that a person has chosen.
#include "chat/conversation/budgets/check_settings.hpp"
#include "chat/conversation/budgets/spending.hpp"
#include "chat/conversation/core.hpp"
#include "chat/conversation/for_models/call_results.hpp"
#include "chat/conversation/for_models/read_result.hpp"

#include <utility>

namespace iam::chat {

std::shared_ptr<const ToolNames> Conversation::Core::make_names() const {
    return std::make_shared<ToolNames>(
        parts_.registry.snapshot(),
        [this](const Contract& contract) { return offers(contract, chosen_); });
}

bool Conversation::Core::offers(const Contract& contract, const ToolsChosen& chosen) const {
    if (options_.offers && !options_.offers(contract)) return false;
    ToolsChosen counting = chosen;
    counting.choice = choice_for(contract, std::move(counting.choice));
    if (!permits(counting, contract.id)) return false;
    if (options_.mode != ConsentMode::read_only) return true;
    // The hint of a server counts if a person trusts the server.
    const std::string& origin = contract.id.origin;
    return contract.hints.read_only.value_or(false) &&
           (origin.empty() || (options_.trusts && options_.trusts(origin)));
}

bool Conversation::Core::is_left_out(const ProposedCall& call) const {
    if (names_->catalogue().find(call.tool) == nullptr) return false;
    return !call.is_known || names_->find(model_name(call.tool)) == nullptr;
}

Result<void> Conversation::Core::choose_tools(ToolsChosen tools) {
    IAM_CHECK(check_choice(tools));
    IAM_CHECK(claim());
    strand_.run([&] { do_choose_tools(std::move(tools)); });
    if (!is_broken_) return {};
    return fail(Errc::unavailable, "the step could not be stored; open the chat again.");
}

void Conversation::Core::do_choose_tools(ToolsChosen tools) {
    {
        const std::lock_guard lock(log_mutex_);
        chosen_ = std::move(tools);
    }
    names_ = make_names();
    // A chat begins with its first message.
    if (log_.size() == 0 || keep(changed_settings())) is_busy_ = false;
}

ToolsChosen Conversation::Core::tools() const {
    const std::lock_guard lock(log_mutex_);
    return chosen_;
}

std::vector<Step> Conversation::Core::changed_settings() const {
    std::vector<Step> steps;
    if (options_.profile && *options_.profile != log_.profile())
        steps.emplace_back(ProfileChosen{*options_.profile});
    if (chosen_ != log_.tools()) steps.emplace_back(chosen_);
    return steps;
}

void Conversation::Core::count_request() {
    request_counted_ =
        counted({.request_tokens = sent_size_.tokens}, options_.prices, day_of(parts_.clock));
}

Counted Conversation::Core::count_answer() const {
    const Counted whole = counted(
        {.request_tokens = sent_size_.tokens, .answer_bytes = answer_bytes_, .usage = usage_},
        options_.prices, request_counted_.day);
    return difference(whole, request_counted_);
}

Result<Conversation::Core::Spent> Conversation::Core::spent_budgets() {
    Spent spent;
    const LoggedSpending& spending = log_.spending();
    spent.chat =
        spent_words("The budget of this chat", difference(spending.total, spending.chat_from),
                    options_.chat_budget, options_.prices.currency);
    if (options_.day_budget == Budget{}) return spent;
    IAM_TRY(sum, parts_.store.counted_on(day_of(parts_.clock)));
    const bool counts_anew = spending.day_from && spending.day_from->day == sum.day;
    spent.day = spent_words("The budget of this day (UTC) of all chats",
                            counts_anew ? difference(sum, *spending.day_from) : sum,
                            options_.day_budget, options_.prices.currency);
    return spent;
}

bool Conversation::Core::may_request() {
    const std::uint32_t requests = log_.turn().requests;
    if (requests >= options_.limits.requests_max) {
        end_for_budget("The turn has made " + std::to_string(requests) +
                           " requests, as many as it may; a person can let it go on.",
                       spent_budgets());
        return false;
    }
    const auto spent = spent_budgets();
    if (spent && spent->chat.empty() && spent->day.empty()) return true;
    end_for_budget({}, spent);
    return false;
}

void Conversation::Core::end_for_budget(std::string why, const Result<Spent>& spent) {
    if (!spent)
        return fault("The sums of the day could not be read: " + spent.error().message +
                     " Open the chat again; nothing is done twice.");
    for (const std::string& words : {spent->chat, spent->day})
        if (!words.empty()) why += (why.empty() ? "" : " ") + words;
    TurnEnded ended{log_.turn().turn, TurnEnd::budget, why};
    ended.is_chat_spent = !spent->chat.empty();
    ended.is_day_spent = !spent->day.empty();
    if (!keep({std::move(ended)}) || !move(TurnEvent::budget_spent)) return;
    tell_end(TurnEnd::budget, std::move(why));
}

std::optional<TurnResumed> Conversation::Core::resumption() {
    TurnResumed resumed{log_.turn().turn};
    if (!log_.turn().is_day_spent) return resumed;
    auto sum = parts_.store.counted_on(day_of(parts_.clock));
    if (!sum) {
        fault("The sum of the day could not be read: " + sum.error().message +
              " Open the chat again; nothing is done twice.");
        return std::nullopt;
    }
    resumed.day_from = *sum;
    return resumed;
}

std::stop_token Conversation::Core::stop_token_of(const std::string& call) {
    if (!options_.limits.call_time) return stop_.get_token();
    auto clock = std::make_unique<CallClock>(stop_.get_token());
    std::stop_token token = clock->own.get_token();
    call_clocks_[call] = std::move(clock);
    return token;
}

void Conversation::Core::begin_call_time(const std::string& call) {
    const auto clock = call_clocks_.find(call);
    if (clock == call_clocks_.end()) return;
    if (!timer_) timer_ = std::make_unique<DelayedWork>();
    const std::uint64_t pass = ++clock->second->pass;
    timer_->run_after(*options_.limits.call_time, [weak = weak_from_this(), call, pass] {
        if (const auto core = weak.lock())
            core->post([self = core.get(), call, pass] { self->on_overdue(call, pass); });
    });
}

void Conversation::Core::end_call_time(const std::string& call) {
    const auto clock = call_clocks_.find(call);
    if (clock != call_clocks_.end()) ++clock->second->pass;
}

void Conversation::Core::on_overdue(const std::string& call, std::uint64_t pass) {
    CallPlan::Item* item = plan_.find(call);
    const LoggedCall* logged = log_.call(call);
    const auto clock = call_clocks_.find(call);
    if (clock == call_clocks_.end() || clock->second->pass != pass) return;
    if (state_ != State::executing || item == nullptr || logged == nullptr || logged->result ||
        item->state != CallPlan::State::running)
        return;
    if (!move(TurnEvent::call_ended)) return;
    if (!keep({end_by_chat(logged->call, code::timed_out,
                           "The call runs for longer than this chat allows (" +
                               std::to_string(options_.limits.call_time->count()) +
                               " ms); it was asked to stop and may have happened, so do not "
                               "repeat it unasked.")}))
        return;
    clock->second->own.request_stop();
    item->state = CallPlan::State::ended;
    run_calls();
}

}  // namespace iam::chat
