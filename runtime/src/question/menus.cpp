// Linear text without cursor movement, so it reads the same on a dumb terminal, in a log and by a
// screen reader.
#include "iam/question/menus.hpp"

#include "question/secret_marks.hpp"
#include <iam/core/clock.hpp>
#include <iam/question/escape.hpp>
#include <iam/question/layout.hpp>

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <utility>

namespace iam::question {
namespace {

using consent::Answer;
using consent::FurtherCalls;
using consent::PromptRequest;
using words::Id;
using words::Locale;
using words::text_of;
using Time = std::chrono::sys_time<std::chrono::milliseconds>;

constexpr std::chrono::minutes k_some_minutes{5};
constexpr std::size_t k_page_rows_min = 4;

void append_own(std::string& out, std::string_view line, const Layout& layout) {
    append_wrapped(out, line, layout.columns, "", "");
}

void append_foreign(std::string& out, std::string_view line, const Layout& layout) {
    append_wrapped(out, line, layout.columns, "| ", "|> ");
}

/// One fact with its name; nothing if there is none. `value` is not visible yet.
void append_detail(std::string& out, std::string_view what, std::string_view value,
                   const Layout& layout) {
    if (value.empty()) return;
    const std::string shown = escape_for_display(value);
    append_foreign(out, text_of(Id::detail, layout.locale, {{"what", what}, {"value", shown}}),
                   layout);
}

struct Detail {
    Id what;
    std::string value;
};

void append_details(std::string& out, const std::vector<Detail>& details, const Layout& layout) {
    for (const Detail& detail : details) {
        append_detail(out, text_of(detail.what, layout.locale), detail.value, layout);
    }
}

std::vector<Detail> who(const Subject& subject) {
    return {{Id::detail_user, subject.user},
            {Id::detail_workspace, std::string(spelled_workspace(subject.workspace))},
            {Id::detail_session, subject.session},
            {Id::detail_agent, subject.agent}};
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
    return text;
}

/// "account, options/folder"
std::string consent_keys(const Contract& contract) {
    std::vector<std::string> names;
    for (const std::string& pointer : contract.consent_keys) names.push_back(pointer.substr(1));
    return joined(names);
}

Id words_of(consent::Source source) noexcept {
    using consent::Source;
    switch (source) {
        case Source::default_policy:
            return Id::by_default_policy;
        case Source::compiled_policy:
            return Id::by_compiled_policy;
        case Source::stored_policy:
            return Id::by_stored_policy;
        case Source::rule:
            return Id::by_rule;
        case Source::permission:
            return Id::by_permission;
        case Source::grant:
            return Id::by_grant;
        case Source::approval:
            return Id::by_approval;
        case Source::host_assertion:
            return Id::by_host_assertion;
        case Source::interceptor:
            return Id::by_interceptor;
        case Source::freeze:
            return Id::by_freeze;
        case Source::nobody:
            break;
    }
    return Id::by_nobody;
}

std::vector<Detail> about(const PromptRequest& request, Locale locale) {
    const Contract& contract = request.contract;
    const consent::Decision& decision = request.decision;
    std::string decided_by(text_of(words_of(decision.source), locale));
    if (!decision.source_id.empty()) decided_by += " " + decision.source_id;
    return {{Id::detail_call, request.call.id},
            {Id::detail_approval, request.approval_id},
            {Id::detail_decided_by, decided_by},
            {Id::detail_place, decision.place},
            {Id::detail_conversation, request.call.proposer.conversation_id},
            {Id::detail_request, request.call.proposer.request_id},
            {Id::detail_class, contract.bound_class},
            {Id::detail_timeout,
             contract.timeout ? std::to_string(contract.timeout->count()) + " ms" : ""},
            {Id::detail_secrets, joined(contract.secret_arguments)},
            {Id::detail_keys, consent_keys(contract)},
            {Id::detail_consent, contract.digests.consent.hex()},
            {Id::detail_wire, contract.digests.wire.hex()},
            {Id::detail_behaviour, contract.digests.behaviour.hex()}};
}

/// The facts left out by the first view: the tool's hints, its number of runs, and the other places
/// for an answer.
void append_outlook(std::string& out, const Card& card, const Layout& layout) {
    append_own(
        out,
        text_of(consent::is_believed(card.trust) ? Id::will : Id::will_as_claimed, layout.locale),
        layout);
    for (const std::string& hint : hint_sentences(card, layout.locale))
        append_foreign(out, "- " + hint, layout);
    if (card.recent_runs) {
        const std::string count = std::to_string(card.recent_runs->count);
        const Id id = card.recent_runs->at_least ? Id::recent_runs_at_least : Id::recent_runs;
        append_foreign(out, text_of(id, layout.locale, {{"count", count}}), layout);
    }
    if (layout.answer_elsewhere.empty()) return;
    append_own(out, text_of(Id::from_elsewhere, layout.locale), layout);
    // To be copied, so without breaks.
    out += "| " + escape_for_display(layout.answer_elsewhere) + "\n";
}

std::string words_of(Id id, const FurtherCalls& further, Locale locale) {
    const std::string until = to_rfc3339(further.until);
    return text_of(id, locale, {{"until", until}});
}

/// "account", "folder (left out)"
std::vector<std::string> keys_in(const PromptRequest& request, Locale locale) {
    std::vector<std::string> names;
    for (const consent::ConsentKey& key : request.consent_keys) {
        const std::string name = key.pointer.substr(1);
        names.push_back(key.is_left_out ? text_of(Id::key_left_out, locale, {{"key", name}})
                                        : name);
    }
    return names;
}

/// "1, 2, 3 or 4"
std::string listed(const std::vector<FurtherChoice>& choices, Locale locale) {
    std::string keys;
    for (std::size_t i = 0; i + 1 < choices.size(); ++i) {
        if (!keys.empty()) keys += ", ";
        keys += choices[i].key;
    }
    const std::string last(1, choices.back().key);
    return keys.empty() ? last : text_of(Id::or_else, locale, {{"keys", keys}, {"last", last}});
}

}  // namespace

std::string letters_text(const PromptRequest& request, const Card& card, const Layout& layout) {
    const bool deny_only = !card.deny_only_because.empty();
    std::string line;
    const auto add = [&line](std::string_view words) {
        line += line.empty() ? "" : " ";
        line += words;
    };
    if (!deny_only && request.further_refused_because.empty()) {
        add(text_of(Id::key_further, layout.locale));
    }
    add(text_of(Id::key_reason, layout.locale));
    if (!deny_only && request.edit_refused_because.empty()) {
        add(text_of(Id::key_edit, layout.locale));
    }
    add(text_of(Id::key_details, layout.locale));
    std::string text;
    append_own(text, line, layout);
    return text;
}

std::string keys_text(const Card& card, Locale locale) {
    const auto key = [&](Answer answer) {
        return (answer == Answer::allow_once ? "1 " : "3 ") + std::string(label_of(answer, locale));
    };
    const bool deny_only = !card.deny_only_because.empty();
    const std::string keys =
        text_of(Id::or_else, locale, {{"keys", deny_only ? "3" : "1, 2, 3"}, {"last", "4"}});
    return text_of(Id::keys, locale,
                   {{"keys", keys},
                    {"enter", key(default_answer(card))},
                    {"escape", key(Answer::deny_once)}}) +
           "\n";
}

std::string press_text(std::string_view keys, Locale locale) {
    const std::string all = text_of(Id::or_else, locale, {{"keys", keys}, {"last", "4"}});
    return text_of(Id::press, locale, {{"keys", all}}) + "\n";
}

std::string confirm_text(char key, Locale locale) {
    const std::string pressed(1, key);
    return text_of(Id::always_confirm, locale, {{"key", pressed}}) + "\n";
}

std::vector<FurtherChoice> further_choices(const PromptRequest& request, Time now, Locale locale) {
    // A person reads whole seconds.
    const Time second = std::chrono::floor<std::chrono::seconds>(now);
    const FurtherCalls soon{saturating_add(second, k_some_minutes)};
    const FurtherCalls late{saturating_add(second, consent::k_further_calls_span_max)};
    FurtherCalls these = late;
    these.scope = consent::CallScope::arguments;
    std::vector<FurtherChoice> choices;
    const auto add = [&](std::string words, const std::optional<FurtherCalls>& further) {
        const char key = static_cast<char>('1' + choices.size());
        choices.push_back({key, std::move(words), further, false});
    };
    add(std::string(text_of(Id::further_none, locale)), std::nullopt);
    add(words_of(Id::further_minutes, soon, locale), soon);
    if (!request.call.subject.session.empty()) {
        add(words_of(Id::further_session, late, locale), late);
    }
    add(words_of(Id::further_count, late, locale), late);
    choices.back().asks_how_many = true;
    add(words_of(Id::further_these, these, locale), these);
    if (!request.consent_keys.empty()) {
        const std::string keys = escape_for_display(joined(keys_in(request, locale)));
        FurtherCalls same = late;
        same.scope = consent::CallScope::keys;
        const std::string until = to_rfc3339(same.until);
        add(text_of(Id::further_same_keys, locale, {{"keys", keys}, {"until", until}}), same);
    }
    return choices;
}

std::string further_text(const PromptRequest& request, const std::vector<FurtherChoice>& choices,
                         const Layout& layout) {
    const std::string_view allow = text_of(Id::allow_once, layout.locale);
    std::string out = "\n";
    append_own(out, text_of(Id::further_what, layout.locale, {{"allow_once", allow}}), layout);
    append_detail(out, text_of(Id::detail_tool, layout.locale), display_name(request.contract.id),
                  layout);
    append_details(out, who(request.call.subject), layout);
    for (const FurtherChoice& choice : choices) {
        append_own(out, std::string(1, choice.key) + " " + choice.words, layout);
    }
    append_own(out, text_of(Id::further_ends, layout.locale), layout);
    return out;
}

std::string further_keys_text(const std::vector<FurtherChoice>& choices, Locale locale) {
    const std::string keys = listed(choices, locale);
    return text_of(Id::further_keys, locale, {{"keys", keys}}) + "\n";
}

std::string counted_words(const FurtherCalls& further, Locale locale) {
    const std::string count = std::to_string(further.uses.value_or(0));
    const std::string until = to_rfc3339(further.until);
    return text_of(Id::further_counted, locale, {{"count", count}, {"until", until}});
}

std::string details_text(const PromptRequest& request, const Card& card, const Layout& layout) {
    const Contract& contract = request.contract;
    std::string out = "\n";
    append_outlook(out, card, layout);
    append_own(out, text_of(Id::details, layout.locale), layout);
    const std::string& origin =
        contract.id.origin.empty() ? request.application : contract.id.origin;
    append_details(out,
                   {{Id::detail_tool, contract.id.name},
                    {Id::detail_origin, origin},
                    {Id::detail_description, contract.description}},
                   layout);
    append_details(out, who(request.call.subject), layout);
    append_details(out, about(request, layout.locale), layout);
    const std::string bytes = std::to_string(request.call.arguments.size());
    append_detail(out, text_of(Id::detail_arguments, layout.locale, {{"bytes", bytes}}),
                  with_marks_in(layout.locale, card.secret_arguments, request.call.arguments),
                  layout);
    return out;
}

std::vector<std::string> pages_of(std::string_view text, std::size_t rows) {
    const std::size_t most = std::max(rows, k_page_rows_min);
    std::vector<std::string> pages;
    for (std::size_t line = 0; !text.empty(); ++line) {
        if (line % most == 0) pages.emplace_back();
        const std::size_t end = text.find('\n');
        const std::size_t size = end == std::string_view::npos ? text.size() : end + 1;
        pages.back() += text.substr(0, size);
        text.remove_prefix(size);
    }
    return pages;
}

}  // namespace iam::question
