// Linear text without cursor movement, so it reads the same on a dumb terminal, in a log and by a
// screen reader.
#include "iam/question/text.hpp"

#include "question/secret_marks.hpp"
#include <iam/question/duration.hpp>
#include <iam/question/escape.hpp>
#include <iam/question/layout.hpp>
#include <iam/question/pretty_json.hpp>

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace iam::question {
namespace {

using consent::Answer;
using words::Id;
using words::Locale;
using words::text_of;

// Of the arguments, in lines of the terminal.
constexpr std::size_t k_argument_lines_max = 8;
constexpr std::size_t k_first_lines = 4;
constexpr std::size_t k_last_lines = 2;
// The empty line before a question and the lines about the keys.
constexpr std::size_t k_rows_around = 3;

std::vector<std::string_view> lines_in(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(lines.back().size() + 1, text.size()));
    }
    return lines;
}

/// How many rows of a terminal the text takes.
std::size_t rows_of(std::string_view text, std::size_t columns) {
    std::size_t rows = 0;
    for (const std::string_view line : lines_in(text)) {
        const std::size_t width = width_of(line);
        rows += width <= columns ? 1 : (width + columns - 1) / columns;
    }
    return rows;
}

/// The lines of JSON without a line for the outermost brackets alone.
std::vector<std::string> compact(std::vector<std::string> lines) {
    if (lines.size() < 3) return lines;
    std::vector<std::string> all;
    for (std::size_t i = 1; i + 1 < lines.size(); ++i) {
        // One column less: the bracket stands before the first one.
        all.push_back(i == 1 ? lines.front() + lines[i].substr(2) : lines[i].substr(1));
    }
    all.back() += lines.back();
    return all;
}

Id trust_words(consent::OriginTrust trust) {
    switch (trust) {
        case consent::OriginTrust::own:
            return Id::compiled_in;
        case consent::OriginTrust::trusted:
            return Id::trusted_program;
        case consent::OriginTrust::outdated:
            return Id::other_than_trusted;
        case consent::OriginTrust::none:
            break;
    }
    return Id::another_program;
}

/// One question being written.
class Page {
 public:
    Page(const Card& card, const Layout& layout) : card_(card), layout_(layout) {}

    FirstView first_view();
    std::string about();
    std::string whole();
    std::string full_arguments();
    std::string stored(Answer always);

 private:
    std::string_view say(Id id) const { return text_of(id, layout_.locale); }
    std::string say(Id id, std::initializer_list<words::Filling> values) const {
        return text_of(id, layout_.locale, values);
    }
    std::string in_words(const words::Sentences& sentences) const {
        return escape_for_display(sentences.text(layout_.locale));
    }
    /// Of a preview: the library's own sentences stand in it in English.
    std::string in_preview(const std::string& text) const {
        return in_words(words::recognised(text));
    }
    bool deny_only() const { return !card_.deny_only_because.empty(); }

    /// A line of ours.
    void own(std::string_view line) { append_wrapped(out_, line, layout_.columns, "", ""); }
    /// A line with something from outside, visible already.
    void foreign(std::string_view line) {
        append_wrapped(out_, line, layout_.columns, "| ", "|> ");
    }

    std::string name() const;
    std::string origin() const;
    std::string hints() const;
    std::string action(const Action& action, char key) const;

    void write_subject();
    void write_head();
    void write_who(Id what, const std::string& name);
    void write_changes();
    void write_lookalikes();
    void write_preview();
    std::string argument_lines() const;
    void write_arguments(bool all);
    void write_refusal();
    void write_actions();
    void write_end();

    const Card& card_;
    const Layout& layout_;
    std::string out_;
    FirstView view_;
};

std::string Page::name() const {
    const std::string name = escape_for_display(card_.name);
    return card_.title.empty() ? name : escape_for_display(card_.title) + " (" + name + ")";
}

std::string Page::origin() const {
    const std::string server = card_.origin.empty() ? std::string(say(Id::this_program))
                                                    : escape_for_display(card_.origin);
    return say(Id::from, {{"server", server}}) + ", " + std::string(say(trust_words(card_.trust)));
}

