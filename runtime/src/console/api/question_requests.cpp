#include "console/api/question_requests.hpp"

#include "console/http/answers.hpp"
#include <iam/question/text.hpp>

#include <algorithm>
#include <utility>

namespace iam::console {
namespace {

using consent::Answer;

// Enough for all questions that a person looks at. Beyond it the oldest showing counts no more.
constexpr std::size_t k_shown_max = 256;

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

}  // namespace

net::Response QuestionRequests::list() {
    const auto open = parts_.runtime.consent().pending_approvals();
    if (!open) return refusal(open.error());
    JsonWriter out;
    out.begin_object();
    out.key("questions");
    out.begin_array();
    for (const consent::Approval& approval : *open) put_summary(out, approval);
    out.end_array();
    out.end_object();
    return json_answer(out.take());
}

Result<consent::PromptRequest> QuestionRequests::question(const consent::Approval& approval) {
    if (parts_.know_tool) parts_.know_tool(approval.tool);
    return parts_.runtime.consent().question(approval.id);
}

net::Response QuestionRequests::refuse(const std::string& approval, const Error& error) {
    if (error.code != Errc::conflict) return refusal(error);
    const auto found = parts_.store.approval(approval);
    if (!found || !*found || (*found)->state == consent::ApprovalState::pending)
        return refusal(error);
    return as_ended(**found);
}

net::Response QuestionRequests::show(const Asked& asked) {
    const auto approval = parts_.store.approval(asked.id);
    if (!approval) return refusal(approval.error());
    if (!*approval) return not_there();
    const auto request = question(**approval);
    if (!request) return refuse(asked.id, request.error());
    const ScopeTexts texts = texts_of(*request, parts_.locale);
    Shown shown{random_id(parts_.entropy), asked.session, asked.id};
    std::transform(texts.begin(), texts.end(), shown.by_scope.begin(), question::shown_digest_of);
    net::Response response = json_answer(
        question_json(*request, **approval, texts, shown.nonce, parts_.clock, parts_.locale));
    const std::lock_guard lock(mutex_);
    if (shown_.size() >= k_shown_max) shown_.pop_front();
    shown_.push_back(std::move(shown));
    return response;
}

std::optional<QuestionRequests::Shown> QuestionRequests::find_shown(const Asked& asked) const {
    const std::string nonce = asked.text("nonce");
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(shown_.begin(), shown_.end(), [&](const Shown& one) {
        return one.nonce == nonce && one.session == asked.session && one.approval == asked.id;
    });
    return found == shown_.end() ? std::nullopt : std::optional(*found);
}

void QuestionRequests::forget_shown(const std::string& nonce) {
    const std::lock_guard lock(mutex_);
    std::erase_if(shown_, [&](const Shown& one) { return one.nonce == nonce; });
}

net::Response QuestionRequests::answer(const Asked& asked) {
    const auto approval = parts_.store.approval(asked.id);
    if (!approval) return refusal(approval.error());
    if (!*approval) return not_there();
    // Comes first: the person should hear who has answered, and where.
    if ((*approval)->state != consent::ApprovalState::pending) return as_ended(**approval);
    const auto shown = find_shown(asked);
    if (!shown)
        return refusal(409, "stale",
                       "This question was shown too long ago, or elsewhere; load it anew, and "
                       "read it again.");
    auto answer = answer_of(asked, parts_.clock.now().wall);
    if (!answer) return refusal(answer.error());
    const auto scope = static_cast<std::size_t>(scope_named(asked.text("scope")));
    if (asked.text("shown_digest") != shown->by_scope.at(scope).hex())
        return refusal(409, "shown_differs",
                       "The page shows another text than the question's; load it anew, and read "
                       "it again.");
    if (parts_.know_tool) parts_.know_tool((*approval)->tool);
    answer->shown_digest = shown->by_scope.at(scope);
    answer->approver = parts_.approver;
    answer->approver.kind = consent::ApproverKind::person;
    answer->approver.channel = "web";
    answer->approver.locale = words::tag_of(parts_.locale);
    const auto answered = parts_.runtime.consent().answer(*answer);
    if (!answered) return refuse(asked.id, answered.error());
    forget_shown(shown->nonce);
    JsonWriter out;
    out.begin_object();
    out.key("id");
    out.string(answered->id);
    out.key("state");
    out.string(to_string(answered->state));
    out.end_object();
    return json_answer(out.take());
}

}  // namespace iam::console
