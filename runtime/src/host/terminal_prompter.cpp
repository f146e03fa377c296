// Shows the question, waits for one deliberate key, and sees meanwhile whether the question still stands.
#include "iam/host/terminal_prompter.hpp"

#include "escape.hpp"
#include "prompt_text.hpp"
#include "terminal.hpp"

#include <pwd.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <optional>
#include <utility>
#include <vector>

namespace iam::host {
namespace {

using consent::Answer;
using consent::PromptReply;
using consent::PromptRequest;

// How soon an answer from elsewhere is noticed.
constexpr std::chrono::milliseconds k_tick{200};
// Nobody presses two keys within this time on purpose.
constexpr std::chrono::milliseconds k_key_gap{50};
// Then it is looked again whether the question still stands, whatever is being pasted.
constexpr int k_reads_max = 64;

constexpr char k_escape = '\x1b';
constexpr std::string_view k_interrupt = "\x03";
constexpr std::string_view k_end_of_input = "\x04";

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

/// What a person did. `again`: nothing that answers.
enum class Press {
    allow_once,
    allow_always,
    deny_once,
    deny_always,
    enter,
    escape,
    interrupt,
    end,
    again
};

/// One key and at most a line end behind it: more at once was pasted, not pressed.
Press press_of(std::string_view keys) {
    if (keys == "\n" || keys == "\r" || keys == "\r\n") return Press::enter;
    if (keys.size() == 2 && (keys[1] == '\n' || keys[1] == '\r')) keys.remove_suffix(1);
    if (keys == "1") return Press::allow_once;
    if (keys == "2") return Press::allow_always;
    if (keys == "3") return Press::deny_once;
    if (keys == "4") return Press::deny_always;
    if (keys == k_interrupt) return Press::interrupt;
    if (keys == k_end_of_input) return Press::end;
    if (keys == std::string_view(&k_escape, 1)) return Press::escape;
    return Press::again;
}

class Dialogue {
 public:
    Dialogue(const TerminalPrompterOptions& options, const PromptRequest& request,
             const consent::PromptTicket* ticket, const Terminal& terminal)
        : options_(options),
          locale_(locale_of(options.locale)),
          request_(request),
          ticket_(ticket),
          terminal_(terminal) {}

    Answer run(const PromptText& text) {
        const KeyMode keys(terminal_);
        if (!keys.ok() || !show(text)) return Answer::none;
        if (const auto ended = arm(keys)) return *ended;
        keys.drop_typed();
        if (!terminal_.write(keys_text(request_, deny_only(), locale_))) return Answer::none;
        for (;;) {
            if (const auto answer = next(keys)) return *answer;
        }
    }

 private:
    bool show(const PromptText& text) const {
        if (options_.plain) return terminal_.write("\n" + text.text);
        const char* colour = request_.risk == consent::Risk::high     ? "\x1b[1;31m"
                             : request_.risk == consent::Risk::medium ? "\x1b[1;33m"
                                                                      : "\x1b[1;32m";
        std::string coloured = "\n" + text.text;
        const std::size_t at = text.risk_at + 1;
        coloured.insert(at + text.risk_size, "\x1b[0m");
        coloured.insert(at, colour);
        return terminal_.write(coloured);
    }

    bool deny_only() const { return !options_.deny_only_because.empty(); }
    bool is_settled() const { return ticket_ != nullptr && ticket_->settled(); }

    /// Drops keys until the question has been visible for a while.
    std::optional<Answer> arm(const KeyMode& keys) const {
        using Steady = std::chrono::steady_clock;
        const auto armed = Steady::now() + options_.arming_delay;
        for (auto now = Steady::now(); now < armed; now = Steady::now()) {
            const auto left = std::chrono::ceil<std::chrono::milliseconds>(armed - now);
            std::string dropped;
            const KeyMode::Event event = keys.wait(left < k_tick ? left : k_tick, dropped);
            // Who wants out need not wait.
            if (event == KeyMode::Event::keys && press_of(dropped) == Press::interrupt) {
                return interrupted();
            }
            if (event == KeyMode::Event::closed || event == KeyMode::Event::signal) {
                return Answer::none;
            }
            if (is_settled()) return elsewhere();
        }
        return std::nullopt;
    }

    std::optional<Answer> next(const KeyMode& keys) const {
        std::string typed;
        const KeyMode::Event event = keys.wait(k_tick, typed);
        if (event == KeyMode::Event::closed || event == KeyMode::Event::signal) {
            return Answer::none;
        }
        if (is_settled()) return elsewhere();
        if (event == KeyMode::Event::nothing) return std::nullopt;
        read_on(keys, typed);
        return answer_to(press_of(typed));
    }

