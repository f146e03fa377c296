#include "mcp/client/authorization/oauth_tokens.hpp"

#include <iam/core/signals_blocked.hpp>

#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace iam::mcp {
namespace {

using RenewalDone = std::function<void(Result<void>)>;

/// A function of the owner must not end the thread.
void tell_end(const RenewalDone& done, const Result<void>& result) noexcept {
    try {
        done(result);
    } catch (...) {  // NOLINT(bugprone-empty-catch): nobody else is there to hear of it
    }
}

}  // namespace

class OauthTokens::Core {
 public:
    Core(std::unique_ptr<GrantRenewal> renewal, StoredGrant grant)
        : renewal_(std::move(renewal)), grant_(std::move(grant)) {}
    Core(const Core&) = delete;
    Core& operator=(const Core&) = delete;
    ~Core() {
        worker_.request_stop();
        if (worker_.joinable()) worker_.join();
    }

    std::string authorization() const {
        const std::lock_guard lock(mutex_);
        return field_of(grant_);
    }

    void renew(TokenRefusal refusal, RenewalDone done) {
        std::unique_lock lock(mutex_);
        waiting_.push_back({std::move(refusal), std::move(done)});
        if (worker_.joinable() || start()) {
            changed_.notify_all();
            return;
        }
        const Waiting failed = std::move(waiting_.back());
        waiting_.pop_back();
        lock.unlock();
        tell_end(failed.done, fail(Errc::unavailable,
                                   "No thread can be started for the authorization; end other "
                                   "programs, and try again."));
    }

 private:
    struct Waiting {
        TokenRefusal refusal{};
        RenewalDone done{};
    };

    static std::string field_of(const StoredGrant& grant) {
        return grant.access_token.empty() ? std::string() : "Bearer " + grant.access_token.text();
    }

    bool start() {
        const SignalsBlocked blocked;
        try {
            worker_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
            return true;
        } catch (const std::system_error&) {
            return false;
        }
    }

    void work(const std::stop_token& stop) {
        std::unique_lock lock(mutex_);
        while (changed_.wait(lock, stop, [this] { return !waiting_.empty(); }) &&
               !stop.stop_requested()) {
            const TokenRefusal refusal = waiting_.front().refusal;
            StoredGrant grant = grant_;
            lock.unlock();
            const Result<void> result = renewed(grant, refusal, stop);
            lock.lock();
            grant_ = std::move(grant);
            answer_all(lock, result);
        }
        answer_all(lock, fail(Errc::unavailable, "The authorization was ended."));
    }

    Result<void> renewed(StoredGrant& grant, const TokenRefusal& refusal,
                         const std::stop_token& stop) const {
        if (refusal.sent && *refusal.sent != field_of(grant)) return {};
        try {
            return renewal_->renew(grant, refusal, stop);
        } catch (const std::exception&) {  // memory, or a function of the owner
            return fail(Errc::internal, "The authorization broke off; try again.");
        }
    }

    void answer_all(std::unique_lock<std::mutex>& lock, const Result<void>& result) {
        const std::vector<Waiting> all = std::exchange(waiting_, {});
        lock.unlock();
        for (const Waiting& waiting : all) tell_end(waiting.done, result);
        lock.lock();
    }

    const std::unique_ptr<GrantRenewal> renewal_;  // of the thread
    mutable std::mutex mutex_;
    std::condition_variable_any changed_;
    StoredGrant grant_;
    std::vector<Waiting> waiting_{};
    std::jthread worker_{};  // last: uses the others
};

OauthTokens::OauthTokens(std::unique_ptr<Core> core) noexcept : core_(std::move(core)) {}
OauthTokens::~OauthTokens() = default;

Result<std::unique_ptr<OauthTokens>> OauthTokens::make(OauthSettings settings, OauthParts parts) {
    IAM_TRY(renewal, GrantRenewal::make(std::move(settings), std::move(parts)));
    IAM_TRY(grant, renewal->load());
    return std::unique_ptr<OauthTokens>(
        new OauthTokens(std::make_unique<Core>(std::move(renewal), std::move(grant))));
}

std::string OauthTokens::authorization() {
    return core_->authorization();
}

void OauthTokens::renew(TokenRefusal refusal, std::function<void(Result<void>)> done) {
    core_->renew(std::move(refusal), std::move(done));
}

}  // namespace iam::mcp
