// Opens the terminal for one question, and reports the approver, the channel and the shown text.
#include "iam/host/terminal_prompter.hpp"

#include "host/session/held_signals.hpp"
#include "host/terminal/dialogue.hpp"
#include "host/terminal/terminal.hpp"
#include "host/terminal/terminal_turn.hpp"
#include <iam/question/text.hpp>

#include <pwd.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace iam::host {

using words::Id;
using words::Locale;
using words::locale_of;
using words::text_of;

namespace {

using consent::PromptReply;
using consent::PromptRequest;

consent::Approver approver_on(const Terminal& terminal, Locale locale) {
    consent::Approver approver;
    approver.uid = std::to_string(::getuid());
    approver.channel = "terminal:" + terminal.name();
    approver.locale = tag_of(locale);
    passwd facts{};
    passwd* found = nullptr;
    std::vector<char> buffer(std::size_t{1} << 14U);
    if (::getpwuid_r(::getuid(), &facts, buffer.data(), buffer.size(), &found) == 0 &&
        found != nullptr) {
        approver.login = found->pw_name;
    }
    return approver;
}

void say_on_standard_error(std::string_view sentence) {
    std::fprintf(stderr, "%.*s\n", static_cast<int>(sentence.size()), sentence.data());
}

// A waiting question notices within this time that its turn has come, or that it no longer stands.
constexpr std::chrono::milliseconds k_turn_tick{200};

/// The wait of one question for its turn on a terminal.
class Queue {
 public:
    Queue(const Terminal& terminal, TerminalTurn& turn, std::unique_lock<std::mutex>& in_process,
          const HeldSignals& signals)
        : terminal_(terminal), turn_(turn), in_process_(in_process), signals_(signals) {}

    /// True once the turn has come. False if the question no longer stands or the program must end.
    /// `say` gets the reason of a wait.
    bool wait(const consent::PromptTicket* ticket, const std::function<void(Id)>& say) {
        for (;;) {
            if (ticket != nullptr && ticket->settled()) return false;
            const HeldSignals::Came came = signals_.came();
            if (came == HeldSignals::Came::end) return false;
            if (came == HeldSignals::Came::stop) signals_.let_act();
            const auto reason = reason_to_wait();
            if (!reason) return true;
            if (!has_said_ || said_ != *reason) say(*reason);
            has_said_ = true;
            said_ = *reason;
            signals_.wait(k_turn_tick);
        }
    }
    void give_back() {
        turn_.give_back();
        if (in_process_.owns_lock()) in_process_.unlock();
    }

 private:
    /// Nothing: this question has its turn.
    std::optional<Id> reason_to_wait() {
        if (!terminal_.is_foreground()) return Id::waits_in_background;
        if (!in_process_.owns_lock() && !in_process_.try_lock()) return Id::waits_for_another;
        if (turn_.take()) return std::nullopt;
        in_process_.unlock();
        return Id::waits_for_another;
    }

    const Terminal& terminal_;
    TerminalTurn& turn_;
    std::unique_lock<std::mutex>& in_process_;
    const HeldSignals& signals_;
    bool has_said_ = false;
    Id said_{};  // GCC 12 sees an uninitialised value in std::optional
};

std::string waiting_text(Id why, const question::Layout& layout) {
    std::string text(text_of(why, layout.locale));
    if (layout.answer_elsewhere.empty()) return text;
    text += ' ';
    text += text_of(Id::from_elsewhere, layout.locale);
    return text + " " + layout.answer_elsewhere;
}

question::Layout layout_of(const TerminalPrompterOptions& options, const PromptRequest& request,
                           const Terminal& terminal) {
    question::Layout layout;
    layout.columns = terminal.columns();
    layout.rows = terminal.rows();
    if (!options.answer_elsewhere.empty()) {
        layout.answer_elsewhere = options.answer_elsewhere + " " + request.approval_id;
    }
    layout.locale = locale_of(options.locale);
    return layout;
}

}  // namespace

TerminalPrompter::TerminalPrompter(TerminalPrompterOptions options) : options_(std::move(options)) {
    if (!options_.complain) options_.complain = say_on_standard_error;
}

void TerminalPrompter::show(const PromptRequest& request,
                            std::shared_ptr<const consent::PromptTicket> ticket,
                            std::function<void(PromptReply)> on_reply) {
    PromptReply reply;
    try {
        reply = ask(request, ticket.get());
    } catch (...) {
        // Memory ran out, or a callback of the host threw: nobody has decided.
        reply = PromptReply{};
    }
    on_reply(std::move(reply));
}

PromptReply TerminalPrompter::ask(const PromptRequest& request,
                                  const consent::PromptTicket* ticket) {
    PromptReply reply;
    if (ticket != nullptr && ticket->settled()) return reply;
    const auto terminal = Terminal::open(options_.device);
    if (!terminal) {
        options_.complain("Nobody could be asked: " + terminal.error().message +
                          ". Run the program in a terminal.");
        return reply;
    }
    auto turn = TerminalTurn::of(*terminal);
    if (!turn) {
        options_.complain("Nobody could be asked: " + turn.error().message +
                          ". Run the program in a terminal of its own user.");
        return reply;
    }
    const HeldSignals signals;
    std::unique_lock in_process(one_at_a_time_, std::defer_lock);
    Queue queue(*terminal, *turn, in_process, signals);
    std::optional<termios> modes;
    for (;;) {
        const question::Layout layout = layout_of(options_, request, *terminal);
        if (!queue.wait(ticket, [&](Id why) { options_.complain(waiting_text(why, layout)); })) {
            return reply;
        }
        DialogueEnd end =
            Dialogue(options_, request, layout, ticket, *terminal).run(signals, modes);
        queue.give_back();
        if (end.is_lost) {
            signals.wait(k_turn_tick);
            continue;
        }
        reply = std::move(end.reply);
        reply.approval_id = request.approval_id;
        reply.approver = approver_on(*terminal, layout.locale);
        reply.shown_digest = question::shown_digest_of(end.shown);
        return reply;
    }
}

bool has_terminal(const std::string& device) {
    return Terminal::open(device).has_value();
}

}  // namespace iam::host
