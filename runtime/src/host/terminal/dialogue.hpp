// One question on one terminal: shows it, waits for one deliberate key, and sees meanwhile whether the question still stands.
#pragma once

#include "host/terminal/key_stream.hpp"
#include "host/terminal/line_editor.hpp"
#include "host/terminal/terminal.hpp"
#include <iam/host/terminal_prompter.hpp>
#include <iam/question/menus.hpp>
#include <iam/question/text.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace iam::host {

/// How it ended, and all that the person was shown of what they agreed to.
struct DialogueEnd {
    consent::PromptReply reply{};  ///< without who gave it and to which question
    std::string shown{};
    bool is_lost = false;  ///< other programs had the terminal: the question has to be put again
};

/// The references outlive it.
class Dialogue {
 public:
    Dialogue(const TerminalPrompterOptions& options, const consent::PromptRequest& request,
             const question::Layout& layout, const consent::PromptTicket* ticket,
             const Terminal& terminal);

    /// `signals` and `modes` as KeyMode takes them.
    DialogueEnd run(const HeldSignals& signals, std::optional<termios>& modes);

 private:
    /// Nothing: the question still stands.
    using Reply = std::optional<consent::PromptReply>;

    struct Line {
        bool left = false;
        Reply end{};
    };

    // The question.
    Reply ask(const KeyMode& keys);
    std::string question() const;
    /// Shows `text`, and `keys_that_count` once the line was quiet for a while.
    Reply put(std::string_view text, std::string_view keys_that_count, const KeyMode& keys);
    Reply arm(const KeyMode& keys);
    Reply answer_to(char key, const KeyMode& keys);
    Reply act_on_letter(char letter, const KeyMode& keys);

    /// An allowing key while some of the arguments were not shown: they are, and the question
    /// stands.
    bool has_more_to_show(char key) const;
    Reply show_in_full(const KeyMode& keys);
    /// Shows what an "always" would store; it counts once the key is pressed again.
    Reply confirm_always(consent::Answer always, char key, const KeyMode& keys);

    /// "Allow once", with what the function asks for.
    Reply allow_once(const KeyMode& keys);
    Reply give_inputs(const KeyMode& keys);
    /// Until it can be taken; the line is left or the question over otherwise.
    Line read_input_line(const InputRequest& input, std::string& text, const KeyMode& keys);

    // What stands behind the letters; nothing where the person comes back from it.
    Reply edit(const KeyMode& keys);
    Reply refuse_with_reason(const KeyMode& keys);
    Reply allow_further(const KeyMode& keys);
    /// `before`: what was shown up to the menu.
    Reply allow_counted(const consent::FurtherCalls& further, const std::string& before,
                        const KeyMode& keys);
    Reply read_details(const KeyMode& keys);

    /// What came next, once something did. With `end` the question is over.
    struct Came {
        KeyStream::Input input{};
        Reply end{};
    };
    Came wait(const KeyMode& keys);
    /// One read at most; true if it brought something.
    bool read(std::chrono::milliseconds timeout, std::string& bytes, Reply& end,
              const KeyMode& keys);
    /// One key that counts; '\n' for every line end.
    struct Pressed {
        char key = '\0';
        Reply end{};
    };
    Pressed press(const KeyMode& keys);
    /// The key was no answer.
    void pass_over();
    /// Until Enter, Esc or the end of the question; the text is the editor's.
    Line read_line(LineEditor& editor, const KeyMode& keys);
    std::string problem_of(const std::string& arguments) const;
    /// `problems` has a line for each.
    void append_problems(std::string& say, std::string_view problems) const;

    bool deny_only() const { return !card_.deny_only_because.empty(); }
    bool is_settled() const { return ticket_ != nullptr && ticket_->settled(); }
    /// One line of ours.
    bool tell(std::string_view line) const { return terminal_.write(std::string(line) + "\n"); }
    consent::PromptReply chosen(consent::Answer answer) const;
    Reply cannot(std::string_view what, const words::Sentences& because,
                 std::string_view other_keys, const KeyMode& keys);
    consent::PromptReply elsewhere() const;
    consent::PromptReply interrupted() const;
    consent::PromptReply ended() const;

    const TerminalPrompterOptions& options_;
    const consent::PromptRequest& request_;
    const question::Layout& layout_;
    words::Locale locale_;
    const consent::PromptTicket* ticket_;
    const Terminal& terminal_;
    question::Card card_;
    question::FirstView view_;
    bool is_seen_in_full_;
    std::string shown_;
    KeyStream stream_;
    bool is_lost_ = false;
};

}  // namespace iam::host
