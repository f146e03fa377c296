#include "mcp/server/methods.hpp"

#include "mcp/server/consent/stateless_consent.hpp"
#include "mcp/server/params.hpp"
#include "mcp/server/stateless/results.hpp"

#include <exception>
#include <functional>
#include <string_view>
#include <utility>

namespace iam::mcp {
namespace {

/// Runs on the reading thread.
using Function = Answer (*)(SessionCore&, const rpc::Request&, const Caller&);
/// Calls the application.
using LongFunction = Answer (*)(ActiveRequest&, const rpc::Request&);

void answer(rpc::Reply& reply, const Answer& with, const SessionCore& session,
            std::string_view method, const Caller& caller) {
    if (!with) {
        reply.error(with.error());
    } else if (caller.is_stateless) {
        const ServerCore& server = *session.server;
        reply.result(complete_result(*with, method, server.info_text, server.settings.list_life));
    } else {
        reply.result(*with);
    }
}

/// A function of the host may throw.
Answer guarded(LongFunction function, ActiveRequest& active, const rpc::Request& request) {
    try {
        return function(active, request);
    } catch (const std::exception& thrown) {
        return tl::unexpected(rpc::ErrorObject{
            .message = std::string("The function of the application failed: ") + thrown.what()});
    } catch (...) {
        return tl::unexpected(
            rpc::ErrorObject{.message = "The function of the application failed."});
    }
}

tl::unexpected<rpc::ErrorObject> refused(std::string message) {
    return tl::unexpected(
        rpc::ErrorObject{.code = rpc::code::invalid_request, .message = std::move(message)});
}

/// Refuses a request before initialize (MCP, basic/lifecycle#initialization).
tl::expected<Caller, rpc::ErrorObject> caller_in_session(const SessionCore& session) {
    const std::lock_guard lock(session.mutex);
    if (!session.client) return refused("The conversation has not begun; send initialize first.");
    return Caller{.client = *session.client};
}

/// True if the request stands alone.
bool is_without_session(const SessionCore& session, const rpc::Request& request) {
    switch (session.server->settings.eras) {
        case Eras::sessions:
            return false;
        case Eras::stateless:
            return true;
        case Eras::both:
            break;
    }
    return session.is_stateless || names_revision(request.params);
}

/// The client of a request, or the reason to refuse the request.
tl::expected<Caller, rpc::ErrorObject> admit(const SessionCore& session,
                                             const rpc::Request& request, Eras eras) {
    const bool is_stateless = is_without_session(session, request);
    if (eras == (is_stateless ? Eras::sessions : Eras::stateless)) {
        return tl::unexpected(
            rpc::ErrorObject{.code = rpc::code::method_not_found,
                             .message = "The revision has no method " + request.method + "."});
    }
    auto caller = is_stateless ? read_caller(request.params) : caller_in_session(session);
    if (!caller) return caller;
    const std::lock_guard lock(session.mutex);
    if (session.ends) return refused("The server ends; nothing was run.");
    return caller;
}

using Run = std::function<void(const rpc::Request&, const Caller&, rpc::Reply)>;

rpc::Method admitted(SessionCore& session, Eras eras, Run run) {
    return {[&session, eras, run = std::move(run)](const rpc::Request& request, rpc::Reply reply) {
        const auto caller = admit(session, request, eras);
        if (caller) return run(request, *caller, std::move(reply));
        reply.error(caller.error());
    }};
}

/// For functions limited to reading the state of the server.
rpc::Method here(SessionCore& session, Function function, Eras eras = Eras::both) {
    return admitted(
        session, eras,
        [&session, function](const rpc::Request& request, const Caller& caller, rpc::Reply reply) {
            answer(reply, function(session, request, caller), session, request.method, caller);
        });
}

/// Takes the answers in a request of a client without a session, if the request's function may ask.
/// False: the request has been dealt with.
bool take_answers(SessionCore& session, const rpc::Request& request, ActiveRequest& active) {
    if (!active.caller.is_stateless) return true;
    const auto params = read_params(request.params);
    if (params && params->contains("requestState")) {
        const auto refusal = session.server->rounds.resume(session.shared_from_this(), request,
                                                           active.caller, active.reply);
        if (refusal) active.reply.error(*refusal);
        return false;
    }
    auto given = params ? responses_in(*params) : tl::unexpected(params.error());
    if (!given) {
        active.reply.error(invalid_params(given.error()));
        return false;
    }
    active.given = *std::move(given);
    active.method = request.method;
    active.params = request.params;
    return true;
}

/// For functions that call the application, since it may take its time.
rpc::Method on_thread(SessionCore& session, LongFunction function) {
    return admitted(
        session, Eras::both,
        [&session, function](const rpc::Request& request, const Caller& caller, rpc::Reply reply) {
            auto active = std::make_shared<ActiveRequest>(session.shared_from_this(), request,
                                                          caller, std::move(reply));
            if (!take_answers(session, request, *active)) return;
            session.run([active, function, request = std::make_shared<rpc::Request>(request)] {
                const Answer with = guarded(function, *active, *request);
                if (!with && !active->missing.empty()) {
                    active->reply.error(missing_capability(active->missing));
                } else {
                    answer(active->reply, with, *active->session, request->method, active->caller);
                }
            });
        });
}

/// The same for a call: it may bring words about a question of its own.
bool take_back(SessionCore& session, const rpc::Request& request, ActiveCall& call) {
    auto returned =
        call.caller.is_stateless ? returned_consent(session, request, call.caller) : std::nullopt;
    if (!returned) return take_answers(session, request, call);
    if (!*returned) {
        call.reply.error(returned->error());
        return false;
    }
    call.returned = **std::move(returned);
    call.method = request.method;
    call.params = request.params;
    return true;
}

rpc::Method call_method(SessionCore& session) {
    return admitted(
        session, Eras::both,
        [&session](const rpc::Request& request, const Caller& caller, rpc::Reply reply) {
            auto call = std::make_shared<ActiveCall>(session.shared_from_this(), request, caller,
                                                     std::move(reply));
            if (take_back(session, request, *call)) call_tool(std::move(call), request);
        });
}

rpc::Method listen_method(SessionCore& session) {
    return admitted(
        session, Eras::stateless,
        [&session](const rpc::Request& request, const Caller&, rpc::Reply reply) {
            const Offers* const offers = session.server->parts.offers;
            const auto list = offers == nullptr ? nullptr : offers->snapshot();
            session.streams.open(
                request, std::move(reply), list.get(),
                [&session](std::string_view method, std::string_view params, rpc::Channel channel) {
                    session.tell(method, params, channel);
                });
        });
}

/// The revision that initialize asks for; empty if it names none.
std::string revision_wanted(const rpc::Request& request) {
    const auto params = read_params(request.params);
    if (!params) return {};
    return text_member(*params, "protocolVersion").value_or("");
}

rpc::Method initialize_method(SessionCore& session) {
    const auto run = [&session](const rpc::Request& request, rpc::Reply reply) {
        const bool has_sessions = session.server->settings.eras != Eras::stateless;
        if (has_sessions && is_without_session(session, request)) {
            reply.error({.code = rpc::code::method_not_found,
                         .message = "The revision has no method initialize."});
            return;
        }
        if (!has_sessions) {
            // Names the known revisions (MCP 2026-07-28, basic/versioning).
            reply.error(unsupported_revision(revision_wanted(request)));
            return;
        }
        answer(reply, initialize(session, request), session, request.method, {});
    };
    return {.run = run, .may_cancel = false, .may_batch = false};
}

/// Answered at any time in a session.
rpc::Method ping_method(SessionCore& session) {
    return {[&session](const rpc::Request& request, rpc::Reply reply) {
        if (!is_without_session(session, request)) {
            reply.result("{}");
            return;
        }
        reply.error(
            {.code = rpc::code::method_not_found, .message = "The revision has no method ping."});
    }};
}

void add_offers(rpc::Methods& methods, SessionCore& session) {
    methods.requests["resources/list"] = here(session, &list_resources);
    methods.requests["resources/templates/list"] = here(session, &list_templates);
    methods.requests["resources/read"] = on_thread(session, &read_resource);
    methods.requests["resources/subscribe"] = here(session, &subscribe, Eras::sessions);
    methods.requests["resources/unsubscribe"] = here(session, &unsubscribe, Eras::sessions);
    methods.requests["prompts/list"] = here(session, &list_prompts);
    methods.requests["prompts/get"] = on_thread(session, &get_prompt);
    methods.requests["completion/complete"] = on_thread(session, &complete);
}

}  // namespace

std::shared_ptr<const rpc::Methods> methods_of(SessionCore& session) {
    auto methods = std::make_shared<rpc::Methods>();
    methods->requests["initialize"] = initialize_method(session);
    methods->requests["ping"] = ping_method(session);
    methods->requests["logging/setLevel"] = here(session, &set_log_level, Eras::sessions);
    methods->requests["server/discover"] = here(session, &discover, Eras::stateless);
    methods->requests["subscriptions/listen"] = listen_method(session);
    methods->requests["tools/list"] = here(session, &list_tools);
    methods->requests["tools/call"] = call_method(session);
    if (session.server->parts.offers != nullptr) add_offers(*methods, session);
    methods->notifications["notifications/initialized"] = [&session](const rpc::Notification&) {
        const std::lock_guard lock(session.mutex);
        session.operates = session.client.has_value();
    };
    // Nothing here depends on the client's roots.
    methods->notifications["notifications/roots/list_changed"] = [](const rpc::Notification&) {};
    return methods;
}

rpc::ErrorObject error_of(const Error& error) {
    if (error.code == Errc::invalid_argument) return invalid_params(error);
    return {.message = error.message};
}

}  // namespace iam::mcp
