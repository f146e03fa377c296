#include "mcp/server/consent/session_consent.hpp"

#include "mcp/server/consent/consent_request.hpp"
#include "mcp/server/consent/form_answer.hpp"
#include "mcp/server/core.hpp"
#include <iam/core/entropy.hpp>
#include <iam/core/json_writer.hpp>

#include <utility>

namespace iam::mcp {
namespace {

using Action = ClientWords::Action;

void stop_wait(ActiveCall& call) {
    call.stops_waiting = true;
    call.session->server->waiting.look_now();
}

/// The question put to the client.
struct AskedClient {
    std::weak_ptr<ActiveCall> call{};
    std::string approval{};
    std::string form{};  ///< empty: it was asked to open a page
};

/// The page alone gives the answer; the client's words count for none.
void take_words_about_page(ActiveCall& call, Action action) {
    if (action == Action::decline || action == Action::cancel) stop_wait(call);
}

/// On a thread that may wait for the store. If the answer does not count, the wait goes on.
void take_form(ActiveCall& call, const AskedClient& asked, const ClientWords& words) {
    if (words.action == Action::cancel) return stop_wait(call);
    static_cast<void>(record_form(call, asked.approval, asked.form, words));
}

/// On the reading thread.
void take_answer(const AskedClient& asked, const rpc::Outcome& outcome) {
    const auto call = asked.call.lock();
    if (!call || outcome.kind != rpc::Outcome::Kind::result) return;
    const ClientWords words = client_words(outcome.result);
    if (asked.form.empty()) return take_words_about_page(*call, words.action);
    call->session->run([call, asked, words] { take_form(*call, asked, words); });
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
    SessionQuestion question;
    if (!request->url.empty()) question.elicitation = random_id(server.parts.entropy);
    rpc::CallOptions options;
    options.timeout = server.settings.wait;
    options.channel = call->channel;
    const auto id = session.peer->call(
        "elicitation/create", elicitation_params(*request, question.elicitation),
        [asked = AskedClient{call, approval, request->form}](const rpc::Outcome& outcome) {
            take_answer(asked, outcome);
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
    if (end == WaitEnd::over || question->elicitation.empty()) return;
    JsonWriter params;
    params.begin_object();
    params.plain_key("elicitationId");
    params.string(question->elicitation);
    params.end_object();
    session.tell("notifications/elicitation/complete", params.text(), call.channel);
}

}  // namespace iam::mcp
