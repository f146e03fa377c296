// Each letter writes its part below the question. Then the whole question is shown again before any
// key counts.
#include "host/terminal/dialogue.hpp"

#include <iam/core/json.hpp>
#include <iam/core/json_places.hpp>
#include <iam/question/escape.hpp>
#include <iam/question/layout.hpp>

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

namespace iam::host {

using question::append_wrapped;
using question::confirm_text;
using question::counted_words;
using question::escape_for_display;
using question::further_choices;
using question::further_keys_text;
using question::further_text;
using question::FurtherChoice;
using question::k_further_uses_max;
using question::label_of;
using question::pages_of;
using question::press_text;
using words::Id;
using words::text_of;

namespace {

using consent::Answer;
using consent::PromptReply;

// An answer from elsewhere is noticed within this time.
constexpr std::chrono::milliseconds k_tick{200};
using Steady = std::chrono::steady_clock;
// A longer text is better written to a file than in one line.
constexpr std::size_t k_edit_bytes_max = std::size_t{1} << 16U;
constexpr std::size_t k_count_bytes_max = 8;

constexpr char k_escape = '\x1b';
constexpr char k_interrupt = '\x03';
constexpr char k_end_of_input = '\x04';
constexpr std::string_view k_letters = "mred";

/// The key of the input. '\0' if it is no single key: pasted or repeated keys, or the sequence of a
/// key that answers nothing.
char key_of(std::string_view input) {
    if (input == "\n" || input == "\r" || input == "\r\n") return '\n';
    return input.size() == 1 ? input.front() : '\0';
}

/// True for Ctrl-C, also several times.
bool is_interrupt(std::string_view input) {
    return !input.empty() && input.find_first_not_of(k_interrupt) == std::string_view::npos;
}

PromptReply reply_of(Answer answer) {
    PromptReply reply;
    reply.answer = answer;
    return reply;
}

/// The number of further calls in the text; nothing if there is none.
std::optional<std::uint32_t> count_in(std::string_view text) {
    std::uint32_t count = 0;
    for (const char c : text) {
        if (c < '0' || c > '9') return std::nullopt;
        count = count * 10 + static_cast<std::uint32_t>(c - '0');
        if (count > k_further_uses_max) return std::nullopt;
    }
    return count > 0 ? std::optional(count) : std::nullopt;
}

/// The card, with the host's reason to offer denials only, if it has one.
question::Card card_for(const TerminalPrompterOptions& options,
                        const consent::PromptRequest& request) {
    consent::PromptRequest asked = request;
    if (!options.deny_only_because.empty()) asked.deny_only_because = options.deny_only_because;
    return question::card_of(asked);
}

}  // namespace

Dialogue::Dialogue(const TerminalPrompterOptions& options, const consent::PromptRequest& request,
                   const question::Layout& layout, const consent::PromptTicket* ticket,
                   const Terminal& terminal)
    : options_(options),
      request_(request),
      layout_(layout),
      locale_(layout.locale),
      ticket_(ticket),
      terminal_(terminal),
      card_(card_for(options, request)),
      view_(first_view(card_, layout)),
      is_seen_in_full_(!view_.is_shortened),
      shown_(view_.text),
      stream_(options.arming_delay) {}

DialogueEnd Dialogue::run(const HeldSignals& signals, std::optional<termios>& modes) {
    const KeyMode keys(terminal_, signals, modes, options_.marks_pastes);
    Reply reply = keys.ok() ? ask(keys) : reply_of(Answer::none);
    while (!reply) {
        Pressed pressed = press(keys);
        reply = pressed.end ? std::move(pressed.end) : answer_to(pressed.key, keys);
    }
    return {*std::move(reply), shown_, is_lost_};
}

// ---- The question.

/// Shows the question, and names its keys once they count.
Dialogue::Reply Dialogue::ask(const KeyMode& keys) {
    return put(question(), letters_text(request_, card_, layout_) + keys_text(card_, locale_),
               keys);
}

std::string Dialogue::question() const {
    if (options_.plain) return "\n" + view_.text;
    const char* colour = request_.risk == consent::Risk::high     ? "\x1b[1;31m"
                         : request_.risk == consent::Risk::medium ? "\x1b[1;33m"
                                                                  : "\x1b[1;32m";
    std::string coloured = "\n" + view_.text;
    const std::size_t at = view_.risk_at + 1;
    coloured.insert(at + view_.risk_size, "\x1b[0m");
    coloured.insert(at, colour);
    return coloured;
}

Dialogue::Reply Dialogue::put(std::string_view text, std::string_view keys_that_count,
                              const KeyMode& keys) {
    if (!terminal_.write(text)) return reply_of(Answer::none);
    terminal_.drain();
    if (auto end = arm(keys)) return end;
    // The end mark of an unfinished paste must not get lost.
    if (!stream_.is_in_paste()) keys.drop_typed();
    if (!terminal_.write(keys_that_count)) return reply_of(Answer::none);
    return std::nullopt;
}

/// Drops keys until the text was visible, and the line quiet, for a while.
Dialogue::Reply Dialogue::arm(const KeyMode& keys) {
    stream_.begin(Steady::now());
    for (auto now = Steady::now(); now < stream_.counts_from(); now = Steady::now()) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(stream_.counts_from() - now);
        std::string dropped;
        Reply end;
        if (read(std::min(left, k_tick), dropped, end, keys)) {
            // Ctrl-C ends the question at once.
            if (is_interrupt(dropped)) return interrupted();
            pass_over();
        }
        if (end) return end;
        if (is_settled()) return elsewhere();
    }
    return std::nullopt;
}

