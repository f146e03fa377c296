// The chat of one run of a task: its model, its conversation and its time.
#pragma once

#include "host/commands/chat/event_queue.hpp"
#include "host/commands/tasks/run_setup.hpp"
#include "host/session/alarm.hpp"
#include <iam/chat/chat_store.hpp>
#include <iam/chat/conversation.hpp>
#include <iam/chat/model.hpp>

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace iam::host {

/// The references outlive the chat.
struct TaskChatParts {
    Session& session;
    Desk& desk;
    chat::ChatStore& chats;
    chat::TaintGuard& taint_guard;
    EventQueue& events;
};

/// On the thread of the command, which runs the events.
class TaskChat {
 public:
    static Result<std::unique_ptr<TaskChat>> open(const TaskChatParts& parts, RunSetup setup);
    TaskChat(const TaskChat&) = delete;
    TaskChat& operator=(const TaskChat&) = delete;

    /// Sends the prompt, unless the chat has a turn already: then the turn goes on, if it is not
    /// done. After `time_max` the turn is stopped.
    Result<void> begin(const std::string& prompt, std::chrono::milliseconds time_max);
    /// The turn ends `stopped`, and `why` is its reason.
    void stop(std::string why);
    /// Nothing: the turn goes on.
    const std::optional<chat::TurnEnded>& end() const { return end_; }

 private:
    explicit TaskChat(const TaskChatParts& parts) : parts_(parts) {}
    void hear(const chat::Notice& notice);
    /// Runs a function on the command's thread, unless this object is gone by then.
    void post(std::function<void()> run);

    TaskChatParts parts_;
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
    std::string why_stopped_{};
    std::optional<chat::TurnEnded> end_{};
    std::unique_ptr<chat::Model> model_{};
    std::unique_ptr<chat::Conversation> conversation_{};
    std::unique_ptr<Alarm> time_{};  // ends first: it posts events
};

}  // namespace iam::host
