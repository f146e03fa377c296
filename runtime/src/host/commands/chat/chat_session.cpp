#include "host/commands/chat/chat_session.hpp"

#include "host/commands/chat/chat_records.hpp"
#include "host/commands/chat/trusted_server.hpp"
#include "host/output/result_text.hpp"
#include <iam/chat/export_text.hpp>
#include <iam/chat/read_result.hpp>
#include <iam/consent/records.hpp>
#include <iam/gate/consent.hpp>
#include <iam/question/escape.hpp>
#include <iam/store/private_files.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <ostream>
#include <utility>

namespace iam::host {

using question::escape_for_display;

ChatSession::ChatSession(const ChatParts& parts)
    : session_(parts.session),
      desk_(parts.desk),
      setup_(parts.setup),
      store_(parts.store),
      taint_guard_(parts.taint_guard),
      view_(parts.session, *parts.desk.store, parts.asks_here) {}

ChatSession::~ChatSession() {
    session_.on_interrupt({});
    events_.run_posted();
    if (!left_running_.empty()) {
        session_.say(
            "Waiting for a tool that was asked to stop and still runs. Ctrl-C ends the "
            "program at once; the outcome is then unknown.");
    }
}

Result<void> ChatSession::open(const std::string& chat) {
    chat_ = chat;
    IAM_CHECK(open(setup_.options()));
    say_strange_names();
    return {};
}

Result<void> ChatSession::open(chat::ConversationOptions options) {
    options.chat = chat_;
    options.subject = session_.subject();
    chat::ConversationParts parts{.runtime = *desk_.runtime,
                                  .registry = session_.registry(),
                                  .ledger = *desk_.store,
                                  .model = setup_.model(),
                                  .store = store_,
                                  .entropy = session_.environment().entropy};
    parts.taint_guard = taint_guard_;
    // A program with another tool of this name keeps it, and its chats have none of ours.
    static_cast<void>(chat::add_read_result(session_.registry(), *desk_.store));
    parts.clock = &session_.environment().clock;
    parts.on_notice = [this](const chat::Notice& notice) { hear(notice); };
    parts.post = [this](std::function<void()> run) { events_.post(std::move(run)); };
    options.trusts = [this](const std::string& origin) {
        return is_trusted_server(session_.registry(), *desk_.runtime, origin);
    };
    IAM_TRY(conversation, chat::Conversation::open(std::move(parts), std::move(options)));
    conversation_ = std::move(conversation);
    session_.on_interrupt([this] { conversation_->stop(); });
    return {};
}

void ChatSession::tell_state() const {
    const std::size_t count = conversation_->branch().size();
    if (count == 0) return;
    std::string text = "It has " + std::to_string(count) + " messages.";
    const chat::State state = conversation_->state();
    if (state == chat::State::awaiting)
        text +=
            " Calls wait for answers (" + session_.command("approvals list") + "); then /resume.";
    if (state == chat::State::failed || state == chat::State::stopped ||
        state == chat::State::budget)
        text += " Its last turn has ended (" + std::string(to_string(state)) +
                "); /resume goes on with it.";
    session_.say(text);
}

void ChatSession::hear(const chat::Notice& notice) {
    view_.show(notice);
    if (const auto* const call = std::get_if<chat::notice::CallEnded>(&notice.what)) {
        if (call->result.code == chat::k_stopped) left_running_.insert(call->result.call);
    }
    if (const auto* const late = std::get_if<chat::notice::CallEndedLate>(&notice.what))
        left_running_.erase(late->outcome.call);
    const auto* const ended = std::get_if<chat::notice::TurnEnded>(&notice.what);
    if (ended == nullptr) return;
    last_end_ = ended->end;
    is_in_turn_ = false;
}

chat::TurnEnd ChatSession::say(std::string text) {
    is_in_turn_ = true;
    return run(conversation_->send(std::move(text)));
}

chat::TurnEnd ChatSession::run(const Result<void>& begun) {
    if (!begun) {
        is_in_turn_ = false;
        session_.report(begun.error());
        return chat::TurnEnd::failed;
    }
    const auto watch = session_.watch_interrupts([this] {
        conversation_->stop();
        session_.say("Stopping the turn. Ctrl-C again ends the program at once.");
    });
    events_.run_until([this] { return !is_in_turn_; });
    return last_end_;
}

bool ChatSession::act(const ChatLine& line) {
    switch (line.kind) {
        case ChatLine::Kind::quit:
            return false;
        case ChatLine::Kind::nothing:
            break;
        case ChatLine::Kind::text:
            say(line.rest);
            tell_budget();
            break;
        case ChatLine::Kind::undo:
            undo(line.rest);
            break;
        case ChatLine::Kind::tools:
            tools(line.rest);
            break;
        case ChatLine::Kind::profile:
            profile(line.rest);
            return conversation_ != nullptr;
        case ChatLine::Kind::model:
            session_.say("The model is " + escape_for_display(setup_.model().name()) +
                         "; another one: take a profile that has it with /profile NAME, or leave "
                         "with /quit, and give --model.");
            break;
        case ChatLine::Kind::retry:
            is_in_turn_ = true;
            run(conversation_->regenerate());
            tell_budget();
            break;
        case ChatLine::Kind::resume:
            is_in_turn_ = true;
            run(conversation_->resume());
            tell_budget();
            break;
        case ChatLine::Kind::save:
            save(line.rest);
            break;
        case ChatLine::Kind::help:
            session_.environment().err << chat_line_help();
            break;
    }
    return true;
}

void ChatSession::tell_budget() const {
    if (last_end_ == chat::TurnEnd::budget)
        session_.say("/resume is your word that it may go on with as much again.");
}

std::string ChatSession::last_undoable() const {
    const std::vector<chat::Step> steps = conversation_->steps();
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
        const auto* const ended = std::get_if<chat::CallEnded>(&*step);
        if (ended == nullptr || !ended->can_undo) continue;
        const auto id = ledger::parse_entry_id(ended->entry);
        if (!id) continue;
        const auto state = desk_.store->undo_state(*id);
        if (state && *state == ledger::UndoState::none) return ended->entry;
    }
    return {};
}