bool Dialogue::read(std::chrono::milliseconds timeout, std::string& bytes, Reply& end,
                    const KeyMode& keys) {
    switch (keys.wait(timeout, bytes)) {
        case KeyMode::Event::keys:
            stream_.take(bytes, Steady::now());
            return true;
        case KeyMode::Event::nothing:
            return false;
        case KeyMode::Event::lost:
            is_lost_ = true;
            break;
        case KeyMode::Event::closed:
        case KeyMode::Event::signal:
            break;
    }
    end = reply_of(Answer::none);
    return false;
}

Dialogue::Came Dialogue::wait(const KeyMode& keys) {
    Came came;
    for (auto looked = Steady::now();;) {
        const auto now = Steady::now();
        auto input = stream_.next(now);
        if (input || now - looked >= k_tick) {
            looked = now;
            if (is_settled()) {
                came.end = elsewhere();
                return came;
            }
        }
        if (input) {
            came.input = *std::move(input);
            return came;
        }
        auto patience = k_tick;
        if (const auto at = stream_.next_at()) {
            patience = std::min(patience, std::chrono::ceil<std::chrono::milliseconds>(*at - now));
        }
        std::string bytes;
        read(patience, bytes, came.end, keys);
        if (came.end) return came;
    }
}

Dialogue::Pressed Dialogue::press(const KeyMode& keys) {
    for (;;) {
        Came came = wait(keys);
        if (came.end) return {'\0', std::move(came.end)};
        if (is_interrupt(came.input.bytes)) return {'\0', interrupted()};
        const char key = key_of(came.input.bytes);
        if (came.input.counts && key == k_end_of_input) return {'\0', ended()};
        if (came.input.counts && key != '\0') return {key, std::nullopt};
        pass_over();
    }
}

void Dialogue::pass_over() {
    stream_.drop();
}

Dialogue::Reply Dialogue::answer_to(char key, const KeyMode& keys) {
    if ((key == '1' || key == '2') && deny_only()) {
        return cannot(text_of(Id::allowing_refused, locale_), card_.deny_only_because, "3", keys);
    }
    if (has_more_to_show(key)) return show_in_full(keys);
    switch (key) {
        case '1':
            return allow_once(keys);
        case '2': {
            if (request_.always_refused_because.empty()) {
                return confirm_always(Answer::allow_always, key, keys);
            }
            const std::string_view always = label_of(Answer::allow_always, locale_);
            return cannot(text_of(Id::always_refused, locale_, {{"allow_always", always}}),
                          request_.always_refused_because, "1, 3", keys);
        }
        case k_escape:
        case '3':
            return chosen(Answer::deny_once);
        case '4':
            return confirm_always(Answer::deny_always, key, keys);
        case '\n':
            if (default_answer(card_) != Answer::allow_once) {
                return chosen(Answer::deny_once);
            }
            return allow_once(keys);
        default:
            return act_on_letter(key, keys);
    }
}

bool Dialogue::has_more_to_show(char key) const {
    if (is_seen_in_full_) return false;
    const bool is_default = key == '\n' && default_answer(card_) == Answer::allow_once;
    return is_default || key == '1' || key == '2' || key == 'm';
}

Dialogue::Reply Dialogue::show_in_full(const KeyMode& keys) {
    const std::string all = full_arguments(card_, layout_);
    if (auto end =
            put(all, letters_text(request_, card_, layout_) + keys_text(card_, locale_), keys))
        return end;
    shown_ += all;
    is_seen_in_full_ = true;
    return std::nullopt;
}

Dialogue::Reply Dialogue::confirm_always(Answer always, char key, const KeyMode& keys) {
    const std::string words = stored_text(card_, always, layout_);
    if (auto end = put(words, confirm_text(key, locale_), keys)) return end;
    for (;;) {
        Pressed pressed = press(keys);
        if (pressed.end) return std::move(pressed.end);
        if (pressed.key == k_escape) return ask(keys);
        if (pressed.key == key) {
            shown_ += words;
            return chosen(always);
        }
        pass_over();
    }
}

