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

constexpr std::size_t k_listed_arguments_max = 4096;

void put_json_or_text(JsonWriter& out, std::string_view name, const std::string& json) {
    out.key(name);
    if (parse_json(json, limits_of_own_text(json.size()))) {
        out.raw(json);
    } else {
        out.string(escape_for_display(json));
    }
}

void put_inputs(JsonWriter& out, const PromptRequest& request) {
    out.key("inputs");
    out.begin_array();
    for (const InputRequest& input : request.inputs) {
        out.begin_object();
        out.key("choices");
        out.begin_array();
        // As they are: the answer carries one of them.
        for (const std::string& choice : input.choices) out.string(choice);
        out.end_array();
        put_input(out, input, put);
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

bool has_scope(const PromptRequest& request, CallScope scope) {
    return scope != CallScope::keys || !request.consent_keys.empty();
}

question::Layout layout_for(words::Locale locale) {
    question::Layout layout;
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

ScopeTexts texts_of(const PromptRequest& request, words::Locale locale) {
    ScopeTexts texts;
    for (const CallScope scope : k_call_scopes)
        texts.at(static_cast<std::size_t>(scope)) =
            question::text(question::card_of(question::about_scope(request, scope)),
                           question::Layout().columns, locale);
    return texts;
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
                          const ScopeTexts& texts, const std::string& nonce, const Clock& clock,
                          words::Locale locale) {
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
        out.string(texts.at(static_cast<std::size_t>(scope)));
    }
    out.end_object();
    out.end_object();
    return out.take();
}

namespace {

std::string_view end_of(consent::ApprovalState state) {
    switch (state) {
        case consent::ApprovalState::given:
        case consent::ApprovalState::consumed:
            return "The call has been allowed";
        case consent::ApprovalState::refused:
            return "The call has been denied";
        case consent::ApprovalState::withdrawn:
            return "The question was withdrawn";
        case consent::ApprovalState::pending:
        case consent::ApprovalState::expired:
            break;
    }
    return "The question has expired";
}

std::string ended_sentence(const consent::Approval& approval) {
    std::string sentence(end_of(approval.state));
    if (approval.approver) {
        const consent::Approver& by = *approval.approver;
        sentence += " by " + (by.login.empty() ? by.uid : by.login) + " at " + by.channel;
    }
    const bool is_allowed = approval.state == consent::ApprovalState::given ||
                            approval.state == consent::ApprovalState::consumed;
    return sentence + (is_allowed ? "; no other answer is needed."
                                  : "; to run the call, have it proposed anew.");
}

}  // namespace

std::string ended_json(const consent::Approval& approval) {
    const bool is_answered = approval.approver.has_value();
    const std::string_view state = to_string(approval.state);
    JsonWriter out;
    out.begin_object();
    put_answerer(out, approval.approver);
    out.key("code");
    out.string(is_answered ? "answered" : state);
    put(out, "message", ended_sentence(approval));
    out.key("state");
    out.string(state);
    out.end_object();
    return out.take();
}

}  // namespace iam::console
