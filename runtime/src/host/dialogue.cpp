// Whatever stands behind a letter is shown below, linearly, and the question is shown again, whole, before anything else counts.
#include "dialogue.hpp"

#include "escape.hpp"
#include "layout.hpp"
#include <iam/core/json.hpp>
#include <iam/core/json_places.hpp>

#include <chrono>
#include <utility>
#include <vector>

namespace iam::host {
namespace {

using consent::Answer;
using consent::PromptReply;

// How soon an answer from elsewhere is noticed.
constexpr std::chrono::milliseconds k_tick{200};
// Nobody presses two keys within this time on purpose.
constexpr std::chrono::milliseconds k_key_gap{50};
// Then it is looked again whether the question still stands, whatever is being pasted.
constexpr int k_reads_max = 64;
// Who writes more than this in one line had better write a file.
constexpr std::size_t k_edit_bytes_max = std::size_t{1} << 16U;
constexpr std::size_t k_count_bytes_max = 8;

constexpr std::string_view k_escape = "\x1b";
constexpr std::string_view k_interrupt = "\x03";
constexpr std::string_view k_end_of_input = "\x04";
constexpr std::string_view k_letters = "mred";

/// One key and at most a line end behind it: more at once was pasted, not pressed. '\0': nothing that answers.
char key_of(std::string_view keys) {
    if (keys == "\n" || keys == "\r" || keys == "\r\n") return '\n';
    if (keys.size() == 2 && (keys[1] == '\n' || keys[1] == '\r')) keys.remove_suffix(1);
    return keys.size() == 1 ? keys.front() : '\0';
}

/// What comes at once belongs together: the bytes of an arrow key, or pasted text, of which no part is an answer.
void read_on(const KeyMode& keys, std::string& typed) {
    std::string more;
    for (int i = 0; i < k_reads_max && keys.wait(k_key_gap, more) == KeyMode::Event::keys; ++i) {
        typed += more;
    }
}

PromptReply reply_of(Answer answer) {
    PromptReply reply;
    reply.answer = answer;
    return reply;
}

/// Nothing, if it is no number of further calls.
std::optional<std::uint32_t> count_in(std::string_view text) {
    std::uint32_t count = 0;
    for (const char c : text) {
        if (c < '0' || c > '9') return std::nullopt;
        count = count * 10 + static_cast<std::uint32_t>(c - '0');
        if (count > k_further_uses_max) return std::nullopt;
    }
    return count > 0 ? std::optional(count) : std::nullopt;
}

}  // namespace

Dialogue::Dialogue(const TerminalPrompterOptions& options, const consent::PromptRequest& request,
                   const PromptLayout& layout, const consent::PromptTicket* ticket,
                   const Terminal& terminal)
    : options_(options),
      request_(request),
      layout_(layout),
      locale_(layout.locale),
      ticket_(ticket),
      terminal_(terminal),
      text_(prompt_text(request, layout)),
      shown_(text_.text) {}

DialogueEnd Dialogue::run() {
    const KeyMode keys(terminal_);
    Reply reply = keys.ok() ? ask(keys) : reply_of(Answer::none);
    while (!reply) reply = next(keys);
    return {*std::move(reply), shown_};
}

// ---- The question.

/// Shows it and says which keys count, once they do.
Dialogue::Reply Dialogue::ask(const KeyMode& keys) const {
    if (!show()) return reply_of(Answer::none);
    if (auto end = arm(keys)) return end;
    keys.drop_typed();
    const std::string say =
        letters_text(request_, layout_) + keys_text(request_, deny_only(), locale_);
    if (!terminal_.write(say)) return reply_of(Answer::none);
    return std::nullopt;
}

bool Dialogue::show() const {
    if (options_.plain) return terminal_.write("\n" + text_.text);
    const char* colour = request_.risk == consent::Risk::high     ? "\x1b[1;31m"
                         : request_.risk == consent::Risk::medium ? "\x1b[1;33m"
                                                                  : "\x1b[1;32m";
    std::string coloured = "\n" + text_.text;
    const std::size_t at = text_.risk_at + 1;
    coloured.insert(at + text_.risk_size, "\x1b[0m");
    coloured.insert(at, colour);
    return terminal_.write(coloured);
}

/// Drops keys until the question has been visible for a while.
Dialogue::Reply Dialogue::arm(const KeyMode& keys) const {
    using Steady = std::chrono::steady_clock;
    const auto armed = Steady::now() + options_.arming_delay;
    for (auto now = Steady::now(); now < armed; now = Steady::now()) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(armed - now);
        std::string dropped;
        const KeyMode::Event event = keys.wait(left < k_tick ? left : k_tick, dropped);
        // Who wants out need not wait.
        if (event == KeyMode::Event::keys && dropped == k_interrupt) return interrupted();
        if (event == KeyMode::Event::closed || event == KeyMode::Event::signal) {
            return reply_of(Answer::none);
        }
        if (is_settled()) return elsewhere();
    }
    return std::nullopt;
}

