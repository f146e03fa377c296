// Asks a person in a terminal.
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
    /// The terminal to ask on. It is opened anew for each question. Standard input and output are
    /// not used.
    std::string device = "/dev/tty";
    bool plain = false;  ///< no colour; the caller sets it for TERM=dumb
    /// Language of the prompter's own words: "en-US" or "pt-BR", also as POSIX spells it
    /// ("pt_BR.UTF-8"). Any other locale is en-US.
    std::string locale = "en-US";
    /// A key counts after this long a silence, counted from when the question was complete and from
    /// the last key that answered nothing.
    std::chrono::milliseconds arming_delay{300};
    /// Asks the terminal to mark pasted text (bracketed paste). Set it to false for a terminal
    /// without sequences, such as TERM=dumb.
    bool marks_pastes = true;
    /// The command for an answer from another process, e.g. "desk approvals answer". The approval's
    /// id is added. Empty: the question names no command.
    std::string answer_elsewhere{};
    /// Why the shown value may not be the whole value: the question then offers denials only.
    /// Empty: it offers every answer.
    words::Sentences deny_only_because{};
    /// Tells the time for the limits of further calls. Outlives the prompter. nullptr: the
    /// machine's clock.
    const Clock* clock = nullptr;
    /// Called on Ctrl-C. Ctrl-C ends the question without an answer. During a question the keyboard
    /// sends no signals.
    std::function<void()> on_interrupt{};
    /// Takes one sentence if there is no terminal, or while the question waits for its turn there.
    /// Empty: standard error.
    std::function<void(std::string_view)> complain{};
};

/// A question owns its terminal until it is answered. Another question, of any process, user or
/// thread, waits and says so. A program in the background of its terminal waits until it is in the
/// foreground. If other programs had the terminal or its modes meanwhile, the whole question is
/// shown again.
///
/// show() keeps its thread until the answer is there and replies inline. Keys: 1 to 4; Enter for
/// the default (Deny once if the tool states `destructive`, else Allow once); Esc for Deny once; m
/// for Allow once with further calls; r for Deny once with a reason; e to change the arguments in
/// the terminal itself; d for details. End of input, Ctrl-C, a closed or missing terminal and a
/// question settled elsewhere are Answer::none.
///
/// The reported digest covers the text of the question as written, without colour. If the answer
/// came from the menu of further calls, the digest covers the menu as well. If a character of a
/// call could act on the terminal or hide, it is shown as \u{…}, and nothing is left out before an
/// allowing key counts.
///
/// Keys less than 60 ms apart were pasted or repeated: together they answer nothing. Text marked as
/// pasted by the terminal is dropped. In a line of input, it becomes text without line ends.
///
/// Signals that end or stop the program (SIGINT, SIGTERM, SIGHUP, SIGQUIT and others) wait if they
/// reach this thread while it asks. They act after the terminal has its earlier modes again.
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

/// True if a person can be asked on `device`.
bool has_terminal(const std::string& device = "/dev/tty");

}  // namespace iam::host
