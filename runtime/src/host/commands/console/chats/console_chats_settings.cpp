// Settings of chats at rest, and chats that come from files or go to them.
#include "host/commands/chat/chat_import.hpp"
#include "host/commands/chat/chat_records.hpp"
#include "host/commands/console/chats/console_chats.hpp"
#include <iam/question/escape.hpp>

#include <algorithm>

namespace iam::host {

Result<void> ConsoleChats::add_settings(const std::string& chat,
                                        const std::vector<chat::Step>& settings) {
    IAM_CHECK(close_idle(chat));
    const std::lock_guard lock(mutex_);
    const auto held = store_->hold(chat);
    if (!held) return tl::unexpected(held.error());
    IAM_TRY(steps, load(chat));
    IAM_CHECK(store_->append(chat, steps.size(), settings));
    tell({.chat = chat});
    return {};
}

Result<void> ConsoleChats::rename(const std::string& chat, const std::string& title) {
    if (title.empty() || title.size() > k_chat_title_max ||
        title.find_first_of("\r\n") != std::string::npos)
        return fail(Errc::invalid_argument,
                    "A title is one line of 1 to " + std::to_string(k_chat_title_max) + " bytes.");
    return add_settings(chat, {chat::ChatTitled{title}});
}

Result<std::vector<chat::Step>> ConsoleChats::profile_steps(const std::string& profile) const {
    if (!parts_.words.profile.empty())
        return fail(Errc::conflict,
                    "The console was begun with --profile, so its chats use that one.");
    chat::ConversationOptions options;
    options.system = parts_.words.system;
    if (!profile.empty()) {
        // A page names profiles of the state, and no other files.
        IAM_TRY(names, profile_names(parts_.session));
        if (std::find(names.begin(), names.end(), profile) == names.end())
            return fail(Errc::invalid_argument,
                        "There is no profile of that name; load the list anew.");
        IAM_TRY(file, find_profile(parts_.session, profile));
        IAM_TRY(loaded, load_profile(parts_.session, file));
        chat::use_profile(loaded, options);
        if (!parts_.words.system.empty()) options.system = parts_.words.system;
    }
    return std::vector<chat::Step>{chat::SystemSet{options.system}, chat::ProfileChosen{profile}};
}

Result<void> ConsoleChats::choose_profile(const std::string& chat, const std::string& profile) {
    IAM_TRY(settings, profile_steps(profile));
    return add_settings(chat, settings);
}

Result<std::string> ConsoleChats::export_text(const std::string& chat, bool as_json_lines) {
    IAM_TRY(steps, load(chat));
    IAM_CHECK(chat::fill_results(*parts_.desk.store, steps));
    if (as_json_lines) {
        IAM_TRY(lines, chat::json_lines_of(std::move(steps)));
        return harmless_lines(lines);
    }
    IAM_TRY(branch, chat::branch_of(std::move(steps)));
    return question::visible_lines(chat::markdown_of(branch));
}

Result<console::ChatsImported> ConsoleChats::import_file(const std::string& name,
                                                         std::string_view text) {
    console::ChatsImported imported;
    std::optional<Error> store_fault;
    chat::ChatFileReader reader({}, [&](chat::ImportOutcome outcome) {
        if (store_fault) return;
        if (!outcome.chat) {
            imported.faults.push_back(outcome.place + ": " + outcome.chat.error().message);
            return;
        }
        const auto is_new =
            store_import(*store_, *outcome.chat, name, parts_.session.environment().entropy);
        if (is_new) {
            imported.chats.push_back({import_id(*outcome.chat), outcome.chat->title, *is_new});
        } else {
            store_fault = is_new.error();
        }
    });
    reader.add(text);
    reader.finish();
    for (const auto& chat : imported.chats)
        if (chat.is_new) tell({.chat = chat.id});
    if (store_fault) return tl::unexpected(*store_fault);
    return imported;
}

}  // namespace iam::host