Dialogue::Pressed Dialogue::wait(const KeyMode& keys) const {
    Pressed pressed;
    for (;;) {
        const KeyMode::Event event = keys.wait(k_tick, pressed.keys);
        if (event == KeyMode::Event::closed || event == KeyMode::Event::signal) {
            pressed.end = reply_of(Answer::none);
            return pressed;
        }
        if (is_settled()) {
            pressed.end = elsewhere();
            return pressed;
        }
        if (event == KeyMode::Event::nothing) continue;
        read_on(keys, pressed.keys);
        return pressed;
    }
}

Dialogue::Reply Dialogue::next(const KeyMode& keys) {
    Pressed pressed = wait(keys);
    return pressed.end ? std::move(pressed.end) : answer_to(pressed.keys, keys);
}

Dialogue::Reply Dialogue::answer_to(std::string_view typed, const KeyMode& keys) {
    if (typed == k_interrupt) return interrupted();
    if (typed == k_end_of_input) return ended();
    if (typed == k_escape) return chosen(Answer::deny_once);
    const char key = key_of(typed);
    if ((key == '1' || key == '2') && deny_only()) {
        return cannot(text_of(Copy::allowing_refused, locale_), options_.deny_only_because, "3");
    }
    switch (key) {
        case '1':
            return allow_once(keys);
        case '2': {
            if (request_.always_refused_because.empty()) return chosen(Answer::allow_always);
            const std::string_view always = label_of(Answer::allow_always, locale_);
            return cannot(text_of(Copy::always_refused, locale_, {{"allow_always", always}}),
                          request_.always_refused_because, "1, 3");
        }
        case '3':
            return chosen(Answer::deny_once);
        case '4':
            return chosen(Answer::deny_always);
        case '\n':
            if (deny_only() || default_answer(request_) != Answer::allow_once) {
                return chosen(Answer::deny_once);
            }
            return allow_once(keys);
        default:
            return act_on_letter(key, keys);
    }
}

Dialogue::Reply Dialogue::allow_once(const KeyMode& keys) const {
    if (request_.inputs.empty()) return chosen(Answer::allow_once);
    Reply reply = give_inputs(keys);
    return reply ? std::move(reply) : ask(keys);
}

Dialogue::Reply Dialogue::give_inputs(const KeyMode& keys) const {
    keys.drop_typed();
    if (!tell("\n" + std::string(text_of(Copy::input_how, locale_)))) return reply_of(Answer::none);
    std::vector<InputValue> values;
    for (const InputRequest& input : request_.inputs) {
        std::string text;
        Line line = read_input_line(input, text, keys);
        if (line.end || line.left) return std::move(line.end);
        values.push_back({input.key, std::move(text)});
    }
    PromptReply reply = chosen(Answer::allow_once);
    reply.inputs = std::move(values);
    return reply;
}

Dialogue::Line Dialogue::read_input_line(const InputRequest& input, std::string& text,
                                         const KeyMode& keys) const {
    std::string say;
    append_wrapped(say, visible(input.prompt + " (" + what_is_wanted(input) + ")"), layout_.columns,
                   "| ", "|> ");
    terminal_.write(say);
    LineEditor editor("", k_input_bytes_max);
    if (input.secret) editor.hide();
    for (;;) {
        Line line = read_line(editor, keys);
        if (line.end || line.left) return line;
        text = editor.text();
        const auto read = read_input(input, text);
        if (read) return line;
        std::string wrong;
        append_wrapped(wrong, text_of(Copy::input_wrong, locale_), layout_.columns, "", "");
        append_wrapped(wrong, visible(read.error().message), layout_.columns, "| ", "|> ");
        terminal_.write(wrong);
    }
}

