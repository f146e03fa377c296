// The order is the reader's: what, from whom, how bad, what it would do, with which values, what the answers mean.
#include "prompt_text.hpp"

#include "change_words.hpp"
#include "duration.hpp"
#include "escape.hpp"
#include "layout.hpp"
#include "lookalikes.hpp"
#include "pretty_json.hpp"

#include <algorithm>
#include <utility>

namespace iam::host {
namespace {

using consent::Answer;
using consent::PromptRequest;

// The line before the question and those that say which keys count.
constexpr std::size_t k_rows_around = 3;

/// How many rows of a terminal the text takes.
std::size_t rows_of(std::string_view text, std::size_t columns) {
    std::size_t rows = 0;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        const std::size_t width = width_of(line);
        rows += width <= columns ? 1 : (width + columns - 1) / columns;
        text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
    return rows;
}

class Writer {
 public:
    explicit Writer(std::size_t columns) : columns_(columns) {}

    /// A line of ours.
    void own(std::string_view line) { append_wrapped(out_, line, columns_, "", ""); }
    void empty() { out_ += '\n'; }
    /// A line with something from outside, visible already.
    void foreign(std::string_view line) { append_wrapped(out_, line, columns_, "| ", "|> "); }
    /// A line to be copied, so without breaks.
    void whole(std::string_view line) {
        out_ += line;
        out_ += '\n';
    }
    void append(std::string_view lines) { out_ += lines; }
    std::size_t size() const { return out_.size(); }
    std::size_t rows() const { return rows_of(out_, columns_); }
    std::string take() { return std::move(out_); }

 private:
    std::size_t columns_;
    std::string out_;
};

std::string name_of(const PromptRequest& request) {
    const Contract& contract = request.contract;
    const std::string name = visible(contract.id.name);
    return contract.title.empty() ? name : visible(contract.title) + " (" + name + ")";
}

/// One question being written.
class Question {
 public:
    Question(const PromptRequest& request, const PromptLayout& layout)
        : request_(request), layout_(layout), out_(layout.columns) {}

    PromptText write();

 private:
    bool deny_only() const { return !layout_.deny_only_because.empty(); }
    std::string_view say(Id copy) const { return text_of(copy, layout_.locale); }
    std::string say(Id copy, std::initializer_list<words::Filling> values) const {
        return text_of(copy, layout_.locale, values);
    }

    std::string in_words(const words::Sentences& sentences) const {
        return sentences.text(layout_.locale);
    }
    /// A question that another process put has its changes from the record, in English.
    std::string said_of(const words::Sentences& change) const {
        return in_words(recognised_change(change.english()));
    }
    /// Of a preview: the library's own sentences stand in it in English, and are said in the language of the question.
    std::string known(const std::string& text) const {
        return words::recognised(text).text(layout_.locale);
    }

    std::string origin() const;
    std::string proposer() const;
    void write_head(PromptText& text);
    void write_who(Id what, const std::string& name);
    void item(Id copy) { out_.foreign("- " + std::string(say(copy))); }
    void item(const std::optional<bool>& hint, Id yes, Id no, Id unsaid) {
        item(!hint ? unsaid : *hint ? yes : no);
    }
    void write_changes();
    void write_lookalikes();
    void write_hints();
    void write_preview();
    void write_arguments();
    void write_stored(Id always, const words::Sentences& words);
    void write_consequences();
    void write_actions(Writer& end) const;
    void write_head_again(std::size_t rows);

