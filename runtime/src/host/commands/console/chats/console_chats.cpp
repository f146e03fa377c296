#include "host/commands/console/chats/console_chats.hpp"

#include "host/commands/chat/chat_records.hpp"
#include <iam/core/signals_blocked.hpp>
#include <iam/core/utf8.hpp>
#include <iam/gate/consent.hpp>
#include <iam/question/escape.hpp>

#include <optional>
#include <utility>

namespace iam::host {

using console::ChatChange;
using console::ChatListed;
using console::ChatShown;
using console::ChatTool;

namespace {

bool names_model(const ConsoleChatsParts& parts) {
    const Environment& environment = parts.session.environment();
    const auto variable = environment.variables.find("IAM_MODEL");
    const bool has_variable = variable != environment.variables.end() && !variable->second.empty();
    return has_variable || !parts.words.model.model.empty() || !parts.words.profile.empty() ||
           !environment.default_model.empty();
}

}  // namespace

ConsoleChats::ConsoleChats(const ConsoleChatsParts& parts, std::unique_ptr<chat::ChatStore> store)
    : parts_(parts),
      store_(std::move(store)),
      live_parts_{.session = parts.session,
                  .desk = parts.desk,
                  .store = *store_,
                  .taint_guard = parts.taint_guard,
                  .mutex = mutex_,
                  .post = [this](std::function<void()> run) { events_.post(std::move(run)); },
                  .tell = [this](const ChatChange& change) { tell(change); },
                  .rest =
                      [this](const std::string& chat) {
                          events_.post([this, chat] { static_cast<void>(close_idle(chat)); });
                      }} {}

Result<std::unique_ptr<ConsoleChats>> ConsoleChats::open(const ConsoleChatsParts& parts) {
    IAM_TRY(store, open_chats(parts.session, store::Mode::read_write));
    std::unique_ptr<ConsoleChats> chats(new ConsoleChats(parts, std::move(store)));
    if (names_model(parts)) {
        IAM_CHECK(chats->setup_of({}));
    } else {
        chats->no_model_because_ =
            "This console has no model: chats can be read here, and not continued. Begin it "
            "with: " +
            parts.session.command("console --model PROVIDER/NAME") + ".";
    }
    const SignalsBlocked blocked;
    chats->thread_ = std::thread(
        [self = chats.get()] { self->events_.run_until([self] { return self->is_ended_; }); });
    return chats;
}

void ConsoleChats::close() {
    const std::lock_guard lock(mutex_);
    is_closing_ = true;
    for (const auto& [chat, each] : live_)
        if (each->is_busy()) each->conversation().stop();
}

ConsoleChats::~ConsoleChats() {
    close();
    if (thread_.joinable()) {
        events_.post([this] { is_ended_ = true; });
        thread_.join();
    }
    // The thread was the last other user of the chats. Functions of tools are waited for; their
    // notices stay in the queue.
    live_.clear();
}

Result<std::vector<ChatListed>> ConsoleChats::list(const std::string& text) {
    IAM_TRY(ids, store_->list());
    std::vector<ChatListed> listed;
    for (auto id = ids.rbegin(); id != ids.rend(); ++id) {
        const auto steps = store_->load(*id);
        if (!steps && steps.error().code != Errc::corrupt) return tl::unexpected(steps.error());
        if (!steps) {
            listed.push_back({.id = *id, .unreadable_because = steps.error().message});
            continue;
        }
        if (steps->empty()) continue;  // deleted meanwhile
        const std::string title = title_of(*steps);
        if (text.empty() || has_text(*steps, title, text))
            listed.push_back({*id, title, messages_in(*steps)});
    }
    return listed;
}

Result<ChatShown> ConsoleChats::show(const std::string& chat) {
    IAM_TRY(steps, load(chat));
    ChatShown shown;
    LiveCalls calls;
    std::optional<std::vector<chat::MessageView>> branch;
    {
        const std::lock_guard lock(mutex_);
        if (const auto found = live_.find(chat); found != live_.end()) {
            shown = found->second->show();
            shown.model = found->second->model().name();
            calls = found->second->calls();
            branch = found->second->conversation().branch();
        } else {
            show_rest(chat, steps, shown);
        }
    }
    shown.title = title_of(steps);
    shown.profile = own_profile(steps);
    if (!branch) {
        IAM_CHECK(chat::fill_results(*parts_.desk.store, steps));
        IAM_TRY(at_rest, chat::branch_of(std::move(steps)));
        branch = std::move(at_rest);
    }
    // Chats under way do not wait for these look-ups.
    shown.messages = shown_messages(*branch, calls, *parts_.desk.store);
    return shown;
}

void ConsoleChats::show_rest(const std::string& chat, const std::vector<chat::Step>& steps,
                             ChatShown& shown) {
    tell_rest(steps, shown);
    const auto setup = setups_.find(own_profile(steps));
    if (setup != setups_.end()) {
        shown.model = setup->second->model().name();
    } else if (own_profile(steps).empty()) {
        shown.closed_because = no_model_because_;
    }
    if (const auto held = store_->hold(chat); !held) shown.closed_because = held.error().message;
}

Result<std::string> ConsoleChats::send(const std::string& chat, const std::string& text,
                                       const std::string& profile) {
    if (text.empty()) return fail(Errc::invalid_argument, "The message is empty; write one.");
    std::vector<chat::Step> steps;
    if (!profile.empty()) {
        if (!chat.empty())
            return fail(Errc::invalid_argument, "The chat has begun; choose its profile there.");
        IAM_TRY(settings, profile_steps(profile));
        steps = std::move(settings);
    }
    if (!chat.empty()) {
        IAM_TRY(loaded, load(chat));
        steps = std::move(loaded);
    }
    if (parts_.import_tools) parts_.import_tools();
    const std::string id = chat.empty() ? new_chat_id(parts_.session) : chat;
    const std::lock_guard lock(mutex_);
    IAM_TRY(opened, live(id, steps));
    const auto sent = opened->send(text);
    if (!opened->is_busy()) events_.post([this, id] { static_cast<void>(close_idle(id)); });
    if (!sent) return tl::unexpected(sent.error());
    awaited_.erase(id);
    return id;
}

Result<void> ConsoleChats::resume(const std::string& chat) {
    if (parts_.import_tools) parts_.import_tools();
    return ask(chat, [](LiveChat& opened) { return opened.resume(); });
}

Result<void> ConsoleChats::stop(const std::string& chat) {
    const std::lock_guard lock(mutex_);
    if (const auto found = live_.find(chat); found != live_.end())
        found->second->conversation().stop();
    return {};
}

Result<void> ConsoleChats::remove(const std::string& chat) {
    IAM_CHECK(close_idle(chat));
    const std::lock_guard lock(mutex_);
    IAM_TRY(steps, load(chat));
    IAM_CHECK(store_->remove(chat));
    awaited_.erase(chat);
    tell({.chat = chat});
    return withdraw_all(parts_.desk.runtime->consent(), parts_.session.subject(),
                        open_questions(steps));
}

Result<std::vector<ChatTool>> ConsoleChats::tools(const std::string& chat) {
    if (parts_.import_tools) parts_.import_tools();
    return ask(chat, [this](LiveChat& opened) -> Result<std::vector<ChatTool>> {
        std::vector<ChatTool> tools;
        const auto catalogue = parts_.session.registry().snapshot();
        for (const Contract* contract : catalogue->contracts())
            tools.push_back({display_name(contract->id), contract->title,
                             opened.conversation().offers(*contract)});
        return tools;
    });
}

Result<void> ConsoleChats::switch_tools(const std::string& chat, const std::string& pattern,
                                        bool is_on) {
    const auto done = ask(chat, [&](LiveChat& opened) {
        chat::Conversation& conversation = opened.conversation();
        chat::ToolsChosen chosen = conversation.tools();
        std::erase_if(chosen.switches, [&](const auto& each) { return each.pattern == pattern; });
        chosen.switches.push_back({pattern, is_on});
        return conversation.choose_tools(std::move(chosen));
    });
    if (done) tell({.chat = chat});
    return done;
}

void ConsoleChats::note_answer(const std::string& approval) {
    events_.post([this, approval] { take_answer(approval); });
}

void ConsoleChats::listen(std::function<void(const ChatChange&)> on_change) {
    const std::lock_guard lock(listener_mutex_);
    listener_ = std::move(on_change);
}

Result<std::vector<chat::Step>> ConsoleChats::load(const std::string& chat) {
    IAM_TRY(steps, store_->load(chat));
    if (steps.empty()) return fail(Errc::not_found, "There is no such chat; load the list anew.");
    return steps;
}

std::string ConsoleChats::closed_because() {
    return no_model_because_;
}

template <typename Ask>
auto ConsoleChats::ask(const std::string& chat, Ask question)
    -> decltype(question(std::declval<LiveChat&>())) {
    const auto steps = load(chat);
    if (!steps) return tl::unexpected(steps.error());
    const std::lock_guard lock(mutex_);
    const auto opened = live(chat, *steps);
    if (!opened) return tl::unexpected(opened.error());
    auto answer = question(**opened);
    if (!(*opened)->is_busy()) events_.post([this, chat] { static_cast<void>(close_idle(chat)); });
    return answer;
}

void ConsoleChats::tell(const ChatChange& change) {
    const std::lock_guard lock(listener_mutex_);
    if (listener_) listener_(change);
}

}  // namespace iam::host
