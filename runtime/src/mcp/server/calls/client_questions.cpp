#include "mcp/server/calls/client_questions.hpp"

#include "mcp/server/core.hpp"

#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

namespace iam::mcp {
namespace {

std::string_view method_of(ClientQuestion::Kind kind) {
    switch (kind) {
        case ClientQuestion::Kind::elicitation:
            return "elicitation/create";
        case ClientQuestion::Kind::sampling:
            return "sampling/createMessage";
        case ClientQuestion::Kind::roots:
            break;
    }
    return "roots/list";
}

bool can_answer(const SessionCore& session, ClientQuestion::Kind kind) {
    const std::lock_guard lock(session.mutex);
    if (!session.operates) return false;
    const Client& client = *session.client;
    switch (kind) {
        case ClientQuestion::Kind::elicitation:
            return client.has_forms && has_elicitation(client.revision);
        case ClientQuestion::Kind::sampling:
            return client.has_sampling;
        case ClientQuestion::Kind::roots:
            break;
    }
    return client.has_roots;
}

/// The place where the thread of the function waits.
class Wait {
 public:
    void end(rpc::Outcome outcome) {
        const std::lock_guard lock(mutex_);
        outcome_ = std::move(outcome);
        ended_.notify_all();
    }
    rpc::Outcome outcome() {
        std::unique_lock lock(mutex_);
        ended_.wait(lock, [this] { return outcome_.has_value(); });
        return *std::move(outcome_);
    }

 private:
    std::mutex mutex_;
    std::condition_variable ended_;
    std::optional<rpc::Outcome> outcome_;
};

Result<std::string> result_of(rpc::Outcome outcome, std::string_view method) {
    switch (outcome.kind) {
        case rpc::Outcome::Kind::result:
            return std::move(outcome.result);
        case rpc::Outcome::Kind::error:
        case rpc::Outcome::Kind::bad_answer:
            return fail(Errc::invalid_argument,
                        "The client refused " + std::string(method) + ": " + outcome.error.message);
        case rpc::Outcome::Kind::cancelled:
        case rpc::Outcome::Kind::timed_out:
        case rpc::Outcome::Kind::closed:
            break;
    }
    return fail(Errc::unavailable, "The client did not answer " + std::string(method) + ".");
}

}  // namespace

Result<std::string> ask_client(ActiveCall& call, const ClientQuestion& question) {
    const SessionCore& session = *call.session;
    const std::string_view method = method_of(question.kind);
    if (!can_answer(session, question.kind)) {
        return fail(Errc::unavailable,
                    "The client has not declared that it answers " + std::string(method) + ".");
    }
    const auto wait = std::make_shared<Wait>();
    rpc::CallOptions options;
    options.timeout = session.server->settings.client_answer;
    options.channel = call.channel;
    const auto id = session.peer->call(
        method, question.params, [wait](rpc::Outcome outcome) { wait->end(std::move(outcome)); },
        options);
    if (!id) return tl::unexpected(id.error());
    const std::stop_callback cancel(call.stop.get_token(), [&] { session.peer->cancel(*id); });
    return result_of(wait->outcome(), method);
}

}  // namespace iam::mcp