    const PromptRequest& request_;
    const PromptLayout& layout_;
    Writer out_;
};

std::string Question::origin() const {
    const std::string& origin = request_.contract.id.origin;
    const bool is_ours = origin.empty();
    const std::string server = !is_ours                       ? visible(origin)
                               : request_.application.empty() ? std::string(say(Id::this_program))
                                                              : visible(request_.application);
    return say(Id::from, {{"server", server}}) + ", " +
           std::string(say(is_ours ? Id::compiled_in : Id::another_program));
}

std::string Question::proposer() const {
    const Proposer& proposer = request_.call.proposer;
    switch (proposer.kind) {
        case Proposer::Kind::person:
            return std::string(say(Id::by_person));
        case Proposer::Kind::program:
            return std::string(say(Id::by_program));
        case Proposer::Kind::mcp_client:
            return std::string(say(Id::by_mcp_client));
        case Proposer::Kind::model:
            break;
    }
    const std::string model = visible(proposer.model);
    const std::string provider = visible(proposer.provider);
    if (model.empty() && provider.empty()) return std::string(say(Id::by_model));
    const Id copy = provider.empty() ? Id::by_named_model
                    : model.empty()  ? Id::by_model_of
                                     : Id::by_named_model_of;
    return say(copy, {{"model", model}, {"provider", provider}});
}

void Question::write_who(Id what, const std::string& name) {
    if (name.empty()) return;
    const std::string value = visible(name);
    out_.foreign(say(Id::detail, {{"what", say(what)}, {"value", value}}));
}

void Question::write_head(PromptText& text) {
    out_.own(say(Id::title));
    out_.foreign(name_of(request_));
    out_.foreign(origin());
    const std::string_view risk = label_of(request_.risk, layout_.locale);
    text.risk_at = out_.size() + std::string_view("| ").size();
    text.risk_size = risk.size();
    out_.foreign(risk);
    out_.foreign(say(Id::proposed_by, {{"proposer", proposer()}}));
    write_who(Id::detail_session, request_.call.subject.session);
    write_who(Id::detail_agent, request_.call.subject.agent);
    if (!request_.decision.reason.empty()) {
        const std::string reason = visible(in_words(request_.decision.reason));
        out_.foreign(say(Id::asked_because, {{"reason", reason}}));
    }
    if (request_.recent_runs) {
        const consent::RecentRuns& runs = *request_.recent_runs;
        const std::string count = std::to_string(runs.count);
        out_.foreign(
            say(runs.at_least ? Id::recent_runs_at_least : Id::recent_runs, {{"count", count}}));
    }
    out_.empty();
}

void Question::write_changes() {
    if (request_.changes.empty()) return;
    out_.own(say(Id::changes));
    for (const words::Sentences& change : request_.changes)
        out_.foreign("- " + visible(said_of(change)));
    out_.empty();
}

/// Of everything from outside that the question shows: who knows the words by sight must not be taken in.
void Question::write_lookalikes() {
    Lookalikes looking;
    const Contract& contract = request_.contract;
    const Proposer& proposer = request_.call.proposer;
    const Subject& subject = request_.call.subject;
    for (const std::string* name :
         {&contract.id.name, &contract.id.origin, &request_.application, &proposer.model,
          &proposer.provider, &subject.session, &subject.agent}) {
        looking.look_at_name(*name);
    }
    for (const words::Sentences* said :
         {&request_.decision.reason, &request_.preview_failure, &request_.always_would_store,
          &request_.always_refused_because, &request_.deny_always_would_store}) {
        looking.look_at_text(in_words(*said));
    }
    looking.look_at_text(contract.title);
    for (const words::Sentences& change : request_.changes) looking.look_at_text(said_of(change));
    if (request_.preview) {
        looking.look_at_text(request_.preview->summary);
        for (const PreviewField& field : request_.preview->fields) {
            looking.look_at_text(field.label);
            looking.look_at_text(field.value);
        }
        for (const PreviewWarning& warning : request_.preview->warnings) {
            looking.look_at_text(warning.message);
            looking.look_at_text(warning.code);
        }
    }
    looking.look_at_json(request_.call.arguments);
    if (looking.lines().empty()) return;
    out_.own(say(Id::lookalikes));
    for (const std::string& line : looking.lines()) out_.foreign("- " + line);
    if (looking.more() > 0) {
        const std::string count = std::to_string(looking.more());
        out_.own(say(Id::lookalikes_more, {{"count", count}}));
    }
    out_.empty();
}

void Question::write_hints() {
    const Contract& contract = request_.contract;
    const Hints& hints = contract.hints;
    const bool reads_only = hints.read_only.value_or(false);
    out_.own(say(Id::will));
    if (!contract.title.empty()) out_.foreign("- " + visible(contract.title));
    // Who destroys changes something, even where nothing else says so.
    item(hints.read_only, Id::will_read, Id::will_change,
         hints.destructive == true ? Id::will_change : Id::may_change);
    if (!reads_only || hints.destructive.value_or(false)) {
        item(hints.destructive, Id::will_destroy, Id::will_keep, Id::may_destroy);
        item(hints.idempotent, Id::repeat_is_harmless, Id::repeat_does_again,
             Id::repeat_may_do_again);
    }
    item(hints.open_world, Id::reaches_beyond, Id::stays_inside, Id::may_reach_beyond);
    if (contract.has_undo && contract.undo_window) {
        const std::string time = duration_text(*contract.undo_window);
        const Id can = contract.undo_is_exact ? Id::can_undo_for : Id::can_make_up_for;
        out_.foreign("- " + say(can, {{"time", time}}));
    } else if (contract.has_undo) {
        if (!reads_only) item(contract.undo_is_exact ? Id::can_undo : Id::can_make_up);
    } else if (!reads_only) {
        item(Id::cannot_undo);
    }
    out_.empty();
}

void Question::write_preview() {
    if (!request_.preview) {
        out_.own(say(Id::preview));
        const std::string failure = visible(in_words(request_.preview_failure));
        out_.foreign(failure.empty() ? std::string(say(Id::preview_none))
                                     : say(Id::preview_failed, {{"failure", failure}}));
        out_.empty();
        return;
    }
    const Preview& preview = *request_.preview;
    out_.own(say(Id::preview_by_application));
    if (!preview.summary.empty()) out_.foreign(visible(known(preview.summary)));
    for (const PreviewField& field : preview.fields) {
        out_.foreign(visible(known(field.label)) + ": " + visible(known(field.value)));
    }
    for (const PreviewWarning& warning : preview.warnings) {
        const std::string message = visible(warning.message);
        const std::string code = visible(warning.code);
        out_.foreign(say(Id::warning, {{"message", message}, {"code", code}}));
    }
    out_.empty();
}

void Question::write_arguments() {
    const PrettyJson arguments = pretty_json(request_.call.arguments);
    out_.own(say(deny_only() ? Id::arguments_in_part : Id::arguments));
    for (const std::string& line : arguments.lines) out_.foreign(line);
    if (arguments.has_hidden) out_.own(say(Id::hidden_characters));
    out_.empty();
}

void Question::write_stored(Id always, const words::Sentences& words) {
    out_.own(say(Id::always_stores, {{"answer", say(always)}}));
    out_.foreign(visible(in_words(words)));
}

/// What the answers would mean beyond this call, or why some cannot be given.
void Question::write_consequences() {
    if (deny_only()) {
        out_.own(say(Id::allowing_refused));
        out_.foreign(visible(in_words(layout_.deny_only_because)));
    } else if (request_.always_refused_because.empty()) {
        write_stored(Id::allow_always, request_.always_would_store);
    } else {
        out_.own(say(Id::always_refused, {{"allow_always", say(Id::allow_always)}}));
        out_.foreign(visible(in_words(request_.always_refused_because)));
    }
    if (!request_.deny_always_would_store.empty()) {
        write_stored(Id::deny_always, request_.deny_always_would_store);
    }
    out_.empty();
}

void Question::write_actions(Writer& end) const {
    const auto action = [&](const char* key, std::string_view text) {
        end.own(std::string(key) + " " + std::string(text));
    };
    if (!deny_only()) {
        const std::string_view always = say(Id::allow_always);
        action("1", say(Id::allow_once));
        action("2", request_.always_refused_because.empty()
                        ? std::string(always)
                        : say(Id::always_refused_above, {{"allow_always", always}}));
    }
    action("3", say(Id::deny_once));
    action("4", say(Id::deny_always));
    if (layout_.answer_elsewhere.empty()) return;
    end.own(say(Id::from_elsewhere));
    end.whole("| " + visible(layout_.answer_elsewhere));
}

/// Whoever answers looks at the end, which must say what it is about where the head has left the screen.
void Question::write_head_again(std::size_t rows) {
    const std::string lines = std::to_string(rows);
    out_.own(say(Id::scroll_up, {{"lines", lines}}));
    out_.foreign(name_of(request_));
    out_.foreign(origin());
    out_.foreign(label_of(request_.risk, layout_.locale));
    out_.empty();
}

PromptText Question::write() {
    PromptText text;
    write_head(text);
    write_changes();
    write_lookalikes();
    write_hints();
    write_preview();
    write_arguments();
    write_consequences();
    Writer end(layout_.columns);
    write_actions(end);
    const std::size_t rows = out_.rows() + end.rows();
    if (rows + k_rows_around > layout_.rows) write_head_again(rows);
    out_.append(end.take());
    text.text = out_.take();
    return text;
}

}  // namespace

PromptText prompt_text(const PromptRequest& request, const PromptLayout& layout) {
    return Question(request, layout).write();
}

std::string keys_text(const PromptRequest& request, bool deny_only, Locale locale) {
    const Answer enter = deny_only ? Answer::deny_once : default_answer(request);
    const auto key = [&](Answer answer) {
        return (answer == Answer::allow_once ? "1 " : "3 ") + std::string(label_of(answer, locale));
    };
    const std::string keys =
        text_of(Id::or_else, locale, {{"keys", deny_only ? "3" : "1, 2, 3"}, {"last", "4"}});
    return text_of(Id::keys, locale,
                   {{"keys", keys}, {"enter", key(enter)}, {"escape", key(Answer::deny_once)}}) +
           "\n";
}

std::string press_text(std::string_view keys, Locale locale) {
    const std::string all = text_of(Id::or_else, locale, {{"keys", keys}, {"last", "4"}});
    return text_of(Id::press, locale, {{"keys", all}}) + "\n";
}

Answer default_answer(const PromptRequest& request) noexcept {
    return request.contract.hints.destructive == true ? Answer::deny_once : Answer::allow_once;
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

}  // namespace iam::host
