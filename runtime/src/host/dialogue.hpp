// One question on one terminal: shows it, waits for one deliberate key, and sees meanwhile whether the question still stands.
#pragma once

#include "line_editor.hpp"
#include "prompt_menus.hpp"
#include "prompt_text.hpp"
#include "terminal.hpp"
#include <iam/host/terminal_prompter.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace iam::host {

/// How it ended, and all that the person was shown of what they agreed to.
struct DialogueEnd {
    consent::PromptReply reply{};  ///< without who gave it and to which question
    std::string shown{};
};

/// The references outlive it.
class Dialogue {
 public:
    Dialogue(const TerminalPrompterOptions& options, const consent::PromptRequest& request,
             const PromptLayout& layout, const consent::PromptTicket* ticket,
             const Terminal& terminal);

    DialogueEnd run();

 private:
    /// Nothing: the question still stands.
    using Reply = std::optional<consent::PromptReply>;

    struct Line {
        bool left = false;
        Reply end{};
    };

    // The question.
    Reply ask(const KeyMode& keys) const;
    bool show() const;
    Reply arm(const KeyMode& keys) const;
    Reply next(const KeyMode& keys);
    Reply answer_to(std::string_view typed, const KeyMode& keys);
    Reply act_on_letter(char letter, const KeyMode& keys);

    /// "Allow once", with what the function asks for.
    Reply allow_once(const KeyMode& keys) const;
    Reply give_inputs(const KeyMode& keys) const;
    /// Until it can be taken; the line is left or the question over otherwise.
    Line read_input_line(const InputRequest& input, std::string& text, const KeyMode& keys) const;

    // What stands behind the letters; nothing where the person comes back from it.
    Reply edit(const KeyMode& keys) const;
    Reply refuse_with_reason(const KeyMode& keys) const;
    Reply allow_further(const KeyMode& keys);
    Reply allow_counted(const consent::FurtherCalls& further, const KeyMode& keys);
    Reply read_details(const KeyMode& keys) const;

    /// What was pressed, once something was. With `end` the question is over.
    struct Pressed {
        std::string keys{};
        Reply end{};
    };
    Pressed wait(const KeyMode& keys) const;
    /// Until Enter, Esc or the end of the question; the text is the editor's.
    Line read_line(LineEditor& editor, const KeyMode& keys) const;
    std::string problem_of(const std::string& arguments) const;

    bool deny_only() const { return !options_.deny_only_because.empty(); }
    bool is_settled() const { return ticket_ != nullptr && ticket_->settled(); }
    /// One line of ours.
    bool tell(std::string_view line) const { return terminal_.write(std::string(line) + "\n"); }
    consent::PromptReply chosen(consent::Answer answer) const;
    Reply cannot(std::string_view what, const std::string& because,
                 std::string_view other_keys) const;
    consent::PromptReply elsewhere() const;
    consent::PromptReply interrupted() const;
    consent::PromptReply ended() const;

    const TerminalPrompterOptions& options_;
    const consent::PromptRequest& request_;
    const PromptLayout& layout_;
    Locale locale_;
    const consent::PromptTicket* ticket_;
    const Terminal& terminal_;
    PromptText text_;
    std::string shown_;
};

}  // namespace iam::host