    /// What comes at once belongs together: the bytes of an arrow key, or pasted text, of which no part is an answer.
    static void read_on(const KeyMode& keys, std::string& typed) {
        std::string more;
        for (int i = 0; i < k_reads_max && keys.wait(k_key_gap, more) == KeyMode::Event::keys;
             ++i) {
            typed += more;
        }
    }

    std::optional<Answer> answer_to(Press press) const {
        const bool allows = press == Press::allow_once || press == Press::allow_always;
        if (allows && deny_only()) return not_allowed();
        switch (press) {
            case Press::allow_once:
                return chosen(Answer::allow_once);
            case Press::allow_always:
                if (!request_.always_refused_because.empty()) return not_always();
                return chosen(Answer::allow_always);
            case Press::deny_once:
            case Press::escape:
                return chosen(Answer::deny_once);
            case Press::deny_always:
                return chosen(Answer::deny_always);
            case Press::enter:
                return chosen(deny_only() ? Answer::deny_once : default_answer(request_));
            case Press::interrupt:
                return interrupted();
            case Press::end:
                tell(std::string(label_of(Answer::none, locale_)) + ".");
                return Answer::none;
            case Press::again:
                break;
        }
        return std::nullopt;
    }

    /// One line of ours.
    bool tell(std::string_view line) const { return terminal_.write(std::string(line) + "\n"); }

    Answer chosen(Answer answer) const {
        tell("-> " + std::string(label_of(answer, locale_)));
        return answer;
    }
    std::optional<Answer> not_always() const {
        const std::string_view always = label_of(Answer::allow_always, locale_);
        return cannot(text_of(Copy::always_refused, locale_, {{"allow_always", always}}),
                      request_.always_refused_because, "1, 3");
    }
    std::optional<Answer> not_allowed() const {
        return cannot(std::string(text_of(Copy::allowing_refused, locale_)),
                      options_.deny_only_because, "3");
    }
    std::optional<Answer> cannot(const std::string& what, const std::string& because,
                                 std::string_view other_keys) const {
        const std::string text =
            what + "\n| " + visible(because) + "\n" + press_text(other_keys, locale_);
        if (!terminal_.write(text)) return Answer::none;
        return std::nullopt;
    }
    Answer elsewhere() const {
        tell(text_of(Copy::settled_elsewhere, locale_));
        return Answer::none;
    }
    Answer interrupted() const {
        tell(text_of(Copy::interrupted, locale_));
        if (options_.on_interrupt) options_.on_interrupt();
        return Answer::none;
    }

    const TerminalPrompterOptions& options_;
    Locale locale_;
    const PromptRequest& request_;
    const consent::PromptTicket* ticket_;
    const Terminal& terminal_;
};

void say_on_standard_error(std::string_view sentence) {
    std::fprintf(stderr, "%.*s\n", static_cast<int>(sentence.size()), sentence.data());
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
        const std::lock_guard lock(one_at_a_time_);
        reply = ask(request, ticket.get());
    } catch (...) {
        // Out of memory, or a callback of the host: nobody has decided.
        reply = PromptReply{};
    }
    on_reply(std::move(reply));
}

PromptReply TerminalPrompter::ask(const PromptRequest& request,
                                  const consent::PromptTicket* ticket) const {
    PromptReply reply;
    if (ticket != nullptr && ticket->settled()) return reply;
    const auto terminal = Terminal::open(options_.device);
    if (!terminal) {
        options_.complain("Nobody could be asked: " + terminal.error().message +
                          ". Run the program in a terminal.");
        return reply;
    }
    PromptLayout layout;
    layout.columns = terminal->columns();
    layout.rows = terminal->rows();
    if (!options_.answer_elsewhere.empty()) {
        layout.answer_elsewhere = options_.answer_elsewhere + " " + request.approval_id;
    }
    layout.deny_only_because = options_.deny_only_because;
    layout.locale = locale_of(options_.locale);
    const PromptText text = prompt_text(request, layout);
    reply.answer = Dialogue(options_, request, ticket, *terminal).run(text);
    reply.approval_id = request.approval_id;
    reply.approver = approver_on(*terminal, layout.locale);
    reply.shown_digest = sha256(domain_tag("iam/prompt/1"), text.text);
    return reply;
}

bool has_terminal(const std::string& device) {
    return Terminal::open(device).has_value();
}

}  // namespace iam::host
