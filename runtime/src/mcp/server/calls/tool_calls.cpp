// tools/call: through the gate, and over the wait for a person.
#include "mcp/server/calls/call_result.hpp"
#include "mcp/server/calls/client_questions.hpp"
#include "mcp/server/consent/session_consent.hpp"
#include "mcp/server/consent/stateless_consent.hpp"
#include "mcp/server/methods.hpp"
#include "mcp/server/params.hpp"
#include "mcp/server/stateless/results.hpp"
#include <iam/core/digest.hpp>
#include <iam/core/entropy.hpp>

#include <utility>

namespace iam::mcp {
namespace {

using CallPointer = std::shared_ptr<ActiveCall>;

constexpr std::size_t k_call_name_bytes_max = 128;

/// A client's own name for a call, as a call id that other users and workspaces cannot meet.
std::string id_of_named_call(const Subject& subject, const std::string& name) {
    const std::string text = subject.user + '\0' + subject.workspace + '\0' + name;
    return "mcp-" + sha256("iam/mcp/call/1", text).hex().substr(0, 32);
}

/// A text short enough for a field of a Proposer; a digest stands for a longer one.
std::string short_name(const std::string& text) {
    return text.size() <= k_subject_bytes_max ? text : sha256("iam/mcp/id/1", text).hex();
}

Proposer proposer_of(const SessionCore& session, const Client& client, const rpc::Id& request) {
    Proposer proposer{.kind = Proposer::Kind::mcp_client};
    proposer.provider = client.version.empty() ? client.name : client.name + " " + client.version;
    proposer.conversation_id = short_name(
        session.peer_name.empty() ? session.name : session.name + " from " + session.peer_name);
    proposer.request_id = short_name(request.json());
    return proposer;
}

bool is_answered_elsewhere(const ToolResult& result) {
    const bool asks =
        result.code == code::confirmation_required || result.code == code::requires_user_input;
    return asks && !result.approval.empty();
}

/// The model's next steps for an open question. The gate's own message is for callers with a way to
/// name approvals.
std::string how_to_go_on(const ServerCore& server, const std::string& approval) {
    std::string text = "A person must answer the question " + approval + " about this call. ";
    try {
        if (server.parts.how_to_answer) text += server.parts.how_to_answer(approval) + " ";
    } catch (...) {  // NOLINT(bugprone-empty-catch): the sentence is left out
    }
    return text + "Then make the same call again.";
}

/// The text of a result, or of an error if the result is too large for a message.
std::string text_of(const ActiveCall& call, const ToolResult& result) {
    const ServerCore& server = *call.session->server;
    const Revision revision = call.caller.client.revision;
    std::string text = call_result_text(result, *call.tool, revision);
    if (!fits_message(text, server.settings.limits.json))
        text = too_large_text(result, *call.tool, revision);
    if (!call.caller.is_stateless) return text;
    return complete_result(text, "tools/call", server.info_text, server.settings.list_life);
}

void finish(ActiveCall& call, ToolResult result) {
    if (is_answered_elsewhere(result))
        result.message = how_to_go_on(*call.session->server, result.approval);
    if (result.code == code::tool_not_found) {
        call.reply.error(invalid_params("Unknown tool: " + call.call.tool.name));
    } else if (!result.success && !call.missing.empty()) {
        call.reply.error(missing_capability(call.missing));
    } else {
        call.reply.result(text_of(call, result));
    }
    call.session->calls.remove(call);
}

bool may_wait(const ActiveCall& call) {
    const std::lock_guard lock(call.session->mutex);
    return call.session->waits_for_people && call.session->server->settings.wait.count() > 0;
}

void end_or_wait(const CallPointer& call, ToolResult result) {
    if (!is_answered_elsewhere(result)) return finish(*call, std::move(result));
    if (const auto question = question_about(*call, result.approval)) {
        call->reply.result(*question);
        return call->session->calls.remove(*call);
    }
    if (!may_wait(*call)) return finish(*call, std::move(result));
    ServerCore& server = *call->session->server;
    if (!call->waits_until) call->waits_until = server.parts.clock.boot() + server.settings.wait;
    if (!call->caller.is_stateless) ask_about(call, result.approval);
    call->reply.set_at_work(false);
    server.waiting.add(call, std::move(result));
}

void report_progress(ActiveCall& call, const ProgressReport& report) {
    rpc::Progress progress;
    progress.value = static_cast<double>(report.done);
    call.last_progress = progress.value;
    if (report.total) progress.total = static_cast<double>(*report.total);
    progress.message = report.message;
    call.reply.progress(progress);
}

/// The level now wanted by the client.
std::optional<LogLevel> wanted_level(const ActiveCall& call) {
    if (call.caller.is_stateless) return call.caller.log_level;
    const std::lock_guard lock(call.session->mutex);
    return call.session->log_level;
}

void report_log(const ActiveCall& call, const LogMessage& message) {
    const SessionCore& session = *call.session;
    const auto level = wanted_level(call);
    if (!level || message.level < *level) return;
    const std::string& logger = message.logger.empty() ? call.call.tool.name : message.logger;
    session.tell("notifications/message", log_params(message, logger), call.channel);
}

void start_on_thread(CallPointer call, std::string approval);

/// True if an equal call was quicker to use the answer for which both have waited.
bool has_lost_answer(const ActiveCall& call, const std::string& approval,
                     const ToolResult& result) {
    if (approval.empty() || result.code != code::stale_approval) return false;
    const auto found = call.session->server->parts.store.approval(approval);
    return found && *found && (*found)->state == consent::ApprovalState::consumed;
}

/// Runs on a thread of the server.
void start(const CallPointer& call, const std::string& approval) {
    gate::CallOptions options;
    options.approval = approval;
    options.takes_open_question = true;
    options.stop = call->stop.get_token();
    options.on_progress = [call](const ProgressReport& report) { report_progress(*call, report); };
    options.on_log = [call](const LogMessage& message) { report_log(*call, message); };
    options.ask_client = [call](const std::vector<ClientQuestion>& questions) {
        return ask_client(*call, questions);
    };
    call->session->server->parts.runtime.start(Call(call->call), std::move(options),
                                               [call, approval](ToolResult result) {
                                                   if (has_lost_answer(*call, approval, result))
                                                       return start_on_thread(call, {});
                                                   end_or_wait(call, std::move(result));
                                               });
}

void start_on_thread(CallPointer call, std::string approval) {
    const SessionCore& session = *call->session;
    session.run(
        [call = std::move(call), approval = std::move(approval)] { start(call, approval); });
}

/// Goes on with the question put to the client.
void take_up_question(const CallPointer& call) {
    if (!takes_up(*call)) return call->session->calls.remove(*call);
    start(call, call->returned->approval);
}

Result<Call> read_call(const SessionCore& session, const rpc::Request& request,
                       const Client& client) {
    IAM_TRY(params, read_call_params(request.params));
    Call call;
    if (session.server->settings.clients_name_calls && params.call_id) {
        if (params.call_id->empty() || params.call_id->size() > k_call_name_bytes_max) {
            return fail(Errc::invalid_argument,
                        "\"iam/call_id\" must have 1 to " + std::to_string(k_call_name_bytes_max) +
                            " bytes.",
                        "/_meta/iam~1call_id");
        }
        call.id = id_of_named_call(session.subject, *params.call_id);
    }
    call.tool.name = std::move(params.name);
    call.arguments = std::move(params.arguments);
    call.subject = session.subject;
    call.proposer = proposer_of(session, client, request.id);
    return call;
}

}  // namespace

void call_tool(CallPointer active, const rpc::Request& request) {
    SessionCore& session = *active->session;
    auto call = read_call(session, request, active->caller.client);
    if (!call) {
        active->reply.error(invalid_params(call.error()));
        return;
    }
    ServerCore& server = *session.server;
    auto tools = server.tools.of(*server.parts.registry.snapshot());
    const auto tool = tools->find(call->tool.name);
    if (tool == tools->end() || !session.offers(call->tool.name)) {
        active->reply.error(invalid_params("Unknown tool: " + call->tool.name));
        return;
    }
    call->tool = tool->second.id;
    active->call = *std::move(call);
    active->tool = &tool->second;
    active->tools = std::move(tools);
    session.calls.add(active);
    if (!active->returned) return start_on_thread(std::move(active), {});
    session.run([active = std::move(active)] { take_up_question(active); });
}

void ActiveCall::leave_session() {
    session->calls.remove(*this);
}

void ActiveCall::go_on(std::shared_ptr<SessionCore> in, const rpc::Request& request,
                       rpc::Reply&& to) {
    ActiveRequest::go_on(std::move(in), request, std::move(to));
    session->calls.add(shared_from_this());
}

void go_on_after_wait(CallPointer call, ToolResult pending, WaitEnd end) {
    end_question(*call, end);
    call->reply.set_at_work(true);
    switch (end) {
        case WaitEnd::answered:
            // A function goes on under the id of its call after asking for input.
            call->call.id = pending.call_id;
            return start_on_thread(std::move(call), pending.approval);
        case WaitEnd::asked_anew:
            return start_on_thread(std::move(call), {});
        case WaitEnd::over:
            break;
    }
    finish(*call, std::move(pending));
}

}  // namespace iam::mcp