Dialogue::Reply Dialogue::act_on_letter(char letter, const KeyMode& keys) {
    if (letter == '\0' || k_letters.find(letter) == std::string_view::npos) return std::nullopt;
    if (deny_only() && (letter == 'm' || letter == 'e')) {
        return cannot(text_of(Copy::allowing_refused, locale_), options_.deny_only_because, "3");
    }
    if (letter == 'm' && !request_.further_refused_because.empty()) {
        return cannot(text_of(Copy::further_refused, locale_), request_.further_refused_because,
                      "1, 2, 3");
    }
    if (letter == 'e' && !request_.edit_refused_because.empty()) {
        return cannot(text_of(Copy::edit_refused, locale_), request_.edit_refused_because,
                      "1, 2, 3");
    }
    if (letter == 'e' && request_.call.arguments.size() > k_edit_bytes_max) {
        return cannot(text_of(Copy::edit_refused, locale_),
                      std::string(text_of(Copy::edit_too_long, locale_)), "1, 2, 3");
    }
    Reply reply = letter == 'e'   ? edit(keys)
                  : letter == 'r' ? refuse_with_reason(keys)
                  : letter == 'm' ? allow_further(keys)
                                  : read_details(keys);
    return reply ? std::move(reply) : ask(keys);
}

// ---- What stands behind the letters.

Dialogue::Line Dialogue::read_line(LineEditor& editor, const KeyMode& keys) const {
    for (;;) {
        if (!terminal_.write(editor.row(terminal_.columns()))) {
            return {false, reply_of(Answer::none)};
        }
        Pressed pressed = wait(keys);
        if (pressed.end) return {false, std::move(pressed.end)};
        switch (editor.take(pressed.keys)) {
            case LineEditor::State::open:
                break;
            case LineEditor::State::done:
                terminal_.write(editor.row(terminal_.columns()) + "\n");
                return {};
            case LineEditor::State::left:
                terminal_.write("\n");
                return {true, std::nullopt};
            case LineEditor::State::interrupted:
                terminal_.write("\n");
                return {false, interrupted()};
            case LineEditor::State::ended:
                terminal_.write("\n");
                return {false, ended()};
        }
    }
}

/// Why the tool could not be called with them; empty if it could, as far as that can be told here.
std::string Dialogue::problem_of(const std::string& arguments) const {
    const auto read = parse_placed_json(arguments);
    if (read) return ticket_ == nullptr ? std::string() : ticket_->what_is_wrong(arguments);
    const std::string line = std::to_string(read.error().place.line);
    const std::string column = std::to_string(read.error().place.column);
    return text_of(Copy::edit_place, locale_,
                   {{"line", line}, {"column", column}, {"problem", read.error().error.message}});
}

// No other program is started for it: $VISUAL and $EDITOR come from the environment, which must answer nothing here, and their file would
// have the arguments where others read them.
Dialogue::Reply Dialogue::edit(const KeyMode& keys) const {
    LineEditor editor(request_.call.arguments, k_edit_bytes_max);
    keys.drop_typed();
    if (!tell("\n" + std::string(text_of(Copy::edit_how, locale_)))) return reply_of(Answer::none);
    for (;;) {
        Line line = read_line(editor, keys);
        if (line.end || line.left) return std::move(line.end);
        PromptReply reply = reply_of(Answer::edit);
        reply.arguments = editor.text();
        const std::string problem = problem_of(reply.arguments);
        if (!problem.empty()) {
            std::string say;
            append_wrapped(say, text_of(Copy::edit_wrong, locale_), layout_.columns, "", "");
            append_wrapped(say, visible(problem), layout_.columns, "| ", "|> ");
            terminal_.write(say);
            continue;
        }
        const auto canonical = canonicalize(reply.arguments);
        if (canonical && *canonical == request_.call.arguments) {
            tell(text_of(Copy::edit_same, locale_));
            continue;
        }
        tell("-> " + std::string(text_of(Copy::edited, locale_)));
        return reply;
    }
}

Dialogue::Reply Dialogue::refuse_with_reason(const KeyMode& keys) const {
    const std::string_view deny = label_of(Answer::deny_once, locale_);
    keys.drop_typed();
    tell("\n" + text_of(Copy::reason_how, locale_, {{"deny_once", deny}}));
    LineEditor editor("", consent::k_reason_bytes_max);
    Line line = read_line(editor, keys);
    if (line.end || line.left) return std::move(line.end);
    PromptReply reply = chosen(Answer::deny_once);
    reply.reason = editor.text();
    return reply;
}

