#include "mcp/server/stateless/rounds.hpp"

#include "mcp/server/core.hpp"
#include "mcp/server/params.hpp"
#include <iam/core/digest.hpp>
#include <iam/core/json_writer.hpp>

#include <algorithm>
#include <utility>

namespace iam::mcp {

using std::chrono::milliseconds;

/// Under the mutex of Rounds, but for `changed`.
struct Rounds::Round {
    std::string id{};
    // The waiting function owns it. A thread that has claimed the round changes it alone, without
    // the mutex: the change may call back into Rounds.
    ActiveRequest* request = nullptr;
    bool is_claimed = false;
    std::vector<ClientQuestion> questions{};
    std::map<std::string, std::string, std::less<>> answers{};
    std::string principal{};
    Subject subject{};
    std::uint64_t turn = 0;
    milliseconds deadline{};  // of the wait, by boot()
    bool is_over = false;
    std::condition_variable changed{};

    /// Takes answers to open questions; others are ignored.
    void take(std::map<std::string, std::string, std::less<>> responses) {
        for (const ClientQuestion& question : questions) {
            const auto response = responses.find(question.key);
            if (response != responses.end())
                answers.emplace(question.key, std::move(response->second));
        }
    }
    bool is_answered() const {
        return !is_claimed &&
               std::all_of(questions.begin(), questions.end(), [this](const auto& question) {
                   return answers.find(question.key) != answers.end();
               });
    }
};

namespace {

std::vector<Result<std::string>> nobody(std::size_t count, const std::string& why) {
    return std::vector<Result<std::string>>(count, fail(Errc::unavailable, why));
}

std::string no_answer(ClientQuestion::Kind kind) {
    return "The client did not answer " + std::string(method_of(kind)) + ".";
}

}  // namespace

std::vector<Result<std::string>> Rounds::ask(ActiveRequest& request,
                                             const std::vector<ClientQuestion>& questions) {
    std::vector<Result<std::string>> answers;
    std::vector<ClientQuestion> open;
    for (const ClientQuestion& question : questions) {
        const auto given = request.given.find(question.key);
        if (given != request.given.end()) {
            answers.emplace_back(std::move(given->second));
            request.given.erase(given);
        } else if (has_declared(request.caller.client, question.kind)) {
            answers.emplace_back(fail(Errc::unavailable, ""));  // its place
            open.push_back(question);
        } else {
            request.missing = capability_of(question.kind);
            answers.emplace_back(
                fail(Errc::unavailable, "The client has not declared that it answers " +
                                            std::string(method_of(question.kind)) + "."));
        }
    }
    if (open.empty()) return answers;
    auto waited = wait(request, open);
    for (std::size_t at = 0; at < questions.size(); ++at) {
        for (std::size_t of = 0; of < open.size(); ++of) {
            if (open[of].key == questions[at].key) answers[at] = std::move(waited[of]);
        }
    }
    return answers;
}

std::vector<Result<std::string>> Rounds::wait(ActiveRequest& request,
                                              const std::vector<ClientQuestion>& questions) {
    std::unique_lock lock(mutex_);
    const Pointer round = open(request, questions);
    if (!round) return nobody(questions.size(), "Too many functions wait for this client.");
    // Once the request is answered, another one may take its place.
    const std::stop_token client_gone = request.session->client_gone.get_token();
    {
        const std::string text = question_text(*round);
        // A request with the answers may come before this one's answer has been sent.
        rpc::Reply reply = std::move(request.reply);
        request.leave_session();
        lock.unlock();
        reply.result(text);
    }
    const std::stop_callback stops(request.stop.get_token(), [this, &round] {
        const std::lock_guard here(mutex_);
        round->is_over = true;
        round->changed.notify_all();
    });
    const std::stop_callback stops_with_client(client_gone,
                                               ActiveRequest::StopFunction{request.stop});
    lock.lock();
    round->changed.wait_for(lock, parts_.patience,
                            [&] { return round->is_over || round->is_answered(); });
    round->changed.wait(lock, [&] { return !round->is_claimed; });
    rounds_.erase(round->id);
    std::vector<Result<std::string>> answers;
    for (const ClientQuestion& question : questions) {
        const auto answer = round->answers.find(question.key);
        if (answer == round->answers.end()) {
            answers.emplace_back(fail(Errc::unavailable, no_answer(question.kind)));
        } else {
            answers.emplace_back(std::move(answer->second));
        }
    }
    // The stop callback takes the mutex.
    lock.unlock();
    return answers;
}

Rounds::Pointer Rounds::open(ActiveRequest& request, const std::vector<ClientQuestion>& questions) {
    const Subject& subject = request.session->subject;
    const auto of_subject = std::count_if(rounds_.begin(), rounds_.end(), [&](const auto& one) {
        return one.second->subject.user == subject.user &&
               one.second->subject.workspace == subject.workspace;
    });
    const bool has_room = rounds_.size() < k_rounds_max &&
                          static_cast<std::size_t>(of_subject) < k_rounds_of_subject_max;
    if (ended_ || !has_room) return nullptr;
    auto round = std::make_shared<Round>();
    round->id = random_id(parts_.entropy);
    round->request = &request;
    round->questions = questions;
    round->subject = subject;
    round->deadline = parts_.clock.boot() + parts_.patience;
    round->principal = principal_of(subject, request.caller.client);
    rounds_.emplace(round->id, round);
    return round;
}

std::string Rounds::question_text(Round& round) {
    JsonWriter out;
    out.begin_object();
    out.plain_key("inputRequests");
    out.begin_object();
    std::vector<const ClientQuestion*> open;
    for (const ClientQuestion& question : round.questions) {
        if (round.answers.find(question.key) == round.answers.end()) open.push_back(&question);
    }
    for (const ClientQuestion* question : open) {
        out.key(question->key);
        out.begin_object();
        out.plain_member("method", method_of(question->kind));
        out.plain_key("params");
        out.raw(question->params.empty() ? "{}" : question->params);
        out.end_object();
    }
    out.end_object();
    out.plain_key("requestState");
    out.string(key_.seal({.round = round.id,
                          .turn = ++round.turn,
                          .principal = round.principal,
                          .wish = wish_of(round.request->method, round.request->params),
                          .expires = round.deadline}));
    out.plain_member("resultType", "input_required");
    out.end_object();
    return out.take();
}

std::optional<rpc::ErrorObject> Rounds::resume(const std::shared_ptr<SessionCore>& session,
                                               const rpc::Request& request, const Caller& caller,
                                               rpc::Reply& reply) {
    const auto params = read_params(request.params);
    if (!params) return invalid_params(params.error());
    const auto text = text_member(*params, "requestState");
    if (!text) return invalid_params(text.error());
    auto responses = responses_in(*params);
    if (!responses) return invalid_params(responses.error());
    const auto state = key_.open(*text);
    if (!state || state->principal != principal_of(session->subject, caller.client))
        return refused_state("This requestState is none of this server and client.");
    if (state->wish != wish_of(request.method, request.params))
        return refused_state("This requestState is of another request.");
    if (state->expires < parts_.clock.boot())
        return refused_state("This requestState has expired.");
    std::unique_lock lock(mutex_);
    const auto found = rounds_.find(state->round);
    const bool waits = found != rounds_.end() && found->second->turn == state->turn;
    if (!waits || found->second->is_over || found->second->is_claimed ||
        found->second->is_answered())
        return refused_state("This requestState has been used, or nobody waits for it any more.");
    const Pointer round = found->second;
    round->take(*std::move(responses));
    if (round->is_answered()) {
        round->is_claimed = true;
        lock.unlock();
        round->request->go_on(session, request, std::move(reply));
        lock.lock();
        round->is_claimed = false;
        round->changed.notify_all();
        return std::nullopt;
    }
    // Missing answers are asked for again.
    const std::string again = question_text(*round);
    lock.unlock();
    reply.result(again);
    return std::nullopt;
}

void Rounds::end() {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    for (const auto& [id, round] : rounds_) {
        round->is_over = true;
        round->changed.notify_all();
    }
}

std::string principal_of(const Subject& subject, const Client& client) {
    std::string text;
    for (const std::string* part :
         {&subject.user, &subject.workspace, &subject.session, &subject.agent, &client.name})
        text += std::to_string(part->size()) + ':' + *part;
    return sha256("iam/mcp/principal/1", text).hex();
}

rpc::ErrorObject refused_state(std::string_view why) {
    return invalid_params(
        std::string(why) +
        " Make the request anew, without requestState (at /params/requestState).");
}

std::string wish_of(std::string_view method, std::string_view text) {
    auto params = read_params(text);
    if (!params) return {};
    for (const char* name : {"_meta", "inputResponses", "requestState"}) params->erase(name);
    const auto rest = canonical_json(*params);
    if (!rest) return {};
    return sha256("iam/mcp/wish/1", std::string(method) + '\0' + *rest).hex();
}

Result<std::map<std::string, std::string, std::less<>>> responses_in(const Json& params) {
    std::map<std::string, std::string, std::less<>> responses;
    const auto found = params.find("inputResponses");
    if (found == params.end()) return responses;
    if (!found->is_object())
        return fail(Errc::invalid_argument, "\"inputResponses\" must be an object.",
                    "/inputResponses");
    for (const auto& [key, answer] : found->items()) {
        // A malformed answer is asked for again.
        if (!answer.is_object()) continue;
        IAM_TRY(text, canonical_json(answer));
        responses.emplace(key, std::move(text));
    }
    return responses;
}

std::string_view capability_of(ClientQuestion::Kind kind) noexcept {
    switch (kind) {
        case ClientQuestion::Kind::elicitation:
        case ClientQuestion::Kind::url_elicitation:
            return "elicitation";
        case ClientQuestion::Kind::sampling:
            return "sampling";
        case ClientQuestion::Kind::roots:
            break;
    }
    return "roots";
}

std::string_view method_of(ClientQuestion::Kind kind) noexcept {
    switch (kind) {
        case ClientQuestion::Kind::elicitation:
        case ClientQuestion::Kind::url_elicitation:
            return "elicitation/create";
        case ClientQuestion::Kind::sampling:
            return "sampling/createMessage";
        case ClientQuestion::Kind::roots:
            break;
    }
    return "roots/list";
}

bool has_declared(const Client& client, ClientQuestion::Kind kind) noexcept {
    switch (kind) {
        case ClientQuestion::Kind::elicitation:
            return client.has_forms && has_elicitation(client.revision);
        case ClientQuestion::Kind::url_elicitation:
            return client.has_urls && has_url_elicitation(client.revision);
        case ClientQuestion::Kind::sampling:
            return client.has_sampling;
        case ClientQuestion::Kind::roots:
            break;
    }
    return client.has_roots;
}

rpc::ErrorObject missing_capability(const std::string& capability) {
    return {.code = mcp_code::missing_capability,
            .message = "The request needs a client that has declared \"" + capability + "\".",
            .data = R"({"requiredCapabilities":{")" + capability + R"(":{}}})"};
}

}  // namespace iam::mcp
