#include "console/api/question_views.hpp"

#include "console/http/json_members.hpp"
#include <iam/core/json.hpp>
#include <iam/gate/consent.hpp>
#include <iam/question/card.hpp>
#include <iam/question/escape.hpp>
#include <iam/question/menus.hpp>
#include <iam/question/text.hpp>

#include <vector>

namespace iam::console {
namespace {

using consent::CallScope;
using consent::PromptRequest;
using question::escape_for_display;

constexpr std::size_t k_columns = 80;
constexpr std::size_t k_listed_arguments_max = 4096;

void put_json_or_text(JsonWriter& out, std::string_view name, const std::string& json) {
    out.key(name);
    if (parse_json(json, limits_of_own_text(json.size()))) {
        out.raw(json);
    } else {
        out.string(escape_for_display(json));
    }
}

std::string kind_name(InputRequest::Kind kind) {
    return std::string(to_string(kind));
}

void put_inputs(JsonWriter& out, const PromptRequest& request) {
    out.key("inputs");
    out.begin_array();
    for (const InputRequest& input : request.inputs) {
        out.begin_object();
        out.key("choices");
        out.begin_array();
        for (const std::string& choice : input.choices) out.string(choice);
        out.end_array();
        put(out, "key", input.key);
        put(out, "kind", kind_name(input.kind));
        put(out, "prompt", input.prompt);
        put(out, "wanted", what_is_wanted(input));
        out.end_object();
    }
    out.end_array();
}

void put_further(JsonWriter& out, const PromptRequest& request, const Clock& clock,
                 words::Locale locale) {
    out.key("further");
    out.begin_array();
    if (request.further_refused_because.empty()) {
        for (const auto& choice : question::further_choices(request, clock.now().wall, locale)) {
            if (!choice.further) continue;
            out.begin_object();
            out.key("asks_how_many");
            out.boolean(choice.asks_how_many);
            put(out, "scope", name_of(choice.further->scope));
            put(out, "until", to_rfc3339(choice.further->until));
            put(out, "words", choice.words);
            out.end_object();
        }
    }
    out.end_array();
    put(out, "further_refused_because", request.further_refused_because.text(locale));
}

PromptRequest about_scope(PromptRequest request, CallScope scope) {
    if (scope == CallScope::tool) return request;
    request.always_would_store = scope == CallScope::keys ? request.always_keys_would_store
                                                          : request.always_these_would_store;
    request.deny_always_would_store = request.deny_always_these_would_store;
    return request;
}

bool has_scope(const PromptRequest& request, CallScope scope) {
    return scope != CallScope::keys || !request.consent_keys.empty();
}

question::Layout layout_for(words::Locale locale) {
    question::Layout layout;
    layout.columns = k_columns;
    layout.locale = locale;
    return layout;
}

}  // namespace

std::string_view name_of(CallScope scope) noexcept {
    switch (scope) {
        case CallScope::keys:
            return "keys";
        case CallScope::arguments:
            return "arguments";
        case CallScope::tool:
            break;
    }
    return "tool";
}

CallScope scope_named(std::string_view name) noexcept {
    for (const CallScope scope : k_call_scopes)
        if (name_of(scope) == name) return scope;
    return CallScope::tool;
}

std::string text_for(const PromptRequest& request, CallScope scope, words::Locale locale) {
    return question::text(question::card_of(about_scope(request, scope)), k_columns, locale);
}

Digest shown_digest_of(std::string_view text) {
    return sha256(domain_tag("iam/prompt/1"), text);
}

void put_summary(JsonWriter& out, const consent::Approval& approval) {
    out.begin_object();
    // A list stays short. The question itself has all of them.
    if (approval.arguments.size() <= k_listed_arguments_max)
        put_json_or_text(out, "arguments", approval.arguments);
    put(out, "id", approval.id);
    out.key("inputs");
    out.begin_array();
    for (const std::string& name : gate::inputs_asked_by(approval))
        out.string(escape_for_display(name));
    out.end_array();
    put(out, "session", approval.subject.session);
    put(out, "tool", display_name(approval.tool));
    put(out, "until", to_rfc3339(approval.expires.wall));
    put(out, "user", approval.subject.user);
    put(out, "workspace", approval.subject.workspace);
    out.end_object();
}

std::string question_json(const PromptRequest& request, const consent::Approval& approval,
                          const std::string& nonce, const Clock& clock, words::Locale locale) {
    const question::Card card = question::card_of(request);
    JsonWriter out;
    out.begin_object();
    out.key("card");
    out.raw(question::json(card, locale));
    out.key("default_answer");
    out.string(to_string(question::default_answer(card)));
    put(out, "deny_only_because", request.deny_only_because.text(locale));
    out.key("details");
    out.string(question::details_text(request, card, layout_for(locale)));
    put(out, "edit_refused_because", request.edit_refused_because.text(locale));
    put_further(out, request, clock, locale);
    put_inputs(out, request);
    out.key("labels");
    out.begin_object();
    for (const question::Action& action : card.actions) {
        out.key(to_string(action.answer));
        out.string(question::label_of(action.answer, locale));
    }
    out.end_object();
    put(out, "nonce", nonce);
    out.key("question");
    put_summary(out, approval);
    out.key("texts");
    out.begin_object();
    for (const CallScope scope : k_call_scopes) {
        if (!has_scope(request, scope)) continue;
        out.key(name_of(scope));
        out.string(text_for(request, scope, locale));
    }
    out.end_object();
    out.end_object();
    return out.take();
}

std::string ended_json(const consent::Approval& approval) {
    const bool is_answered = approval.approver.has_value();
    const std::string_view state = to_string(approval.state);
    JsonWriter out;
    out.begin_object();
    if (is_answered) {
        out.key("by");
        out.begin_object();
        put(out, "channel", approval.approver->channel);
        put(out, "login", approval.approver->login);
        out.end_object();
    }
    out.key("code");
    out.string(is_answered ? "answered" : state);
    std::string message = "The question is " + std::string(state);
    if (is_answered) {
        message += ", by " +
                   escape_for_display(approval.approver->login.empty() ? approval.approver->uid
                                                                       : approval.approver->login) +
                   " at " + escape_for_display(approval.approver->channel);
    }
    put(out, "message", message + "; to run the call, have it proposed anew.");
    out.key("state");
    out.string(state);
    out.end_object();
    return out.take();
}

}  // namespace iam::console
