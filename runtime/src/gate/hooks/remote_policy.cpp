// Asks another program, each time on a new thread. The thread ends with the answer.
#include "iam/gate/remote_policy.hpp"

#include <iam/core/signals_blocked.hpp>
#include <iam/words/catalogue.hpp>

#include <algorithm>
#include <condition_variable>
#include <iterator>
#include <list>
#include <mutex>
#include <thread>
#include <utility>

namespace iam::gate {

using PolicyAnswer = Result<std::optional<consent::Decision>>;

/// One question under way. Its thread and the waiting call share it.
struct Inquiry {
    PolicyQuestion question{};
    std::mutex mutex{};
    std::condition_variable news{};
    std::optional<PolicyAnswer> answer{};
    std::stop_source stop{};
};

namespace {

// A longer wait would overflow the library's clock.
constexpr std::chrono::milliseconds k_deadline_max = std::chrono::hours(24 * 365);

PolicyAnswer unreachable_because(words::Id why) {
    return fail(Errc::unavailable, english(why));
}

/// The own errors are words of the catalogue. Any other stays in its writer's words.
words::Sentences problem_of(const Error& error) {
    for (const words::Id id : {words::Id::nobody_to_ask, words::Id::policy_threw,
                               words::Id::policy_busy, words::Id::policy_late}) {
        if (error.message == english(id)) return say(id);
    }
    return error.message;
}

PolicyAnswer ask_guarded(const RemotePolicy::Ask& ask, const Inquiry& inquiry) {
    try {
        if (!ask) return unreachable_because(words::Id::nobody_to_ask);
        return ask(inquiry.question, inquiry.stop.get_token());
    } catch (...) {
        return unreachable_because(words::Id::policy_threw);
    }
}

int strictness_of(Policy policy) {
    return policy == Policy::allow ? 0 : (policy == Policy::confirm ? 1 : 2);
}

PolicyQuestion question_about(const CallView& call, const consent::Decision& upstream,
                              bool with_arguments) {
    PolicyQuestion question;
    question.call.id = call.call.id;
    question.call.tool = call.call.tool;
    question.call.subject = call.call.subject;
    question.call.proposer = call.call.proposer;
    if (with_arguments) question.call.arguments = call.call.arguments;
    if (call.contract != nullptr) {
        question.consent_digest = call.contract->digests.consent;
        question.hints = call.contract->hints;
    }
    question.is_undo = call.is_undo;
    question.upstream = upstream;
    return question;
}

}  // namespace

struct RemotePolicy::State {
    struct Running {
        std::shared_ptr<Inquiry> inquiry;
        std::thread thread;
    };
    Ask ask{};
    std::mutex mutex{};
    std::list<Running> running{};

    /// Called under the mutex.
    void join_ended() {
        for (auto one = running.begin(); one != running.end();) {
            bool ended = false;
            {
                const std::lock_guard lock(one->inquiry->mutex);
                ended = one->inquiry->answer.has_value();
            }
            // The thread has only to return.
            if (ended) one->thread.join();
            one = ended ? running.erase(one) : std::next(one);
        }
    }

    bool begin(const std::shared_ptr<Inquiry>& inquiry, std::size_t questions_max) {
        const std::lock_guard lock(mutex);
        join_ended();
        if (running.size() >= questions_max) return false;
        Running& one = running.emplace_back(Running{inquiry, {}});
        try {
            const SignalsBlocked blocked;
            one.thread = std::thread([this, inquiry] {
                PolicyAnswer answer = ask_guarded(ask, *inquiry);
                const std::lock_guard told(inquiry->mutex);
                inquiry->answer = std::move(answer);
                inquiry->news.notify_all();
            });
        } catch (...) {
            // Without a thread or memory nobody was asked.
            running.pop_back();
            return false;
        }
        return true;
    }
};

RemotePolicy::RemotePolicy(Ask ask, RemotePolicySettings settings)
    : settings_(std::move(settings)), state_(std::make_unique<State>()) {
    state_->ask = std::move(ask);
}

RemotePolicy::~RemotePolicy() {
    for (auto& one : state_->running) one.inquiry->stop.request_stop();
    for (auto& one : state_->running) one.thread.join();
}

std::optional<consent::Decision> RemotePolicy::on_resolve(const CallView& call,
                                                          const consent::Decision& upstream) {
    auto inquiry = std::make_shared<Inquiry>();
    inquiry->question = question_about(call, upstream, settings_.with_arguments);
    PolicyAnswer answer = unreachable_because(words::Id::policy_busy);
    if (state_->begin(inquiry, settings_.questions_max)) {
        std::unique_lock lock(inquiry->mutex);
        const bool answered =
            inquiry->news.wait_for(lock, std::min(settings_.deadline, k_deadline_max),
                                   [&] { return inquiry->answer.has_value(); });
        answer = answered ? *inquiry->answer : unreachable_because(words::Id::policy_late);
        lock.unlock();
        // The caller's stop callbacks run here.
        if (!answered) inquiry->stop.request_stop();
    }
    if (answer) return *std::move(answer);
    const bool denies = settings_.unreachable == RemotePolicySettings::Unreachable::deny;
    consent::Decision decision = upstream;
    decision.effect = denies ? Policy::deny : Policy::confirm;
    if (strictness_of(decision.effect) <= strictness_of(upstream.effect)) return std::nullopt;
    const words::Id why =
        denies ? words::Id::policy_unreachable_denies : words::Id::policy_unreachable_asks;
    decision.reason = say(why, {{"name", settings_.name}, {"why", problem_of(answer.error())}});
    return decision;
}

}  // namespace iam::gate
