// A chat that the console has open: its conversation, and the calls of its turn.
#pragma once

#include "host/commands/chat/chat_setup.hpp"
#include "host/commands/console/chats/shown_chat.hpp"
#include "host/session/session.hpp"
#include <iam/chat/chat_store.hpp>
#include <iam/chat/conversation.hpp>
#include <iam/console/chats.hpp>

#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>

namespace iam::host {

/// The references outlive the chat.
struct LiveChatParts {
    Session& session;
    Desk& desk;
    chat::ChatStore& store;
    chat::TaintGuard& taint_guard;
    std::mutex& mutex;  ///< of the live chats
    /// Runs functions in order on one thread.
    std::function<void(std::function<void()>)> post{};
    /// Takes the changes, on that thread, under the mutex.
    std::function<void(const console::ChatChange&)> tell{};
    /// Called in the same way once a turn has ended and no function of it runs.
    std::function<void(const std::string& chat)> rest{};
};

/// Used under the mutex of its parts. Its conversation is thread-safe.
class LiveChat {
 public:
    /// Errors: of Conversation::open().
    static Result<std::unique_ptr<LiveChat>> open(const LiveChatParts& parts, std::string chat,
                                                  std::shared_ptr<ChatSetup> setup,
                                                  chat::ConversationOptions options);
    LiveChat(const LiveChat&) = delete;
    LiveChat& operator=(const LiveChat&) = delete;

    chat::Conversation& conversation() { return *conversation_; }
    // As those of the conversation.
    Result<void> send(std::string text);
    Result<void> resume();
    /// True once send() or resume() has begun a turn.
    bool had_turn() const { return had_turn_; }
    /// The chat hears no notice any more. Call it before the destruction, which takes no mutex.
    void leave() { *is_gone_ = true; }
    const chat::Model& model() const { return setup_->model(); }
    /// The chat without its messages, which need look-ups in the ledger.
    console::ChatShown show() const;
    const LiveCalls& calls() const { return calls_; }
    /// True while a turn is under way, or a function of one still runs.
    bool is_busy() const;

 private:
    LiveChat(const LiveChatParts& parts, std::string chat, std::shared_ptr<ChatSetup> setup)
        : parts_(parts), chat_(std::move(chat)), setup_(std::move(setup)) {}
    /// Notes the news and tells the pages of it.
    void hear(const chat::Notice& notice);
    void tell(console::ChatChange::Kind kind);
    void tell(const std::string& id);
    console::ChatCall& call(const std::string& id);
    void tell_draft(const chat::CallPiece& piece);
    void end_turn(const chat::notice::TurnEnded& end);

    const LiveChatParts& parts_;
    /// Notices that are still queued look here, under the mutex, before they touch the chat.
    const std::shared_ptr<bool> is_gone_ = std::make_shared<bool>(false);
    const std::string chat_;
    const std::shared_ptr<ChatSetup> setup_;
    LiveCalls calls_{};
    std::string why_{};
    bool had_turn_ = false;
    std::set<std::string> left_running_{};  // calls of stopped turns without an outcome
    std::unique_ptr<chat::Conversation> conversation_{};  // ends first
};

}  // namespace iam::host