/// One line of words; missing hints are named too.
std::string Page::hints() const {
    const Hints& hints = card_.hints;
    std::string said;
    std::string unsaid;
    const auto add = [](std::string& line, std::string_view between, std::string_view words) {
        line += line.empty() ? "" : between;
        line += words;
    };
    const auto hint = [&](const std::optional<bool>& given, Id yes, Id no, Id what) {
        if (given) return add(said, " · ", say(*given ? yes : no));
        add(unsaid, ", ", say(what));
    };
    const bool destroys = hints.destructive == true;
    if (hints.read_only || !destroys)
        hint(hints.read_only, Id::hint_reads, Id::hint_changes, Id::unsaid_changes);
    if (hints.read_only != true || destroys) {
        hint(hints.destructive, Id::hint_destroys, Id::hint_keeps, Id::unsaid_destroys);
        hint(hints.idempotent, Id::hint_repeatable, Id::hint_repeats, Id::unsaid_repeats);
    }
    hint(hints.open_world, Id::hint_open, Id::hint_closed, Id::unsaid_reach);
    if (!unsaid.empty()) add(said, " · ", say(Id::hints_unsaid, {{"names", unsaid}}));
    return said;
}

/// On one line where they fit, else each on its own.
void Page::write_subject() {
    const std::string both = name() + " · " + origin();
    if (width_of(both) + 2 <= layout_.columns) return foreign(both);
    foreign(name());
    foreign(origin());
}

void Page::write_who(Id what, const std::string& name) {
    if (name.empty()) return;
    const std::string value = escape_for_display(name);
    foreign(say(Id::detail, {{"what", say(what)}, {"value", value}}));
}

void Page::write_head() {
    own(say(Id::title));
    write_subject();
    const std::string_view risk = label_of(card_.risk, layout_.locale);
    view_.risk_at = out_.size() + std::string_view("| ").size();
    view_.risk_size = risk.size();
    foreign(risk);
    // The risk beside the hints does not follow from claims of another program.
    foreign(consent::is_believed(card_.trust) ? hints()
                                              : say(Id::hints_claimed, {{"hints", hints()}}));
    foreign(say(Id::proposed_by, {{"proposer", proposer_text(card_.proposer, layout_.locale)}}));
    write_who(Id::detail_session, card_.subject.session);
    write_who(Id::detail_agent, card_.subject.agent);
    if (card_.asked_because.empty()) return;
    const std::string reason = in_words(card_.asked_because);
    foreign(say(Id::asked_because, {{"reason", reason}}));
}

void Page::write_changes() {
    if (card_.changes.empty()) return;
    own(say(Id::changes));
    for (const words::Sentences& change : card_.changes) foreign("- " + in_words(change));
}

void Page::write_lookalikes() {
    if (card_.lookalikes.empty()) return;
    own(say(Id::lookalikes));
    for (const std::string& line : card_.lookalikes) foreign("- " + line);
    if (card_.more_lookalikes == 0) return;
    const std::string count = std::to_string(card_.more_lookalikes);
    own(say(Id::lookalikes_more, {{"count", count}}));
}

void Page::write_preview() {
    if (!card_.preview) {
        const std::string failure = in_words(card_.preview_failure);
        if (failure.empty()) return own(say(Id::preview_none));
        own(say(Id::preview));
        return foreign(say(Id::preview_failed, {{"failure", failure}}));
    }
    const Preview& preview = *card_.preview;
    own(say(card_.trust == consent::OriginTrust::own ? Id::preview_by_application
                                                     : Id::preview_by_server));
    if (!preview.summary.empty()) foreign(in_preview(preview.summary));
    for (const PreviewField& field : preview.fields)
        foreign(in_preview(field.label) + ": " + in_preview(field.value));
    for (const PreviewWarning& warning : preview.warnings) {
        const std::string message = escape_for_display(warning.message);
        const std::string code = escape_for_display(warning.code);
        foreign(say(Id::warning, {{"message", message}, {"code", code}}));
    }
}

std::string Page::argument_lines() const {
    std::string lines;
    const std::string arguments =
        with_marks_in(layout_.locale, card_.secret_arguments, card_.arguments);
    for (const std::string& line : compact(pretty_json(arguments).lines))
        append_wrapped(lines, line, layout_.columns, "| ", "|> ");
    return lines;
}

