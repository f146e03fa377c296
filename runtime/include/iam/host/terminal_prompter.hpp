// The question in a terminal.
#pragma once

#include <iam/consent/prompter.hpp>
#include <iam/core/clock.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace iam::host {

struct TerminalPrompterOptions {
    /// The terminal to ask on. The controlling terminal is opened anew for each question, so that what standard input and output are
    /// connected to plays no part.
    std::string device = "/dev/tty";
    bool plain = false;  ///< no colour; TERM=dumb is the caller's to look at
    /// Of the prompter's own words: "en-US" or "pt-BR", also as POSIX spells it ("pt_BR.UTF-8"). Another one is en-US.
    std::string locale = "en-US";
    /// Keys count once nothing was typed for this long since all of the question was shown, and since the last key that answered nothing.
    std::chrono::milliseconds arming_delay{300};
    /// The terminal is asked to mark pasted text (bracketed paste). Not for one that knows no sequences, such as TERM=dumb.
    bool marks_pastes = true;
    /// The command with which another process answers, e.g. "desk approvals answer"; the approval's id is added. Empty: not said.
    std::string answer_elsewhere{};
    /// Why what the question shows may not be the whole value: then it offers to deny and nothing else. Empty: it offers every answer.
    words::Sentences deny_only_because{};
    /// Tells the moments until which further calls can be allowed; outlives the prompter. nullptr: the machine's.
    const Clock* clock = nullptr;
    /// Ctrl-C was pressed: the question ends without an answer. Signals do not come from the keyboard meanwhile.
    std::function<void()> on_interrupt{};
    /// Takes one sentence where there is no terminal, and where the question waits for its turn there. Empty: standard error.
    std::function<void(std::string_view)> complain{};
};

/// A question owns its terminal until it is answered: another one, of any process, user or thread, waits and says so. A program in the
/// background of its terminal waits until it is in the foreground. A question that other programs wrote over, having the terminal or its
/// modes meanwhile, is put again, whole.
///
/// show() keeps its thread until the answer is there and replies inline. Keys: 1 to 4, Enter for the
/// default (Deny once where the tool states that it is destructive, else Allow once), Esc for Deny once; m for Allow once with further
/// calls, r for Deny once with a reason, e to change the arguments in the terminal itself, d for details. End of input, Ctrl-C, a closed
/// or missing terminal and a question that was settled elsewhere are Answer::none. The digest that is reported covers the text of the
/// question as written, without colour, and behind it the menu of further calls where one was chosen there. Every character of a call that
/// could act on the terminal or hide is shown as \u{…}, and nothing is left out.
///
/// Keys that come less than 60 ms apart were pasted or repeated: together they answer nothing. Text that the terminal marks as pasted is
/// dropped; in a line that is written here it is text without line ends.
///
/// SIGINT, SIGTERM, SIGHUP, SIGQUIT and others that end or stop the program act after the terminal is as it was before, if they reach this
/// thread while it asks.
class TerminalPrompter final : public consent::Prompter {
 public:
    explicit TerminalPrompter(TerminalPrompterOptions options = {});

    void show(const consent::PromptRequest& request,
              std::shared_ptr<const consent::PromptTicket> ticket,
              std::function<void(consent::PromptReply)> on_reply) override;

 private:
    consent::PromptReply ask(const consent::PromptRequest& request,
                             const consent::PromptTicket* ticket);

    TerminalPrompterOptions options_;
    std::mutex one_at_a_time_;
};

/// True where a person could be asked on `device`.
bool has_terminal(const std::string& device = "/dev/tty");

}  // namespace iam::host
