// One question on one terminal. Shows it, waits for one deliberate key, and checks meanwhile
// whether the question still stands.
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

/// The reply, and the whole text seen by the person before it.
struct DialogueEnd {
    consent::PromptReply reply{};  ///< without approver and approval id
    std::string shown{};
    bool is_lost = false;  ///< other programs had the terminal: the question must be shown again
};

/// The references must outlive the object.
class Dialogue {
 public:
    Dialogue(const TerminalPrompterOptions& options, const consent::PromptRequest& request,
             const question::Layout& layout, const consent::PromptTicket* ticket,
             const Terminal& terminal);

    /// `signals` and `modes` as KeyMode takes them.
    DialogueEnd run(const HeldSignals& signals, std::optional<termios>& modes);

 private:
    /// The end of the question. Nothing: the question still stands.
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

    /// True for an allowing key while some arguments were not shown. The key then shows them, and
    /// the question stands.
    bool has_more_to_show(char key) const;
    Reply show_in_full(const KeyMode& keys);
    /// Shows the record that an "always" would store. The answer counts once the key is pressed
    /// again.
    Reply confirm_always(consent::Answer always, char key, const KeyMode& keys);

    /// "Allow once", with the inputs requested by the function.
    Reply allow_once(const KeyMode& keys);
    Reply give_inputs(const KeyMode& keys);
    /// Repeats until the input can be taken, the line is left, or the question is over.
    Line read_input_line(const InputRequest& input, std::string& text, const KeyMode& keys);

    // The letters. A letter returns nothing if the person comes back to the question.
    Reply edit(const KeyMode& keys);
    Reply refuse_with_reason(const KeyMode& keys);
    Reply allow_further(const KeyMode& keys);
    /// `before`: the text shown up to the menu.
    Reply allow_counted(const consent::FurtherCalls& further, const std::string& before,
                        const KeyMode& keys);
    Reply read_details(const KeyMode& keys);

    /// The next input. With `end` the question is over.
    struct Came {
        KeyStream::Input input{};
        Reply end{};
    };
    Came wait(const KeyMode& keys);
    /// Reads at most once; true if bytes came.
    bool read(std::chrono::milliseconds timeout, std::string& bytes, Reply& end,
              const KeyMode& keys);
    /// One key that counts; '\n' for every line end.
    struct Pressed {
        char key = '\0';
        Reply end{};
    };
    Pressed press(const KeyMode& keys);
    /// Drops a key that was no answer.
    void pass_over();
    /// Reads into the editor until Enter, Esc or the end of the question.
    Line read_line(LineEditor& editor, const KeyMode& keys);
    std::string problem_of(const std::string& arguments) const;
    /// `problems` has a line for each.
    void append_problems(std::string& say, std::string_view problems) const;

    bool deny_only() const { return !card_.deny_only_because.empty(); }
    bool is_settled() const { return ticket_ != nullptr && ticket_->settled(); }
    /// Writes one line of the library's own.
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
