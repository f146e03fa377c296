#include "host/commands/tasks/task_chat.hpp"

#include "host/commands/chat/trusted_server.hpp"
#include <iam/chat/read_result.hpp>
#include <iam/question/duration.hpp>

#include <utility>
#include <variant>

namespace iam::host {

Result<std::unique_ptr<TaskChat>> TaskChat::open(const TaskChatParts& parts, RunSetup setup) {
    std::unique_ptr<TaskChat> chat(new TaskChat(parts));
    TaskChat* const self = chat.get();
    IAM_TRY(model, open_model(setup.model, parts.session.environment()));
    chat->model_ = std::move(model);
    chat::ConversationParts conversation{.runtime = *parts.desk.runtime,
                                         .registry = parts.session.registry(),
                                         .ledger = *parts.desk.store,
                                         .model = *chat->model_,
                                         .store = parts.chats,
                                         .entropy = parts.session.environment().entropy};
    conversation.taint_guard = &parts.taint_guard;
    conversation.clock = &parts.session.environment().clock;
    conversation.on_notice = [self](const chat::Notice& notice) { self->hear(notice); };
    conversation.post = [self](std::function<void()> run) { self->post(std::move(run)); };
    // A program with another tool of this name keeps it, and its tasks have none of ours.
    static_cast<void>(chat::add_read_result(parts.session.registry(), *parts.desk.store));
    setup.options.trusts = [&session = parts.session, &desk = parts.desk](const std::string& at) {
        return is_trusted_server(session.registry(), *desk.runtime, at);
    };
    IAM_TRY(opened, chat::Conversation::open(std::move(conversation), std::move(setup.options)));
    chat->conversation_ = std::move(opened);
    return chat;
}

void TaskChat::post(std::function<void()> run) {
    parts_.events.post([alive = std::weak_ptr(alive_), run = std::move(run)] {
        if (!alive.expired()) run();
    });
}

Result<void> TaskChat::begin(const std::string& prompt, std::chrono::milliseconds time_max) {
    const chat::State state = conversation_->state();
    if (state == chat::State::done) {
        end_ = chat::TurnEnded{.end = chat::TurnEnd::done};
        return {};
    }
    IAM_CHECK(state == chat::State::idle ? conversation_->send(prompt) : conversation_->resume());
    const std::string time =
        question::duration_text(std::chrono::duration_cast<std::chrono::seconds>(time_max));
    const auto ring = [this, time] {
        post([this, time] { stop("The run was stopped: its time of " + time + " is over."); });
    };
    time_ = std::make_unique<Alarm>(wait_of(parts_.session.environment().wait), time_max,
                                    Alarm::Rings::once, ring);
    return {};
}

void TaskChat::stop(std::string why) {
    if (end_ || !why_stopped_.empty()) return;
    why_stopped_ = std::move(why);
    conversation_->stop();
}

void TaskChat::hear(const chat::Notice& notice) {
    const auto* const ended = std::get_if<chat::notice::TurnEnded>(&notice.what);
    if (ended == nullptr) return;
    end_ = chat::TurnEnded{notice.turn, ended->end, ended->why};
    const bool was_stopped = ended->end == chat::TurnEnd::stopped && !why_stopped_.empty();
    if (was_stopped) end_->why = why_stopped_;
}

}  // namespace iam::host
