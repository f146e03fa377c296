#include "host/commands/console/chats/live_chat.hpp"

#include "host/commands/chat/trusted_server.hpp"

#include <utility>
#include <variant>

namespace iam::host {
namespace {

using console::CallState;
using console::ChatChange;

bool is_at_rest(chat::State state) {
    switch (state) {
        case chat::State::idle:
        case chat::State::done:
        case chat::State::stopped:
        case chat::State::failed:
        case chat::State::budget:
        case chat::State::awaiting:
            return true;
        default:
            return false;
    }
}

}  // namespace

Result<std::unique_ptr<LiveChat>> LiveChat::open(const LiveChatParts& parts, std::string chat,
                                                 std::shared_ptr<ChatSetup> setup,
                                                 chat::ConversationOptions options) {
    std::unique_ptr<LiveChat> live(new LiveChat(parts, std::move(chat), std::move(setup)));
    LiveChat* const self = live.get();
    options.chat = live->chat_;
    options.subject = parts.session.subject();
    options.trusts = [&parts](const std::string& origin) {
        return is_trusted_server(parts.session.registry(), *parts.desk.runtime, origin);
    };
    chat::ConversationParts conversation{.runtime = *parts.desk.runtime,
                                         .registry = parts.session.registry(),
                                         .ledger = *parts.desk.store,
                                         .model = live->setup_->model(),
                                         .store = parts.store,
                                         .entropy = parts.session.environment().entropy};
    conversation.taint_guard = &parts.taint_guard;
    conversation.clock = &parts.session.environment().clock;
    conversation.on_notice = [self, &parts, is_gone = live->is_gone_,
                              id = live->chat_](const chat::Notice& notice) {
        const std::lock_guard lock(parts.mutex);
        if (!*is_gone) return self->hear(notice);
        // A chat is at rest before its pages hear of it.
        if (std::holds_alternative<chat::notice::TurnEnded>(notice.what)) parts.tell({.chat = id});
    };
    conversation.post = parts.post;
    IAM_TRY(opened, chat::Conversation::open(std::move(conversation), std::move(options)));
    live->conversation_ = std::move(opened);
    return live;
}

Result<void> LiveChat::send(std::string text) {
    IAM_CHECK(conversation_->send(std::move(text)));
    had_turn_ = true;
    return {};
}

Result<void> LiveChat::resume() {
    IAM_CHECK(conversation_->resume());
    had_turn_ = true;
    return {};
}

void LiveChat::hear(const chat::Notice& notice) {
    const auto& what = notice.what;
    if (const auto* const text = std::get_if<chat::notice::Text>(&what)) {
        parts_.tell({.chat = chat_, .kind = ChatChange::Kind::text, .text = text->text});
    } else if (const auto* const draft = std::get_if<chat::notice::CallDraft>(&what)) {
        tell_draft(draft->piece);
    } else if (const auto* const proposed = std::get_if<chat::notice::CallProposed>(&what)) {
        calls_[proposed->call.id] = proposed_call(proposed->call);
        calls_[proposed->call.id].state = CallState::checking;
        tell(ChatChange::Kind::changed);
    } else if (const auto* const asked = std::get_if<chat::notice::CallAsked>(&what)) {
        call(asked->call).state = CallState::awaiting;
        call(asked->call).approval = asked->approval;
        tell(asked->call);
    } else if (const auto* const running = std::get_if<chat::notice::CallRunning>(&what)) {
        call(running->call).state = CallState::running;
        call(running->call).progress = running->progress;
        tell(running->call);
    } else if (const auto* const ended = std::get_if<chat::notice::CallEnded>(&what)) {
        end_call(call(ended->result.call), ended->result, *parts_.desk.store);
        if (ended->result.code == chat::k_stopped) left_running_.insert(ended->result.call);
        tell(ended->result.call);
    } else if (const auto* const late = std::get_if<chat::notice::CallEndedLate>(&what)) {
        left_running_.erase(late->outcome.call);
        tell(ChatChange::Kind::changed);
        if (!is_busy()) parts_.rest(chat_);
    } else if (const auto* const end = std::get_if<chat::notice::TurnEnded>(&what)) {
        end_turn(*end);
    } else if (std::holds_alternative<chat::notice::TurnBegan>(what) ||
               std::holds_alternative<chat::notice::TakenBack>(what)) {
        why_.clear();
        tell(ChatChange::Kind::changed);
    }
}

void LiveChat::end_turn(const chat::notice::TurnEnded& end) {
    why_ = end.why;
    if (end.end != chat::TurnEnd::awaiting) calls_.clear();
    tell(ChatChange::Kind::changed);
    if (!is_busy()) parts_.rest(chat_);
}

console::ChatShown LiveChat::show() const {
    console::ChatShown shown;
    const chat::State state = conversation_->state();
    shown.state = is_at_rest(state) ? std::string(to_string(state)) : "working";
    if (state == chat::State::done) shown.state = "idle";
    shown.why = why_;
    return shown;
}

bool LiveChat::is_busy() const {
    return !is_at_rest(conversation_->state()) || !left_running_.empty();
}

console::ChatCall& LiveChat::call(const std::string& id) {
    const auto [found, is_new] = calls_.try_emplace(id);
    if (!is_new) return found->second;
    // Of an answer before this program opened the chat.
    for (const chat::MessageView& message : conversation_->branch())
        for (const auto& each : message.calls)
            if (each.call.id == id) found->second = proposed_call(each.call);
    return found->second;
}

void LiveChat::tell(ChatChange::Kind kind) {
    parts_.tell({.chat = chat_, .kind = kind});
}

void LiveChat::tell(const std::string& id) {
    parts_.tell({.chat = chat_, .kind = ChatChange::Kind::call, .call = call(id)});
}

void LiveChat::tell_draft(const chat::CallPiece& piece) {
    // A draft is shown once, when its name is known: pieces of arguments are many.
    if (piece.name.empty()) return;
    ChatChange change{.chat = chat_, .kind = ChatChange::Kind::call};
    change.call.id = "draft-" + std::to_string(piece.call);
    change.call.tool = piece.name;
    parts_.tell(change);
}

}  // namespace iam::host