Dialogue::Reply Dialogue::allow_once(const KeyMode& keys) {
    if (request_.inputs.empty()) return chosen(Answer::allow_once);
    Reply reply = give_inputs(keys);
    return reply ? std::move(reply) : ask(keys);
}

Dialogue::Reply Dialogue::give_inputs(const KeyMode& keys) {
    keys.drop_typed();
    if (!tell("\n" + std::string(text_of(Id::input_how, locale_)))) return reply_of(Answer::none);
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
                                         const KeyMode& keys) {
    const std::string wanted =
        escape_for_display(words::recognised(what_is_wanted(input)).text(locale_));
    std::string say;
    append_wrapped(say, escape_for_display(input.prompt) + " (" + wanted + ")", layout_.columns,
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
        append_wrapped(wrong, text_of(Id::input_wrong, locale_), layout_.columns, "", "");
        append_wrapped(wrong, wanted, layout_.columns, "| ", "|> ");
        terminal_.write(wrong);
    }
}

Dialogue::Reply Dialogue::act_on_letter(char letter, const KeyMode& keys) {
    if (k_letters.find(letter) == std::string_view::npos) {
        pass_over();
        return std::nullopt;
    }
    if (deny_only() && (letter == 'm' || letter == 'e')) {
        return cannot(text_of(Id::allowing_refused, locale_), card_.deny_only_because, "3", keys);
    }
    if (has_more_to_show(letter)) return show_in_full(keys);
    if (letter == 'm' && !request_.further_refused_because.empty()) {
        return cannot(text_of(Id::further_refused, locale_), request_.further_refused_because,
                      "1, 2, 3", keys);
    }
    if (letter == 'e' && !request_.edit_refused_because.empty()) {
        return cannot(text_of(Id::edit_refused, locale_), request_.edit_refused_because, "1, 2, 3",
                      keys);
    }
    if (letter == 'e' && request_.call.arguments.size() > k_edit_bytes_max) {
        return cannot(text_of(Id::edit_refused, locale_), say(Id::edit_too_long), "1, 2, 3", keys);
    }
    Reply reply = letter == 'e'   ? edit(keys)
                  : letter == 'r' ? refuse_with_reason(keys)
                  : letter == 'm' ? allow_further(keys)
                                  : read_details(keys);
    return reply ? std::move(reply) : ask(keys);
}

// ---- The letters.

