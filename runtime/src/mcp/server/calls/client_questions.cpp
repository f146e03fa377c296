#include "mcp/server/calls/client_questions.hpp"

#include "mcp/server/core.hpp"

#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

namespace iam::mcp {
namespace {

bool can_answer(const SessionCore& session, const Client& client, ClientQuestion::Kind kind) {
    const std::lock_guard lock(session.mutex);
    return session.operates && has_declared(client, kind);
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
        case rpc::Outcome::Kind::failed:
        case rpc::Outcome::Kind::cancelled:
        case rpc::Outcome::Kind::timed_out:
        case rpc::Outcome::Kind::closed:
            break;
    }
    return fail(Errc::unavailable, "The client did not answer " + std::string(method) + ".");
}

/// A question on its way.
struct Asked {
    std::shared_ptr<Wait> wait{};  ///< nullptr: it was not sent
    std::optional<rpc::Id> id{};
    Error why_not{};
};

Asked send(const ActiveRequest& request, const ClientQuestion& question) {
    const SessionCore& session = *request.session;
    const std::string_view method = method_of(question.kind);
    if (!can_answer(session, request.caller.client, question.kind)) {
        return {.why_not = {Errc::unavailable, "The client has not declared that it answers " +
                                                   std::string(method) + "."}};
    }
    auto wait = std::make_shared<Wait>();
    rpc::CallOptions options;
    options.timeout = session.server->settings.client_answer;
    options.channel = request.channel;
    const auto id = session.peer->call(
        method, question.params, [wait](rpc::Outcome outcome) { wait->end(std::move(outcome)); },
        options);
    if (!id) return {.why_not = id.error()};
    return {.wait = std::move(wait), .id = *id};
}

std::vector<Result<std::string>> ask_in_session(ActiveRequest& request,
                                                const std::vector<ClientQuestion>& questions) {
    std::vector<Asked> asked;
    for (const ClientQuestion& question : questions) asked.push_back(send(request, question));
    const std::stop_callback cancel(request.stop.get_token(), [&] {
        for (const Asked& one : asked) {
            if (one.id) request.session->peer->cancel(*one.id);
        }
    });
    std::vector<Result<std::string>> answers;
    for (std::size_t at = 0; at < asked.size(); ++at) {
        if (asked[at].wait) {
            answers.push_back(result_of(asked[at].wait->outcome(), method_of(questions[at].kind)));
        } else {
            answers.emplace_back(tl::unexpected(asked[at].why_not));
        }
    }
    return answers;
}

}  // namespace

std::vector<Result<std::string>> ask_client(ActiveRequest& request,
                                            const std::vector<ClientQuestion>& questions) {
    if (request.caller.is_stateless) return request.session->server->rounds.ask(request, questions);
    return ask_in_session(request, questions);
}

}  // namespace iam::mcp
