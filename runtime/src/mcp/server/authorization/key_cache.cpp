#include "mcp/server/authorization/key_cache.hpp"

#include <utility>

namespace iam::mcp {
namespace {

// The wait after a failed fetch. Until then its error answers everybody.
constexpr std::chrono::milliseconds k_try_again{5000};

}  // namespace

void KeyCache::get(Done done) {
    std::unique_lock lock(mutex_);
    if (!keys_ || parts_.clock.boot() - fetched_at_ >= parts_.max_age)
        return fetch(std::move(lock), std::move(done));
    const Keys keys = keys_;
    lock.unlock();
    done(keys);
}

void KeyCache::newer(Done done) {
    std::unique_lock lock(mutex_);
    if (!keys_ || parts_.clock.boot() - fetched_at_ >= parts_.again)
        return fetch(std::move(lock), std::move(done));
    const Keys keys = keys_;
    lock.unlock();
    done(keys);
}

void KeyCache::fetch(std::unique_lock<std::mutex> lock, Done done) {
    if (failed_ && parts_.clock.boot() - failed_at_ < k_try_again) {
        const Error error = *failed_;
        lock.unlock();
        return done(tl::unexpected(error));
    }
    waiting_.push_back(std::move(done));
    if (is_fetching_) return;
    is_fetching_ = true;
    lock.unlock();
    parts_.fetch([weak = weak_from_this()](Result<std::string> text) {
        if (const auto self = weak.lock()) self->arrived(std::move(text));
    });
}

void KeyCache::arrived(Result<std::string> text) {
    auto keys =
        text ? read_token_keys(*text) : Result<TokenKeys>(tl::unexpected(std::move(text).error()));
    std::vector<Done> waiting;
    Result<Keys> answer;
    {
        const std::lock_guard lock(mutex_);
        is_fetching_ = false;
        waiting.swap(waiting_);
        if (keys) {
            keys_ = std::make_shared<const TokenKeys>(*std::move(keys));
            fetched_at_ = parts_.clock.boot();
            failed_.reset();
            answer = keys_;
        } else {
            failed_ = keys.error();
            failed_at_ = parts_.clock.boot();
            answer = tl::unexpected(*failed_);
        }
    }
    for (const Done& done : waiting) done(answer);
}

}  // namespace iam::mcp
