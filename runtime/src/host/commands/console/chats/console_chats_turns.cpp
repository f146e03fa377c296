// Opens chats for their turns, closes them at rest, and lets turns go on after answers.
#include "host/commands/chat/chat_records.hpp"
#include "host/commands/console/chats/console_chats.hpp"
#include <iam/gate/consent.hpp>

#include <algorithm>
#include <variant>

namespace iam::host {
namespace {

constexpr int k_resume_tries_max = 1000;

/// The last step of a kind; nullptr: there is none.
template <typename Kind>
const Kind* last_of(const std::vector<chat::Step>& steps) {
    for (auto step = steps.rbegin(); step != steps.rend(); ++step)
        if (const auto* const found = std::get_if<Kind>(&*step)) return found;
    return nullptr;
}

}  // namespace

std::string ConsoleChats::own_profile(const std::vector<chat::Step>& steps) const {
    const auto* const chosen = last_of<chat::ProfileChosen>(steps);
    return chosen == nullptr || !parts_.words.profile.empty() ? std::string() : chosen->profile;
}

Result<std::shared_ptr<ChatSetup>> ConsoleChats::setup_of(const std::string& profile) {
    if (const auto found = setups_.find(profile); found != setups_.end()) return found->second;
    auto setup = std::make_shared<ChatSetup>(parts_.session, parts_.words);
    if (!profile.empty()) setup->remember({chat::ProfileChosen{profile}});
    if (profile.empty() && !no_model_because_.empty())
        return fail(Errc::unavailable, no_model_because_);
    IAM_CHECK(setup->begin());
    if (setups_.size() >= k_kept_models_max)
        std::erase_if(setups_, [](const auto& each) { return each.second.use_count() == 1; });
    setups_[profile] = setup;
    return setup;
}

Result<LiveChat*> ConsoleChats::live(const std::string& chat,
                                     const std::vector<chat::Step>& steps) {
    if (is_closing_)
        return fail(Errc::unavailable, "The console ends; begin it again, and let the chat go on.");
    if (const auto found = live_.find(chat); found != live_.end()) return found->second.get();
    if (live_.size() >= k_open_chats_max)
        return fail(Errc::unavailable,
                    "As many chats have a turn under way as the console takes; stop one.");
    IAM_TRY(setup, setup_of(own_profile(steps)));
    chat::ConversationOptions options = setup->options();
    const auto* const system = last_of<chat::SystemSet>(steps);
    if (system != nullptr && parts_.words.profile.empty() && parts_.words.system.empty())
        options.system = system->text;
    IAM_TRY(opened, LiveChat::open(live_parts_, chat, std::move(setup), std::move(options)));
    return (live_[chat] = std::move(opened)).get();
}

Result<void> ConsoleChats::close_idle(const std::string& chat) {
    std::unique_ptr<LiveChat> ended;
    {
        const std::lock_guard lock(mutex_);
        const auto found = live_.find(chat);
        if (found == live_.end()) return {};
        if (found->second->is_busy())
            return fail(Errc::conflict, "A turn of the chat is under way; stop it first.");
        ended = std::move(found->second);
        ended->leave();
        live_.erase(found);
    }
    const bool waits = ended->had_turn() && ended->conversation().state() == chat::State::awaiting;
    ended.reset();  // the turn that goes on opens the chat again
    if (waits) events_.post([this, chat] { wait_for_answers(chat); });
    return {};
}

void ConsoleChats::wait_for_answers(const std::string& chat) {
    const auto steps = load(chat);
    if (!steps) return;
    const auto asked = open_questions(*steps);
    {
        // Comes before the look at the store: an answer in between is taken, too.
        const std::lock_guard lock(mutex_);
        awaited_[chat] = {asked.begin(), asked.end()};
    }
    const auto pending = parts_.desk.runtime->consent().pending_approvals();
    if (!pending) return;
    {
        const std::lock_guard lock(mutex_);
        const auto found = awaited_.find(chat);
        if (found == awaited_.end()) return;
        std::erase_if(found->second, [&](const std::string& approval) {
            return std::none_of(pending->begin(), pending->end(),
                                [&](const consent::Approval& one) { return one.id == approval; });
        });
        tell({.chat = chat});
        if (!found->second.empty()) return;
        awaited_.erase(found);
    }
    go_on(chat, k_resume_tries_max);
}

// A page that reads the chat holds it for a moment. If the turn cannot go on, a person finds the
// chat waiting.
void ConsoleChats::go_on(const std::string& chat, int tries) {
    const auto resumed = resume(chat);
    if (!resumed && resumed.error().code == Errc::conflict && tries > 0)
        events_.post([this, chat, tries] { go_on(chat, tries - 1); });
}

void ConsoleChats::take_answer(const std::string& approval) {
    std::string answered;
    {
        const std::lock_guard lock(mutex_);
        for (auto& [chat, approvals] : awaited_) {
            if (approvals.erase(approval) == 0) continue;
            tell({.chat = chat});
            if (approvals.empty()) answered = chat;
        }
        awaited_.erase(answered);
    }
    if (!answered.empty()) go_on(answered, k_resume_tries_max);
}

}  // namespace iam::host