void Page::write_arguments(bool all) {
    own(say(deny_only() ? Id::arguments_in_part : Id::arguments));
    const std::string text = argument_lines();
    const auto lines = lines_in(text);
    view_.is_shortened = !all && lines.size() > k_argument_lines_max;
    const auto write = [&](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i) out_ += std::string(lines[i]) + "\n";
    };
    if (view_.is_shortened) {
        const std::size_t last = lines.size() - k_last_lines;
        const std::string count = std::to_string(last - k_first_lines);
        const std::string bytes = std::to_string(card_.arguments.size());
        write(0, k_first_lines);
        own(say(Id::arguments_left_out, {{"count", count}, {"bytes", bytes}}));
        write(last, lines.size());
    } else {
        write(0, lines.size());
    }
    if (pretty_json(card_.arguments).has_hidden) own(say(Id::hidden_characters));
}

void Page::write_refusal() {
    if (!deny_only()) return;
    own(say(Id::allowing_refused));
    foreign(in_words(card_.deny_only_because));
}

std::string Page::action(const Action& action, char key) const {
    const std::string_view label = label_of(action.answer, layout_.locale);
    return std::string(1, key) + " " +
           (action.refused_because.empty() ? std::string(label)
                                           : say(Id::not_possible, {{"answer", label}}));
}

/// On one line where they fit, else each on its own.
void Page::write_actions() {
    std::string line;
    std::string lines;
    for (std::size_t i = 0; i < card_.actions.size(); ++i) {
        const Action& one = card_.actions[i];
        const bool allows = one.answer == Answer::allow_once || one.answer == Answer::allow_always;
        if (allows && deny_only()) continue;
        const std::string words = action(one, static_cast<char>('1' + i));
        line += (line.empty() ? "" : "   ") + words;
        append_wrapped(lines, words, layout_.columns, "", "");
    }
    if (width_of(line) <= layout_.columns) return own(line);
    out_ += lines;
}

/// The answering person looks at the end. If the head has left the screen, the end repeats the
/// subject of the question.
void Page::write_end() {
    const std::size_t before = out_.size();
    write_actions();
    const std::string actions = out_.substr(before);
    const std::size_t rows = rows_of(out_, layout_.columns);
    if (rows + k_rows_around <= layout_.rows) return;
    out_.resize(before);
    const std::string lines = std::to_string(rows);
    own(say(Id::scroll_up, {{"lines", lines}}));
    write_subject();
    foreign(label_of(card_.risk, layout_.locale));
    out_ += actions;
}

FirstView Page::first_view() {
    write_head();
    write_changes();
    write_lookalikes();
    write_preview();
    write_arguments(false);
    write_refusal();
    write_end();
    view_.text = std::move(out_);
    return std::move(view_);
}

std::string Page::full_arguments() {
    out_ = "\n";
    write_arguments(true);
    write_end();
    return std::move(out_);
}

std::string Page::stored(Answer always) {
    own(say(Id::always_stores, {{"answer", label_of(always, layout_.locale)}}));
    foreign(in_words(action_of(card_, always).stores));
    return std::move(out_);
}

std::string Page::about() {
    write_head();
    write_changes();
    write_lookalikes();
    own(say(consent::is_believed(card_.trust) ? Id::will : Id::will_as_claimed));
    for (const std::string& hint : hint_sentences(card_, layout_.locale)) foreign("- " + hint);
    write_preview();
    write_arguments(true);
    write_refusal();
    return std::move(out_);
}

std::string Page::whole() {
    out_ = about();
    for (const Answer always : {Answer::allow_always, Answer::deny_always}) {
        const Action& one = action_of(card_, always);
        if (!one.stores.empty() && one.refused_because.empty()) {
            out_ += Page(card_, layout_).stored(always);
        } else if (!one.refused_because.empty() && !deny_only()) {
            own(say(Id::always_refused, {{"allow_always", label_of(always, layout_.locale)}}));
            foreign(in_words(one.refused_because));
        }
    }
    write_actions();
    return std::move(out_);
}