Dialogue::Reply Dialogue::allow_further(const KeyMode& keys) {
    const Moment now = options_.clock == nullptr ? SystemClock().now() : options_.clock->now();
    const std::vector<FurtherChoice> choices = further_choices(request_, now.wall, locale_);
    const std::string menu = further_text(request_, choices, layout_);
    keys.drop_typed();
    if (!terminal_.write(menu + further_keys_text(choices, locale_))) {
        return reply_of(Answer::none);
    }
    for (;;) {
        Pressed pressed = wait(keys);
        if (pressed.end) return std::move(pressed.end);
        if (pressed.keys == k_interrupt) return interrupted();
        if (pressed.keys == k_end_of_input) return ended();
        if (pressed.keys == k_escape) return std::nullopt;
        const char key = key_of(pressed.keys);
        for (const FurtherChoice& choice : choices) {
            if (choice.key != key) continue;
            shown_ = text_.text + menu;
            if (choice.asks_how_many) return allow_counted(*choice.further, keys);
            PromptReply reply = chosen(Answer::allow_once);
            reply.further = choice.further;
            if (choice.further) tell("   " + choice.words);
            return reply;
        }
    }
}

Dialogue::Reply Dialogue::allow_counted(const consent::FurtherCalls& further, const KeyMode& keys) {
    const std::string most = std::to_string(k_further_uses_max);
    keys.drop_typed();
    tell("\n" + text_of(Copy::further_how_many, locale_, {{"most", most}}));
    // A number that was pasted with a line end behind it allows nothing.
    LineEditor editor("", k_count_bytes_max, LineEditor::Enter::alone);
    for (;;) {
        Line line = read_line(editor, keys);
        if (line.left) shown_ = text_.text;
        if (line.end || line.left) return std::move(line.end);
        const auto count = count_in(editor.text());
        if (!count) {
            tell(text_of(Copy::further_not_so_many, locale_, {{"most", most}}));
            continue;
        }
        PromptReply reply = chosen(Answer::allow_once);
        reply.further = further;
        reply.further->uses = count;
        const std::string words = counted_words(*reply.further, locale_);
        tell("   " + words);
        shown_ += words + "\n";
        return reply;
    }
}

// Enter turns no page: pressed once too often it would answer the question that comes back.
Dialogue::Reply Dialogue::read_details(const KeyMode& keys) const {
    const std::size_t rows = terminal_.rows();
    const auto pages = pages_of(details_text(request_, layout_), rows > 1 ? rows - 1 : rows);
    for (std::size_t page = 0; page < pages.size();) {
        const bool is_last = page + 1 == pages.size();
        const auto how = text_of(is_last ? Copy::page_last : Copy::page_next, locale_);
        if (!terminal_.write(pages[page] + std::string(how) + "\n")) return reply_of(Answer::none);
        for (;;) {
            Pressed pressed = wait(keys);
            if (pressed.end) return std::move(pressed.end);
            if (pressed.keys == k_interrupt) return interrupted();
            if (pressed.keys == k_end_of_input) return ended();
            if (pressed.keys == k_escape) return std::nullopt;
            if (pressed.keys != " " || is_last) continue;
            ++page;
            break;
        }
    }
    return std::nullopt;
}

// ---- How it ends.

PromptReply Dialogue::chosen(Answer answer) const {
    tell("-> " + std::string(label_of(answer, locale_)));
    return reply_of(answer);
}

Dialogue::Reply Dialogue::cannot(std::string_view what, const std::string& because,
                                 std::string_view other_keys) const {
    const std::string text =
        std::string(what) + "\n| " + visible(because) + "\n" + press_text(other_keys, locale_);
    if (!terminal_.write(text)) return reply_of(Answer::none);
    return std::nullopt;
}

PromptReply Dialogue::elsewhere() const {
    tell(text_of(Copy::settled_elsewhere, locale_));
    return reply_of(Answer::none);
}

PromptReply Dialogue::interrupted() const {
    tell(text_of(Copy::interrupted, locale_));
    if (options_.on_interrupt) options_.on_interrupt();
    return reply_of(Answer::none);
}

PromptReply Dialogue::ended() const {
    tell(std::string(label_of(Answer::none, locale_)) + ".");
    return reply_of(Answer::none);
}

}  // namespace iam::host
