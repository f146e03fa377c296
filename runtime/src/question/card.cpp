// A request of the gate as a card. Pure.
#include "iam/question/card.hpp"

#include <iam/core/json_writer.hpp>
#include <iam/question/change_words.hpp>
#include <iam/question/escape.hpp>
#include <iam/question/lookalikes.hpp>

#include <algorithm>
#include <utility>

namespace iam::question {
namespace {

using consent::Answer;
using consent::PromptRequest;

void look_at_preview(const Preview& preview, Lookalikes& looking) {
    looking.look_at_text(preview.summary);
    for (const PreviewField& field : preview.fields) {
        looking.look_at_text(field.label);
        looking.look_at_text(field.value);
    }
    for (const PreviewWarning& warning : preview.warnings) {
        looking.look_at_text(warning.message);
        looking.look_at_text(warning.code);
    }
}

/// All texts from outside in the question: a reader who knows the words by sight must not be
/// deceived.
void look_at_card(const PromptRequest& request, const Card& card, Lookalikes& looking) {
    for (const std::string* name :
         {&card.name, &request.contract.id.origin, &request.application, &card.proposer.model,
          &card.proposer.provider, &card.subject.session, &card.subject.agent}) {
        looking.look_at_name(*name);
    }
    looking.look_at_text(card.title);
    for (const words::Sentences* said :
         {&card.asked_because, &card.preview_failure, &request.always_would_store,
          &request.always_refused_because, &request.deny_always_would_store}) {
        looking.look_at_text(said->english());
    }
    for (const words::Sentences& change : card.changes) looking.look_at_text(change.english());
    if (card.preview) look_at_preview(*card.preview, looking);
    looking.look_at_json(card.arguments);
}

void put(JsonWriter& out, std::string_view name, std::string_view text) {
    out.key(name);
    out.string(text);
}

void put_flag(JsonWriter& out, std::string_view name, bool value) {
    out.key(name);
    out.boolean(value);
}

void put_hint(JsonWriter& out, std::string_view name, const std::optional<bool>& hint) {
    if (hint) put_flag(out, name, *hint);
}

void put_actions(JsonWriter& out, const Card& card, words::Locale locale) {
    out.key("actions");
    out.begin_array();
    for (const Action& action : card.actions) {
        out.begin_object();
        put(out, "answer", to_string(action.answer));
        put_flag(out, "offered", action.refused_because.empty());
        if (!action.refused_because.empty())
            put(out, "refused_because", action.refused_because.text(locale));
        if (!action.stores.empty()) put(out, "stores", action.stores.text(locale));
        out.end_object();
    }
    out.end_array();
}

void put_preview_of(JsonWriter& out, const Card& card, words::Locale locale) {
    if (!card.preview_failure.empty())
        put(out, "preview_failure", card.preview_failure.text(locale));
    if (!card.preview) return;
    out.key("preview");
    put_preview(out, *card.preview, put);
}

void put_proposer(JsonWriter& out, const Card& card) {
    out.key("proposer");
    out.begin_object();
    put(out, "kind", to_string(card.proposer.kind));
    put(out, "model", card.proposer.model);
    put(out, "provider", card.proposer.provider);
    out.end_object();
    put(out, "session", card.subject.session);
    put(out, "agent", card.subject.agent);
}

void put_hints(JsonWriter& out, const Hints& hints) {
    out.key("hints");
    out.begin_object();
#define IAM_HINT(name, mcp, if_absent, to_true, to_false) put_hint(out, #name, hints.name);
#include <iam/contract/facts.def>
    out.end_object();
}

void put_lookalikes(JsonWriter& out, const Card& card) {
    out.key("lookalikes");
    out.begin_array();
    for (const std::string& line : card.lookalikes) out.string(line);
    out.end_array();
    out.key("more_lookalikes");
    out.integer(std::uint64_t{card.more_lookalikes});
}

void put_runs(JsonWriter& out, const std::optional<consent::RecentRuns>& runs) {
    if (!runs) return;
    out.key("recent_runs");
    out.begin_object();
    put_flag(out, "at_least", runs->at_least);
    out.key("count");
    out.integer(std::uint64_t{runs->count});
    out.end_object();
}

void put_undo(JsonWriter& out, const Card& card) {
    if (!card.has_undo) return;
    out.key("undo");
    out.begin_object();
    put_flag(out, "exact", card.undo_is_exact);
    if (card.undo_window) {
        out.key("seconds");
        out.integer(card.undo_window->count());
    }
    out.end_object();
}

/// True if the person may count on the undo of the tool. A preview says that this call has
/// none by a warning with the code undo_not_supported.
bool has_undo_now(const PromptRequest& request) {
    const Contract& contract = request.contract;
    if (!contract.has_undo || !request.preview)
        return contract.has_undo && !contract.undo_is_conditional;
    const auto& warnings = request.preview->warnings;
    return std::none_of(warnings.begin(), warnings.end(), [](const PreviewWarning& warning) {
        return warning.code == code::undo_not_supported;
    });
}

}  // namespace

Card card_of(const PromptRequest& request) {
    const Contract& contract = request.contract;
    Card card;
    card.approval_id = request.approval_id;
    card.title = contract.title;
    card.name = contract.id.name;
    const bool is_own = contract.id.origin.empty();
    card.trust = is_own ? consent::OriginTrust::own : request.trust;
    card.origin = is_own ? request.application : contract.id.origin;
    card.risk = request.risk;
    card.hints = contract.hints;
    card.has_undo = has_undo_now(request);
    card.undo_is_exact = contract.undo_exact;
    card.undo_window = contract.undo_window;
    card.proposer = request.call.proposer;
    card.subject = request.call.subject;
    card.asked_because = request.decision.reason;
    card.recent_runs = request.recent_runs;
    // A question from another process has its changes from the record, in English.
    for (const words::Sentences& change : request.changes)
        card.changes.push_back(recognised_change(change.english()));
    card.preview = request.preview;
    card.preview_failure = request.preview_failure;
    card.arguments = request.call.arguments;
    card.secret_arguments = contract.secret_arguments;
    card.deny_only_because = request.deny_only_because;
    const words::Sentences& denies = request.deny_only_because;
    card.actions = {
        {{Answer::allow_once, denies, {}},
         {Answer::allow_always, denies.empty() ? request.always_refused_because : denies,
          request.always_would_store},
         {Answer::deny_once, {}, {}},
         {Answer::deny_always, {}, request.deny_always_would_store}}};
    Lookalikes looking;
    look_at_card(request, card, looking);
    card.lookalikes = looking.lines();
    card.more_lookalikes = looking.more();
    return card;
}

const Action& action_of(const Card& card, Answer answer) noexcept {
    for (const Action& action : card.actions) {
        if (action.answer == answer) return action;
    }
    return card.actions[2];
}

Answer default_answer(const Card& card) noexcept {
    const bool denies = card.hints.destructive == true || !card.deny_only_because.empty();
    return denies ? Answer::deny_once : Answer::allow_once;
}

PromptRequest about_scope(PromptRequest request, consent::CallScope scope) {
    if (scope == consent::CallScope::tool) return request;
    request.always_would_store = scope == consent::CallScope::keys
                                     ? request.always_keys_would_store
                                     : request.always_these_would_store;
    request.deny_always_would_store = request.deny_always_these_would_store;
    return request;
}

void put_preview(JsonWriter& out, const Preview& preview,
                 void (&put)(JsonWriter& out, std::string_view name, std::string_view text)) {
    out.begin_object();
    out.key("fields");
    out.begin_array();
    for (const PreviewField& field : preview.fields) {
        out.begin_object();
        put(out, "label", field.label);
        put(out, "value", field.value);
        out.end_object();
    }
    out.end_array();
    put(out, "summary", preview.summary);
    out.key("warnings");
    out.begin_array();
    for (const PreviewWarning& warning : preview.warnings) {
        out.begin_object();
        put(out, "code", warning.code);
        put(out, "message", warning.message);
        out.end_object();
    }
    out.end_array();
    out.end_object();
}

std::string json(const Card& card, words::Locale locale) {
    JsonWriter out;
    out.begin_object();
    put_actions(out, card, locale);
    put(out, "approval", card.approval_id);
    out.key("arguments");
    out.raw(card.arguments.empty() ? "{}" : card.arguments);
    put(out, "asked_because", card.asked_because.text(locale));
    out.key("changes");
    out.begin_array();
    for (const words::Sentences& change : card.changes) out.string(change.text(locale));
    out.end_array();
    put_hints(out, card.hints);
    put_lookalikes(out, card);
    put(out, "name", card.name);
    put(out, "origin", card.origin);
    put_preview_of(out, card, locale);
    put_proposer(out, card);
    put_runs(out, card.recent_runs);
    put(out, "risk", to_string(card.risk));
    put(out, "title", card.title);
    put_flag(out, "trusted", consent::is_believed(card.trust));
    put_undo(out, card);
    out.end_object();
    return json_without_controls(out.text());
}

}  // namespace iam::question
