#include "console/api/question_requests.hpp"

#include "console/api/api.hpp"
#include "console/api/asked.hpp"
#include "console/api/question_views.hpp"
#include "console/http/answers.hpp"
#include <iam/consent/prompter.hpp>
#include <iam/gate/consent.hpp>
#include <iam/question/sheet.hpp>
#include <iam/tool/input.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace iam::console {
namespace {

using consent::Answer;

using Kind = Member::Kind;

constexpr std::array k_answer{
    Member{
        "nonce", Kind::text, true, k_word_max, {}, "Of the question as it was shown; counts once."},
    Member{"shown_digest",
           Kind::text,
           true,
           64,
           {},
           "SHA-256, in hexadecimal digits, of \"iam/sheet/1\", a byte 0, and the lines that the "
           "sheet "
           "has shown; see console-sheet.md."},
    Member{"answer", Kind::text, true, k_word_max, "allow_once allow_always deny_once deny_always",
           "The person's decision."},
    Member{"scope", Kind::text, false, k_word_max, "tool keys arguments",
           "The calls that an \"always\", or an allowance until a time, is about; tool if absent."},
    Member{"until",
           Kind::text,
           false,
           k_word_max,
           {},
           "With allow_once: further calls are allowed until this time (RFC 3339), as shown."},
    Member{"uses",
           Kind::integer,
           false,
           99,
           {},
           "With until: the number of further calls; any number if absent."},
    Member{"reason",
           Kind::text,
           false,
           consent::k_reason_bytes_max,
           {},
           "With a denial: the reason, for the proposer of the call."},
    Member{"inputs",
           Kind::texts,
           false,
           k_input_bytes_max,
           {},
           "With allow_once: a text for each of the question's inputs."}};

net::Response not_there() {
    return refusal(404, "not_found", "There is no question of that id; load the list anew.");
}

Answer answer_named(std::string_view name) {
    for (const Answer answer :
         {Answer::allow_once, Answer::allow_always, Answer::deny_once, Answer::deny_always})
        if (to_string(answer) == name) return answer;
    return Answer::none;
}

/// The answer as the gate takes it, without approver and digest.
Result<gate::ApprovalAnswer> answer_of(const Asked& asked,
                                       std::chrono::sys_time<std::chrono::milliseconds> now) {
    gate::ApprovalAnswer answer;
    answer.approval = asked.id;
    answer.answer = answer_named(asked.text("answer"));
    answer.reason = asked.text("reason");
    const auto inputs = asked.objects.find("inputs");
    if (inputs != asked.objects.end())
        for (const auto& [key, text] : inputs->second) answer.inputs.push_back({key, text});
    const auto uses = asked.integers.find("uses");
    if (asked.texts.count("until") == 0) {
        answer.scope = scope_named(asked.text("scope"));
        if (uses == asked.integers.end()) return answer;
        return fail(Errc::invalid_argument, "\"uses\" needs \"until\".");
    }
    const auto until = from_rfc3339(asked.text("until"));
    if (!until || *until <= now || answer.answer != Answer::allow_once)
        return fail(Errc::invalid_argument,
                    "\"until\" must be a time to come, e.g. 2026-01-02T03:04:05Z, with the answer "
                    "allow_once.");
    consent::FurtherCalls further{*until};
    further.scope = scope_named(asked.text("scope"));
    if (uses != asked.integers.end()) further.uses = static_cast<std::uint32_t>(uses->second);
    answer.further = further;
    return answer;
}

net::Response as_ended(const consent::Approval& approval) {
    net::Response response = json_answer(ended_json(approval));
    response.status = 409;
    return response;
}

/// Empty: the tool's server is not running yet. The question itself starts it.
std::string_view known_risk(const Parts& parts, const consent::Approval& approval) {
    const auto request = parts.runtime.consent().question(approval.id);
    return request ? to_string(request->risk) : std::string_view();
}

net::Response list_questions(const ApiParts& api, const Asked&) {
    const auto open = api.parts.runtime.consent().pending_approvals();
    if (!open) return refusal(open.error());
    JsonWriter out;
    out.begin_object();
    out.key("questions");
    out.begin_array();
    for (const consent::Approval& approval : *open)
        put_summary(out, approval, known_risk(api.parts, approval));
    out.end_array();
    out.end_object();
    return json_answer(out.take());
}

Result<consent::PromptRequest> question(const Parts& parts, const consent::Approval& approval) {
    if (parts.know_tool) parts.know_tool(approval.tool);
    return parts.runtime.consent().question(approval.id);
}

/// The refusal of an answer or a showing that an error stopped.
net::Response refuse(const Parts& parts, const std::string& approval, const Error& error) {
    if (error.code != Errc::conflict) return refusal(error);
    const auto found = parts.store.approval(approval);
    if (!found || !*found || (*found)->state == consent::ApprovalState::pending)
        return refusal(error);
    return as_ended(**found);
}

net::Response show_question(const ApiParts& api, const Asked& asked) {
    const auto approval = api.parts.store.approval(asked.id);
    if (!approval) return refusal(approval.error());
    if (!*approval) return not_there();
    const auto request = question(api.parts, **approval);
    if (!request) return refuse(api.parts, asked.id, request.error());
    const words::Locale locale = api.parts.locale;
    Json sheet = question::sheet_question(*request, api.parts.clock.now().wall, locale);
    Showing shown = showing_of(sheet, *request, locale);
    shown.nonce = random_id(api.parts.entropy);
    shown.session = asked.session;
    shown.approval = asked.id;
    sheet["nonce"] = shown.nonce;
    sheet["digest"] = shown.shown.hex();
    api.showings.add(std::move(shown));
    return json_answer(question_json(*request, **approval, sheet, locale));
}

net::Response answer_question(const ApiParts& api, const Asked& asked) {
    const auto approval = api.parts.store.approval(asked.id);
    if (!approval) return refusal(approval.error());
    if (!*approval) return not_there();
    // Comes first: the person should hear who has answered, and where.
    if ((*approval)->state != consent::ApprovalState::pending) return as_ended(**approval);
    const auto shown = api.showings.find(asked.text("nonce"), asked.session, asked.id);
    if (!shown)
        return refusal(409, "stale",
                       "This question was shown too long ago, or elsewhere; load it anew, and "
                       "read it again.");
    auto answer = answer_of(asked, api.parts.clock.now().wall);
    if (!answer) return refusal(answer.error());
    const Digest& digest = shown->digest_of(answer->answer, scope_named(asked.text("scope")));
    if (asked.text("shown_digest") != digest.hex())
        return refusal(409, "shown_differs",
                       "The page shows another text than the question's; load it anew, and read "
                       "it again.");
    // A denial needs no tool, so no server delays it.
    const bool is_denial =
        answer->answer == Answer::deny_once || answer->answer == Answer::deny_always;
    if (!is_denial && api.parts.know_tool) api.parts.know_tool((*approval)->tool);
    answer->shown_digest = digest;
    answer->approver = web_approver(api.parts);
    const auto answered = api.parts.runtime.consent().answer(*answer);
    if (!answered) return refuse(api.parts, asked.id, answered.error());
    api.showings.forget(shown->nonce);
    JsonWriter out;
    out.begin_object();
    out.key("id");
    out.string(answered->id);
    out.key("state");
    out.string(to_string(answered->state));
    out.end_object();
    return json_answer(out.take());
}

constexpr std::array k_question_routes{
    Route{.method = "GET",
          .path = "/api/questions",
          .respond = list_questions,
          .summary = "Lists the open questions of all processes on this state, the oldest first.",
          .answer = "questions: arguments (if at most 4 KiB), id, inputs, origin, proposer, risk "
                    "(empty: not known yet), session, tool, until, user, workspace"},
    Route{.method = "GET",
          .path = "/api/questions/{id}",
          .respond = show_question,
          .summary = "Gives all that a person needs for an answer.",
          .answer = "arguments (the whole JSON text, unless edit_refused_because says why they "
                    "cannot be changed), details, question (its row of the list), sheet (the "
                    "question of the permission sheet, with nonce and digest)"},
    Route{.method = "POST",
          .path = "/api/questions/{id}/answer",
          .respond = answer_question,
          .members = k_answer,
          .summary = "Records a person's answer. One answer counts.",
          .answer = "id, state"}};

}  // namespace

std::span<const Route> question_routes() noexcept {
    return k_question_routes;
}

}  // namespace iam::console
