// The chats of a state on its console: with the model of the command line, or for reading alone.
#pragma once

#include "host/commands/chat/chat_setup.hpp"
#include "host/commands/chat/event_queue.hpp"
#include "host/commands/console/chats/live_chat.hpp"
#include "host/session/session.hpp"
#include <iam/chat/chat_store.hpp>
#include <iam/console/chats.hpp>

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace iam::host {

/// Chats that are open at once.
inline constexpr std::size_t k_open_chats_max = 8;
/// Models of profiles that are kept open. Beyond it, those that no open chat uses are closed.
inline constexpr std::size_t k_kept_models_max = 8;
/// Of a chat's title, in bytes.
inline constexpr std::size_t k_chat_title_max = 200;

/// The references outlive the chats. The words name no chat.
struct ConsoleChatsParts {
    Session& session;
    Desk& desk;
    const ChatWords& words;
    chat::TaintGuard& taint_guard;
    /// Brings the tools of servers into the registry, once.
    std::function<void()> import_tools{};
};

/// A chat is open from a message to the end of its turn. Other programs have it between turns.
class ConsoleChats final : public console::Chats {
 public:
    /// Errors: of the store; of ChatSetup::begin(), if the words or the environment name a model
    /// or a profile.
    static Result<std::unique_ptr<ConsoleChats>> open(const ConsoleChatsParts& parts);
    ~ConsoleChats() override;
    ConsoleChats(const ConsoleChats&) = delete;
    ConsoleChats& operator=(const ConsoleChats&) = delete;

    /// Stops all turns. From now on no chat is opened, and no turn begins or goes on. The
    /// destruction does the same.
    void close();

    std::string closed_because() override;
    Result<std::vector<console::ChatListed>> list(const std::string& text) override;
    Result<console::ChatShown> show(const std::string& chat) override;
    Result<std::string> send(const std::string& chat, const std::string& text,
                             const std::string& profile) override;
    Result<void> resume(const std::string& chat) override;
    Result<void> stop(const std::string& chat) override;
    Result<void> rename(const std::string& chat, const std::string& title) override;
    Result<void> remove(const std::string& chat) override;
    Result<std::string> export_text(const std::string& chat, bool as_json_lines) override;
    Result<std::vector<console::ChatTool>> tools(const std::string& chat) override;
    Result<void> switch_tools(const std::string& chat, const std::string& pattern,
                              bool is_on) override;
    Result<void> choose_profile(const std::string& chat, const std::string& profile) override;
    Result<console::ChatsImported> import_file(const std::string& name,
                                               std::string_view text) override;
    void note_answer(const std::string& approval) override;
    void listen(std::function<void(const console::ChatChange&)> on_change) override;

 private:
    ConsoleChats(const ConsoleChatsParts& parts, std::unique_ptr<chat::ChatStore> store);
    /// The steps of a chat that has some.
    Result<std::vector<chat::Step>> load(const std::string& chat);
    /// Stores settings of a chat at rest. Errors: not_found, conflict (it is open, here or
    /// elsewhere).
    Result<void> add_settings(const std::string& chat, const std::vector<chat::Step>& settings);
    /// The settings of a chat that has this profile from now on; empty: none.
    Result<std::vector<chat::Step>> profile_steps(const std::string& profile) const;
    // Under the mutex.
    /// State, model and reasons of a chat that is not open here.
    void show_rest(const std::string& chat, const std::vector<chat::Step>& steps,
                   console::ChatShown& shown);
    /// The profile that the chat has recorded; empty: the words' one, or none.
    std::string own_profile(const std::vector<chat::Step>& steps) const;
    Result<std::shared_ptr<ChatSetup>> setup_of(const std::string& profile);
    /// The chat, opened if it is not. Error: unavailable after close().
    Result<LiveChat*> live(const std::string& chat, const std::vector<chat::Step>& steps);
    /// What a function answers about the chat, which is open for it.
    template <typename Ask>
    auto ask(const std::string& chat, Ask question)
        -> decltype(question(std::declval<LiveChat&>()));
    void tell(const console::ChatChange& change);

    /// Closes the chat, if it is open and at rest. Error: conflict (a turn is under way).
    Result<void> close_idle(const std::string& chat);
    // On the thread of the events.
    /// Waits for the answers to the questions of a chat, or goes on if there are none. For chats
    /// whose turn has ended here: a chat of an earlier run goes on when a person says so.
    void wait_for_answers(const std::string& chat);
    void take_answer(const std::string& approval);
    void go_on(const std::string& chat, int tries);

    const ConsoleChatsParts parts_;
    const std::unique_ptr<chat::ChatStore> store_;
    std::string no_model_because_{};
    std::mutex mutex_;
    bool is_closing_ = false;
    const LiveChatParts live_parts_;
    std::map<std::string, std::shared_ptr<ChatSetup>> setups_{};  // by the names of profiles
    std::map<std::string, std::unique_ptr<LiveChat>> live_{};
    std::map<std::string, std::set<std::string>> awaited_{};  // approvals of chats that wait
    std::mutex listener_mutex_;
    std::function<void(const console::ChatChange&)> listener_{};
    EventQueue events_{};
    bool is_ended_ = false;  // of the thread
    std::thread thread_{};
};

}  // namespace iam::host
