#include "mcp/server/methods.hpp"

#include "mcp/server/params.hpp"

#include <exception>
#include <functional>
#include <string_view>
#include <utility>

namespace iam::mcp {
namespace {

using Function = Answer (*)(SessionCore&, const rpc::Request&);

void answer(rpc::Reply& reply, const Answer& with) {
    if (with) {
        reply.result(*with);
    } else {
        reply.error(with.error());
    }
}

/// A function of the host may throw.
Answer guarded(Function function, SessionCore& session, const rpc::Request& request) {
    try {
        return function(session, request);
    } catch (const std::exception& thrown) {
        return tl::unexpected(rpc::ErrorObject{
            .message = std::string("The function of the application failed: ") + thrown.what()});
    } catch (...) {
        return tl::unexpected(
            rpc::ErrorObject{.message = "The function of the application failed."});
    }
}

std::string_view why_not_now(const SessionCore& session) {
    const std::lock_guard lock(session.mutex);
    if (!session.client) return "The conversation has not begun; send initialize first.";
    return session.ends ? "The server ends; nothing was run." : std::string_view();
}

using Run = std::function<void(rpc::Request, rpc::Reply)>;

/// Refuses a request that comes before initialize (MCP, basic/lifecycle#initialization), or after
/// the end has begun.
rpc::Method after_initialize(SessionCore& session, Run run) {
    return {[&session, run = std::move(run)](rpc::Request request, rpc::Reply reply) {
        const std::string_view why = why_not_now(session);
        if (why.empty()) return run(std::move(request), std::move(reply));
        reply.error({.code = rpc::code::invalid_request, .message = std::string(why)});
    }};
}

/// For functions that only read the state of the server.
rpc::Method here(SessionCore& session, Function function) {
    return after_initialize(session,
                            [&session, function](const rpc::Request& request, rpc::Reply reply) {
                                answer(reply, function(session, request));
                            });
}

/// For functions that call the application, which may take its time.
rpc::Method on_thread(SessionCore& session, Function function) {
    return after_initialize(session, [&session, function](rpc::Request request, rpc::Reply reply) {
        auto job = [self = session.shared_from_this(), function,
                    request = std::make_shared<rpc::Request>(std::move(request)),
                    reply = std::make_shared<rpc::Reply>(std::move(reply))] {
            answer(*reply, guarded(function, *self, *request));
        };
        session.run(std::move(job));
    });
}

rpc::Method initialize_method(SessionCore& session) {
    const auto run = [&session](const rpc::Request& request, rpc::Reply reply) {
        answer(reply, initialize(session, request));
    };
    return {.run = run, .may_cancel = false, .may_batch = false};
}

void add_offers(rpc::Methods& methods, SessionCore& session) {
    methods.requests["resources/list"] = here(session, &list_resources);
    methods.requests["resources/templates/list"] = here(session, &list_templates);
    methods.requests["resources/read"] = on_thread(session, &read_resource);
    methods.requests["resources/subscribe"] = here(session, &subscribe);
    methods.requests["resources/unsubscribe"] = here(session, &unsubscribe);
    methods.requests["prompts/list"] = here(session, &list_prompts);
    methods.requests["prompts/get"] = on_thread(session, &get_prompt);
    methods.requests["completion/complete"] = on_thread(session, &complete);
}

}  // namespace

std::shared_ptr<const rpc::Methods> methods_of(SessionCore& session) {
    auto methods = std::make_shared<rpc::Methods>();
    methods->requests["initialize"] = initialize_method(session);
    methods->requests["ping"].run = [](const rpc::Request&, rpc::Reply reply) {
        reply.result("{}");
    };
    methods->requests["logging/setLevel"] = here(session, &set_log_level);
    methods->requests["tools/list"] = here(session, &list_tools);
    methods->requests["tools/call"] =
        after_initialize(session, [&session](const rpc::Request& request, rpc::Reply reply) {
            call_tool(session, request, std::move(reply));
        });
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