std::string undo_sentence(const Card& card, Locale locale) {
    if (!card.has_undo) return std::string(text_of(Id::cannot_undo, locale));
    if (!card.undo_window) {
        return std::string(text_of(card.undo_is_exact ? Id::can_undo : Id::can_make_up, locale));
    }
    const std::string time = duration_text(*card.undo_window);
    return text_of(card.undo_is_exact ? Id::can_undo_for : Id::can_make_up_for, locale,
                   {{"time", time}});
}

}  // namespace

std::string text(const Card& card, std::size_t width, Locale locale) {
    Layout layout;
    layout.columns = width;
    layout.locale = locale;
    return Page(card, layout).whole();
}

std::string about(const Card& card, std::size_t width, Locale locale) {
    Layout layout;
    layout.columns = width;
    layout.locale = locale;
    return Page(card, layout).about();
}

Digest shown_digest_of(std::string_view text) {
    return sha256(domain_tag("iam/prompt/1"), text);
}

FirstView first_view(const Card& card, const Layout& layout) {
    return Page(card, layout).first_view();
}

std::string full_arguments(const Card& card, const Layout& layout) {
    return Page(card, layout).full_arguments();
}

std::string stored_text(const Card& card, Answer always, const Layout& layout) {
    return "\n" + Page(card, layout).stored(always);
}

std::string proposer_text(const Proposer& proposer, Locale locale) {
    const std::string model = escape_for_display(proposer.model);
    const std::string provider = escape_for_display(proposer.provider);
    switch (proposer.kind) {
        case Proposer::Kind::person:
            return std::string(text_of(Id::by_person, locale));
        case Proposer::Kind::program:
            return std::string(text_of(Id::by_program, locale));
        case Proposer::Kind::mcp_client:
            if (provider.empty()) return std::string(text_of(Id::by_mcp_client, locale));
            return text_of(Id::by_named_mcp_client, locale, {{"client", provider}});
        case Proposer::Kind::model:
            break;
    }
    if (model.empty() && provider.empty()) return std::string(text_of(Id::by_model, locale));
    const Id id = provider.empty() ? Id::by_named_model
                  : model.empty()  ? Id::by_model_of
                                   : Id::by_named_model_of;
    return text_of(id, locale, {{"model", model}, {"provider", provider}});
}

std::vector<std::string> hint_sentences(const Card& card, Locale locale) {
    const Hints& hints = card.hints;
    const bool reads_only = hints.read_only.value_or(false);
    std::vector<std::string> all;
    const auto item = [&](const std::optional<bool>& hint, Id yes, Id no, Id unsaid) {
        all.emplace_back(text_of(!hint ? unsaid : *hint ? yes : no, locale));
    };
    // A destructive tool changes something, even if no other hint says so.
    item(hints.read_only, Id::will_read, Id::will_change,
         hints.destructive == true ? Id::will_change : Id::may_change);
    if (!reads_only || hints.destructive.value_or(false)) {
        item(hints.destructive, Id::will_destroy, Id::will_keep, Id::may_destroy);
        item(hints.idempotent, Id::repeat_is_harmless, Id::repeat_does_again,
             Id::repeat_may_do_again);
    }
    item(hints.open_world, Id::reaches_beyond, Id::stays_inside, Id::may_reach_beyond);
    if (!reads_only || (card.has_undo && card.undo_window))
        all.push_back(undo_sentence(card, locale));
    return all;
}

std::string_view label_of(Answer answer, Locale locale) noexcept {
    switch (answer) {
        case Answer::allow_once:
            return text_of(Id::allow_once, locale);
        case Answer::allow_always:
            return text_of(Id::allow_always, locale);
        case Answer::deny_once:
            return text_of(Id::deny_once, locale);
        case Answer::deny_always:
            return text_of(Id::deny_always, locale);
        case Answer::edit:
        case Answer::none:
            break;
    }
    return text_of(Id::not_answered, locale);
}

std::string_view label_of(consent::Risk risk, Locale locale) noexcept {
    switch (risk) {
        case consent::Risk::low:
            return text_of(Id::risk_low, locale);
        case consent::Risk::medium:
            return text_of(Id::risk_medium, locale);
        case consent::Risk::high:
            break;
    }
    return text_of(Id::risk_high, locale);
}

}  // namespace iam::question
