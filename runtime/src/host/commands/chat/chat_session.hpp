// One chat at the command line: its parts, its turns and its commands.
#pragma once

#include "host/commands/chat/chat_line.hpp"
#include "host/commands/chat/chat_setup.hpp"
#include "host/commands/chat/event_queue.hpp"
#include "host/commands/chat/turn_view.hpp"
#include "host/session/session.hpp"
#include <iam/chat/chat_store.hpp>
#include <iam/chat/conversation.hpp>

#include <memory>
#include <set>
#include <string>

namespace iam::host {

struct ChatParts {
    Session& session;
    Desk& desk;
    ChatSetup& setup;
    chat::ChatStore& store;
    bool asks_here = false;
    chat::TaintGuard* taint_guard = nullptr;
};

/// On one thread. The parts outlive it.
class ChatSession {
 public:
    explicit ChatSession(const ChatParts& parts);
    ChatSession(const ChatSession&) = delete;
    ChatSession& operator=(const ChatSession&) = delete;
    /// Waits for functions that still run, and says so.
    ~ChatSession();

    Result<void> open(const std::string& chat);
    /// Says how an earlier chat stands: its length, and if it waits or was broken off.
    void tell_state() const;
    /// One turn, to its end. Ctrl-C stops it, and the program goes on.
    chat::TurnEnd say(std::string text);
    /// Acts on a line of the person. False: the chat is over.
    bool act(const ChatLine& line);

 private:
    chat::TurnEnd run(const Result<void>& begun);
    /// Asks for a person's word, if the last turn ended at a budget.
    void tell_budget() const;
    void hear(const chat::Notice& notice);
    void undo(const std::string& entry);
    /// The last call of this chat that can be taken back and was not; empty: none.
    std::string last_undoable() const;
    Result<void> open(chat::ConversationOptions options);
    void list_tools() const;
    /// This chat as Markdown; for a file that ends with .jsonl as JSON lines.
    Result<std::string> text_for(const std::string& file) const;
    /// "on PATTERN", "off PATTERN", or nothing for the list.
    void tools(const std::string& rest);
    void switch_tools(const std::string& pattern, bool is_on);
    /// Names servers and patterns that no tool belongs to.
    void say_strange_names() const;
    void profile(const std::string& word);
    void save(const std::string& file) const;

    Session& session_;
    Desk& desk_;
    ChatSetup& setup_;
    chat::ChatStore& store_;
    EventQueue events_{};
    chat::TaintGuard* taint_guard_;
    TurnView view_;
    chat::TurnEnd last_end_ = chat::TurnEnd::done;
    bool is_in_turn_ = false;
    std::set<std::string> left_running_{};  // calls of stopped turns without an outcome
    std::string chat_{};
    std::unique_ptr<chat::Conversation> conversation_{};  // ends first: it posts events
};

}  // namespace iam::host
