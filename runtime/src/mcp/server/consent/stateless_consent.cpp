#include "mcp/server/consent/stateless_consent.hpp"

#include "mcp/server/consent/consent_request.hpp"
#include "mcp/server/consent/form_answer.hpp"
#include "mcp/server/core.hpp"
#include "mcp/server/params.hpp"
#include <iam/core/json_writer.hpp>

#include <utility>

namespace iam::mcp {
namespace {

using Action = ClientWords::Action;

/// The name of the client's answer.
constexpr std::string_view k_key = "consent";

/// Nothing: it may be a state of a function's questions.
std::optional<RequestState> state_in(const SessionCore& session, const Json& params) {
    const auto text = text_member(params, "requestState");
    auto state = text ? session.server->rounds.key().open(*text) : std::nullopt;
    if (!state || state->approval.empty()) return std::nullopt;
    return state;
}

/// Why the question can be answered no more; empty if it can.
std::string why_over(const ServerCore& server,
                     const Result<std::optional<consent::Approval>>& found) {
    if (!found) return "The question cannot be read: " + found.error().message;
    if (!*found) return "There is no such question any more.";
    const consent::Approval& approval = **found;
    using State = consent::ApprovalState;
    if (approval.state == State::consumed) return "This requestState has been used.";
    if (approval.state == State::withdrawn || approval.state == State::expired ||
        consent::state_at(approval.expires, server.parts.clock.now()) !=
            consent::DeadlineState::running)
        return "The question of this requestState has ended.";
    return {};
}

/// The client's words about a page are no answer.
void take_words_about(ActiveCall& call, Action action) {
    if (action != Action::nothing) call.asked_about = call.returned->approval;
    if (action == Action::decline || action == Action::cancel) call.stops_waiting = true;
}

/// False: the answer came too late.
bool takes_up_form(ActiveCall& call) {
    const ReturnedConsent& returned = *call.returned;
    if (returned.words.action == Action::cancel) {
        take_words_about(call, Action::cancel);
        return true;
    }
    // A client no longer on a list is asked like all others.
    if (!may_fill_forms(call)) return true;
    const auto recorded = record_form(call, returned.approval, returned.form, returned.words);
    if (recorded || recorded.error().code != Errc::conflict) return true;
    call.reply.error(refused_state(recorded.error().message));
    return false;
}

}  // namespace

std::optional<std::string> question_about(const ActiveCall& call, const std::string& approval) {
    if (!call.caller.is_stateless || call.asked_about == approval) return std::nullopt;
    const auto request = consent_request(call, approval);
    if (!request) return std::nullopt;
    ServerCore& server = *call.session->server;
    JsonWriter out;
    out.begin_object();
    out.plain_key("inputRequests");
    out.begin_object();
    out.plain_key(k_key);
    out.begin_object();
    out.plain_member("method", "elicitation/create");
    out.plain_key("params");
    out.raw(elicitation_params(*request));
    out.end_object();
    out.end_object();
    out.plain_key("requestState");
    out.string(server.rounds.key().seal(
        {.principal = principal_of(call.session->subject, call.caller.client),
         .wish = wish_of(call.method, call.params),
         .expires = server.parts.clock.boot() + server.settings.client_answer,
         .approval = approval,
         .form = request->form}));
    out.plain_member("resultType", "input_required");
    out.end_object();
    return out.take();
}

std::optional<tl::expected<ReturnedConsent, rpc::ErrorObject>> returned_consent(
    const SessionCore& session, const rpc::Request& request, const Caller& caller) {
    const auto params = read_params(request.params);
    const auto state = params ? state_in(session, *params) : std::nullopt;
    if (!state) return std::nullopt;
    if (state->principal != principal_of(session.subject, caller.client))
        return tl::unexpected(
            refused_state("This requestState is none of this server and client."));
    if (state->wish != wish_of(request.method, request.params))
        return tl::unexpected(refused_state("This requestState is of another request."));
    if (state->expires < session.server->parts.clock.boot())
        return tl::unexpected(refused_state("This requestState has expired."));
    const auto responses = responses_in(*params);
    if (!responses) return tl::unexpected(invalid_params(responses.error()));
    ReturnedConsent returned{.approval = state->approval, .form = state->form};
    const auto response = responses->find(k_key);
    if (response != responses->end()) returned.words = client_words(response->second);
    return returned;
}

bool takes_up(ActiveCall& call) {
    const ServerCore& server = *call.session->server;
    const ReturnedConsent& returned = *call.returned;
    const auto found = server.parts.store.approval(returned.approval);
    if (const std::string why = why_over(server, found); !why.empty()) {
        call.reply.error(refused_state(why));
        return false;
    }
    // A function goes on under the id of its call after asking for input.
    if (call.call.id.empty()) call.call.id = (*found)->call_id;
    const bool is_pending = (*found)->state == consent::ApprovalState::pending;
    if (!returned.form.empty()) return !is_pending || takes_up_form(call);
    take_words_about(call, returned.words.action);
    return true;
}

}  // namespace iam::mcp
