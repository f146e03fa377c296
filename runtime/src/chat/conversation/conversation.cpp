// The public face of a chat.
#include "iam/chat/conversation.hpp"

#include "chat/conversation/budgets/check_settings.hpp"
#include "chat/conversation/core.hpp"
#include "chat/conversation/restored_results.hpp"
#include "chat/conversation/settle.hpp"

#include <algorithm>
#include <utility>

namespace iam::chat {
namespace {

std::vector<MessageView> views_of(const ChatLog& log,
                                  const std::vector<const LoggedMessage*>& messages) {
    std::vector<MessageView> views;
    for (const LoggedMessage* each : messages) views.push_back(log.view(*each));
    return views;
}

}  // namespace

Result<std::unique_ptr<Conversation>> Conversation::open(ConversationParts parts,
                                                         ConversationOptions options) {
    IAM_CHECK(check_chat_id(options.chat));
    IAM_CHECK(check_settings(parts, options));
    // Before the load: the steps of a live turn are not settled here.
    IAM_TRY(hold, parts.store.hold(options.chat));
    IAM_TRY(steps, parts.store.load(options.chat));
    IAM_CHECK(restore_results(parts, options, steps));
    ChatLog log;
    for (Step& step : steps) IAM_CHECK(log.add(std::move(step)));
    IAM_TRY(settled, settling_steps(parts, options, log));
    if (!settled.empty()) IAM_CHECK(parts.store.append(options.chat, log.size(), settled));
    for (Step& step : settled) IAM_CHECK(log.add(std::move(step)));
    auto core = std::make_shared<Core>(std::move(parts), std::move(options), std::move(log));
    return std::unique_ptr<Conversation>(new Conversation(std::move(hold), std::move(core)));
}

Conversation::Conversation(std::shared_ptr<void> hold, std::shared_ptr<Core> core) noexcept
    : hold_(std::move(hold)), core_(std::move(core)) {}

Conversation::~Conversation() {
    core_->close();
}

Result<void> Conversation::send(std::string text) {
    return core_->send({{Source{}, std::move(text)}});
}

Result<void> Conversation::send(std::vector<Segment> segments) {
    return core_->send(std::move(segments));
}

Result<void> Conversation::edit(StepNumber message, std::string text) {
    return core_->edit(message, std::move(text));
}

Result<void> Conversation::regenerate() {
    return core_->regenerate();
}

Result<void> Conversation::resume() {
    return core_->resume();
}

Result<void> Conversation::choose(StepNumber leaf) {
    return core_->choose(leaf);
}

Result<void> Conversation::choose_tools(ToolsChosen tools) {
    return core_->choose_tools(std::move(tools));
}

bool Conversation::offers(const Contract& contract) const {
    return core_->offers(contract, core_->tools());
}

ToolsChosen Conversation::tools() const {
    return core_->tools();
}

void Conversation::stop() {
    core_->stop();
}

Result<void> Conversation::deny_and_stop(const gate::ApprovalAnswer& answer) {
    return core_->deny_and_stop(answer);
}

State Conversation::state() const {
    return core_->state();
}

std::vector<MessageView> Conversation::branch() const {
    return core_->read([](const ChatLog& log) { return views_of(log, log.path(log.leaf())); });
}

std::vector<MessageView> Conversation::messages() const {
    return core_->read([](const ChatLog& log) {
        std::vector<MessageView> views;
        for (const auto& [id, message] : log.messages()) views.push_back(log.view(message));
        return views;
    });
}

Taint Conversation::taint() const {
    return core_->read([](const ChatLog& log) { return log.taint(log.leaf()); });
}

std::vector<Step> Conversation::steps() const {
    return core_->read([](const ChatLog& log) {
        return std::vector<Step>(log.steps().begin(), log.steps().end());
    });
}

}  // namespace iam::chat