void ChatSession::undo(const std::string& entry) {
    const std::string named = entry.empty() ? last_undoable() : entry;
    if (named.empty()) {
        return session_.say("No call of this chat can be undone; /undo ENTRY names another one.");
    }
    const auto id = ledger::parse_entry_id(named);
    if (!id) {
        session_.report(id.error());
        return;
    }
    gate::UndoRequest request;
    request.entry = *id;
    request.subject = session_.subject();
    const ToolResult result = desk_.runtime->undo(std::move(request));
    session_.note_done(result);
    if (result.success) {
        session_.say("Undone (entry " + result.entry + "). The model does not know of it yet.");
    } else {
        session_.environment().err << failure_text(result);
    }
}

Result<std::string> ChatSession::text_for(const std::string& file) const {
    constexpr std::string_view k_lines_ending = ".jsonl";
    if (!file.ends_with(k_lines_ending))
        return question::visible_lines(chat::markdown_of(conversation_->branch()));
    IAM_TRY(lines, chat::json_lines_of(conversation_->steps()));
    return harmless_lines(lines);
}

void ChatSession::save(const std::string& file) const {
    const auto made = text_for(file);
    if (!made) {
        session_.report(made.error());
        return;
    }
    const std::string& text = *made;
    if (file.empty()) {
        session_.out() << text << std::flush;
        return;
    }
    const store::FileDescriptor out(::open(
        file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR));
    const bool is_written =
        out && ::write(out.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
    session_.say(is_written ? "The chat is in " + escape_for_display(file) + "."
                            : "The file " + escape_for_display(file) +
                                  " cannot be written; name one that is not there yet, in a folder "
                                  "of yours.");
}

}  // namespace iam::host
