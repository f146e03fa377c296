// The model and the settings of a chat: the words of the command line over those of a profile.
#pragma once

#include "host/commands/chat/model_choice.hpp"
#include "host/commands/chat/profiles/profile_files.hpp"
#include <iam/chat/conversation.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace iam::host {

/// In the place of a profile: none.
inline constexpr std::string_view k_no_profile = "-";

struct ChatWords {
    ModelWords model{};
    std::string chat{};     ///< an earlier one goes on; empty: a new one
    std::string profile{};  ///< a name, a file, or k_no_profile; empty: the one of the earlier chat
    std::string system{};
    std::vector<std::string> servers{};  ///< the chat uses tools of these alone; empty: of all
    std::vector<std::string> tools{};    ///< patterns of tools; empty: all
    std::string prompt{};
};

/// On one thread. The session and the words outlive it.
class ChatSetup {
 public:
    ChatSetup(const Session& session, const ChatWords& words) : session_(session), words_(words) {}

    /// Takes up the profile and the instructions of an earlier chat. Before begin().
    void remember(const std::vector<chat::Step>& steps);
    /// Loads the profile and opens the model. Errors: of find_profile(), load_profile() and
    /// open_model().
    Result<void> begin();
    /// The same with another profile. After an error the old one stays.
    Result<void> change_profile(const std::string& word);

    chat::Model& model() const { return *model_; }
    /// The file with the model's key; empty: there is none.
    std::string key_file() const { return model_words(profile_).key_file; }
    /// Without the chat's id and its subject.
    chat::ConversationOptions options() const;
    /// The profile for people, in lines.
    std::string describe() const;
    const chat::Profile& profile() const { return profile_; }

 private:
    /// The words about the model. Those of a profile count together, or not at all.
    ModelWords model_words(const chat::Profile& profile) const;

    const Session& session_;
    const ChatWords& words_;
    std::string earlier_profile_{};
    std::optional<std::string> earlier_system_{};
    std::optional<ProfileFile> file_{};
    chat::Profile profile_{};
    std::unique_ptr<chat::Model> model_{};
};

}  // namespace iam::host
