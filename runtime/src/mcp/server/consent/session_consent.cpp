#include "mcp/server/consent/session_consent.hpp"

#include "mcp/server/consent/consent_request.hpp"
#include "mcp/server/core.hpp"
#include <iam/core/entropy.hpp>
#include <iam/core/json_writer.hpp>

#include <utility>

namespace iam::mcp {
namespace {

using Action = ReturnedConsent::Action;

/// On the thread that reads.
void take_answer(ActiveCall& call, const rpc::Outcome& outcome) {
    if (outcome.kind != rpc::Outcome::Kind::result) return;
    const Action action = action_in(outcome.result);
    if (action != Action::decline && action != Action::cancel) return;
    call.stops_waiting = true;
    call.session->server->waiting.look_now();
}

bool takes_requests(const SessionCore& session) {
    const std::lock_guard lock(session.mutex);
    return session.operates;
}

}  // namespace

void ask_about(const std::shared_ptr<ActiveCall>& call, const std::string& approval) {
    const SessionCore& session = *call->session;
    const auto request = takes_requests(session) ? consent_request(*call, approval) : std::nullopt;
    if (!request) return;
    const ServerCore& server = *session.server;
    SessionQuestion question{.elicitation = random_id(server.parts.entropy)};
    rpc::CallOptions options;
    options.timeout = server.settings.wait;
    options.channel = call->channel;
    const auto id = session.peer->call(
        "elicitation/create", elicitation_params(*request, question.elicitation),
        [weak = std::weak_ptr(call)](const rpc::Outcome& outcome) {
            if (const auto waits = weak.lock()) take_answer(*waits, outcome);
        },
        options);
    if (!id) return;
    question.request = *id;
    call->question = std::move(question);
}

void end_question(ActiveCall& call, WaitEnd end) {
    const auto question = std::exchange(call.question, std::nullopt);
    if (!question) return;
    const SessionCore& session = *call.session;
    session.peer->cancel(*question->request);
    if (end == WaitEnd::over) return;
    JsonWriter params;
    params.begin_object();
    params.plain_key("elicitationId");
    params.string(question->elicitation);
    params.end_object();
    session.tell("notifications/elicitation/complete", params.text(), call.channel);
}

}  // namespace iam::mcp
