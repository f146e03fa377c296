#include "console/api/question_views.hpp"

#include "console/http/json_members.hpp"
#include <iam/core/json.hpp>
#include <iam/gate/consent.hpp>
#include <iam/question/card.hpp>
#include <iam/question/escape.hpp>
#include <iam/question/menus.hpp>
#include <iam/question/sheet.hpp>
#include <iam/question/text.hpp>

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

/// Why a person cannot make the call with other arguments from here; empty if they can.
words::Sentences why_no_other_arguments(const PromptRequest& request,
                                        const consent::Approval& approval) {
    if (approval.is_undo) return say(words::Id::no_edit_undo);
    if (!request.inputs.empty()) return say(words::Id::no_edit_begun);
    const std::string& text = approval.arguments;
    const bool is_whole = parse_json(text, limits_of_own_text(text.size())).has_value();
    if (approval.has_secrets || !is_whole) return say(words::Id::no_edit_hidden);
    return {};
}

question::Layout layout_for(words::Locale locale) {
    question::Layout layout;
    layout.locale = locale;
    return layout;
}

}  // namespace

CallScope scope_named(std::string_view name) noexcept {
    for (const CallScope scope : k_call_scopes)
        if (question::name_of(scope) == name) return scope;
    return CallScope::tool;
}

void put_summary(JsonWriter& out, const consent::Approval& approval, std::string_view risk) {
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
    put(out, "origin", approval.tool.origin);
    out.key("proposer");
    out.begin_object();
    put(out, "kind", to_string(approval.proposer.kind));
    put(out, "model", approval.proposer.model);
    put(out, "provider", approval.proposer.provider);
    out.end_object();
    put(out, "risk", risk);
    put(out, "session", approval.subject.session);
    put(out, "tool", display_name(approval.tool));
    put(out, "until", to_rfc3339(approval.expires.wall));
    put(out, "user", approval.subject.user);
    put(out, "workspace", approval.subject.workspace);
    out.end_object();
}

std::string question_json(const PromptRequest& request, const consent::Approval& approval,
                          const Json& sheet, words::Locale locale) {
    const words::Sentences why = why_no_other_arguments(request, approval);
    JsonWriter out;
    out.begin_object();
    if (why.empty()) {
        out.key("arguments");
        out.string(approval.arguments);
    }
    out.key("details");
    out.string(question::details_text(request, question::card_of(request), layout_for(locale)));
    put(out, "edit_refused_because", why.text(locale));
    out.key("question");
    put_summary(out, approval, to_string(request.risk));
    out.key("sheet");
    // No text of the sheet can be without a JSON form: sheet_question() makes them visible.
    out.raw(canonical_json(sheet).value_or("{}"));
    out.end_object();
    return question::json_without_controls(out.text());
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