// Text counts at once, since it answers nothing. A line end answers, so it must be a key that
// counts.
Dialogue::Line Dialogue::read_line(LineEditor& editor, const KeyMode& keys) {
    stream_.begin(Steady::now(), KeyStream::Pasted::text);
    for (;;) {
        if (!terminal_.write(editor.row(terminal_.columns()))) {
            return {false, reply_of(Answer::none)};
        }
        Came came = wait(keys);
        if (came.end) return {false, std::move(came.end)};
        const bool is_key = came.input.counts && key_of(came.input.bytes) == '\n';
        if (came.input.bytes.find_first_not_of("\r\n") == std::string::npos && !is_key) {
            pass_over();
            continue;
        }
        switch (editor.take(came.input.bytes)) {
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

/// Appends the problems, a line each, in the language of the question.
void Dialogue::append_problems(std::string& say, std::string_view problems) const {
    while (!problems.empty()) {
        const std::size_t end = std::min(problems.find('\n'), problems.size());
        const std::string problem = words::phrase_text(problems.substr(0, end), locale_);
        append_wrapped(say, escape_for_display(problem), layout_.columns, "| ", "|> ");
        problems.remove_prefix(std::min(end + 1, problems.size()));
    }
}

/// Why the tool refuses these arguments, a line for each problem; empty: no reason is known here.
std::string Dialogue::problem_of(const std::string& arguments) const {
    const auto read = parse_placed_json(arguments);
    if (read) return ticket_ == nullptr ? std::string() : ticket_->what_is_wrong(arguments);
    const std::string problem = words::phrase_text(read.error().error.message, locale_);
    const std::string line = std::to_string(read.error().place.line);
    const std::string column = std::to_string(read.error().place.column);
    return text_of(Id::edit_place, locale_,
                   {{"line", line}, {"column", column}, {"problem", problem}});
}

// Starts no other program. $VISUAL and $EDITOR come from the environment, and the environment must
// answer nothing here. Besides, others could read the arguments in an editor's file.
Dialogue::Reply Dialogue::edit(const KeyMode& keys) {
    LineEditor editor(request_.call.arguments, k_edit_bytes_max);
    keys.drop_typed();
    if (!tell("\n" + std::string(text_of(Id::edit_how, locale_)))) return reply_of(Answer::none);
    for (;;) {
        Line line = read_line(editor, keys);
        if (line.end || line.left) return std::move(line.end);
        PromptReply reply = reply_of(Answer::edit);
        reply.arguments = editor.text();
        const std::string problem = problem_of(reply.arguments);
        if (!problem.empty()) {
            std::string say;
            append_wrapped(say, text_of(Id::edit_wrong, locale_), layout_.columns, "", "");
            append_problems(say, problem);
            terminal_.write(say);
            continue;
        }
        const auto canonical = canonicalize(reply.arguments);
        if (canonical && *canonical == request_.call.arguments) {
            tell(text_of(Id::edit_same, locale_));
            continue;
        }
        tell("-> " + std::string(text_of(Id::edited, locale_)));
        return reply;
    }
}

Dialogue::Reply Dialogue::refuse_with_reason(const KeyMode& keys) {
    const std::string_view deny = label_of(Answer::deny_once, locale_);
    keys.drop_typed();
    tell("\n" + text_of(Id::reason_how, locale_, {{"deny_once", deny}}));
    LineEditor editor("", consent::k_reason_bytes_max);
    Line line = read_line(editor, keys);
    if (line.end || line.left) return std::move(line.end);
    PromptReply reply = chosen(Answer::deny_once);
    reply.reason = editor.text();
    return reply;
}

Dialogue::Reply Dialogue::allow_further(const KeyMode& keys) {
    const Moment now = options_.clock == nullptr ? SystemClock().now() : options_.clock->now();
    const std::string before = shown_;
    const std::vector<FurtherChoice> choices = further_choices(request_, now.wall, locale_);
    const std::string menu = further_text(request_, choices, layout_);
    if (auto end = put(menu, further_keys_text(choices, locale_), keys)) return end;
    for (;;) {
        Pressed pressed = press(keys);
        if (pressed.end) return std::move(pressed.end);
        if (pressed.key == k_escape) return std::nullopt;
        for (const FurtherChoice& choice : choices) {
            if (choice.key != pressed.key) continue;
            shown_ = before + menu;
            if (choice.asks_how_many) return allow_counted(*choice.further, before, keys);
            PromptReply reply = chosen(Answer::allow_once);
            reply.further = choice.further;
            if (choice.further) tell("   " + choice.words);
            return reply;
        }
        pass_over();
    }
}

Dialogue::Reply Dialogue::allow_counted(const consent::FurtherCalls& further,
                                        const std::string& before, const KeyMode& keys) {
    const std::string most = std::to_string(k_further_uses_max);
    keys.drop_typed();
    tell("\n" + text_of(Id::further_how_many, locale_, {{"most", most}}));
    LineEditor editor("", k_count_bytes_max);
    for (;;) {
        Line line = read_line(editor, keys);
        if (line.left) shown_ = before;
        if (line.end || line.left) return std::move(line.end);
        const auto count = count_in(editor.text());
        if (!count) {
            tell(text_of(Id::further_not_so_many, locale_, {{"most", most}}));
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

// Enter turns no page: one Enter too many would answer the question that comes back.
Dialogue::Reply Dialogue::read_details(const KeyMode& keys) {
    const std::size_t rows = terminal_.rows();
    const auto pages = pages_of(details_text(request_, card_, layout_), rows > 1 ? rows - 1 : rows);
    for (std::size_t page = 0; page < pages.size();) {
        const bool is_last = page + 1 == pages.size();
        const auto how = text_of(is_last ? Id::page_last : Id::page_next, locale_);
        if (auto end = put(pages[page], std::string(how) + "\n", keys)) return end;
        for (;;) {
            Pressed pressed = press(keys);
            if (pressed.end) return std::move(pressed.end);
            if (pressed.key == k_escape) return std::nullopt;
            if (pressed.key == ' ' && !is_last) break;
            pass_over();
        }
        ++page;
    }
    return std::nullopt;
}

// ---- The ends of a question.

PromptReply Dialogue::chosen(Answer answer) const {
    tell("-> " + std::string(label_of(answer, locale_)));
    return reply_of(answer);
}

Dialogue::Reply Dialogue::cannot(std::string_view what, const words::Sentences& because,
                                 std::string_view other_keys, const KeyMode& keys) {
    return put(std::string(what) + "\n| " + escape_for_display(because.text(locale_)) + "\n",
               press_text(other_keys, locale_), keys);
}

PromptReply Dialogue::elsewhere() const {
    tell(text_of(Id::settled_elsewhere, locale_));
    return reply_of(Answer::none);
}

PromptReply Dialogue::interrupted() const {
    tell(text_of(Id::interrupted, locale_));
    if (options_.on_interrupt) options_.on_interrupt();
    return reply_of(Answer::none);
}

PromptReply Dialogue::ended() const {
    tell(std::string(label_of(Answer::none, locale_)) + ".");
    return reply_of(Answer::none);
}

}  // namespace iam::host
