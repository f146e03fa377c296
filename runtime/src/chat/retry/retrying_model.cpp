#include "iam/chat/retrying_model.hpp"

#include "chat/retry/breaker.hpp"
#include "chat/retry/delayed_work.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <mutex>
#include <utility>

namespace iam::chat {
namespace {

using OnEvent = std::function<void(const Event&)>;
using std::chrono::milliseconds;

/// The parts that all answers of one model share.
struct RetryShared {
    std::unique_ptr<Model> model;
    const Clock& clock;
    Entropy& entropy;
    RetrySettings settings;
    Breaker breaker;
    DelayedWork later;  // ends first: its work uses the others
};

std::string seconds_text(milliseconds time) {
    constexpr auto k_second = milliseconds{1000};
    return std::to_string((time + k_second - milliseconds{1}) / k_second) + " s";
}

/// One answer over all of its attempts. Attempts follow one another, and an event of an attempt
/// that is over is dropped.
class RetriedAnswer : public std::enable_shared_from_this<RetriedAnswer> {
 public:
    RetriedAnswer(RetryShared& shared, ModelRequest request, OnEvent on_event)
        : shared_(shared), request_(std::move(request)), on_event_(std::move(on_event)) {}

    void attempt() {
        std::unique_lock lock(mutex_);
        if (!is_open_) return;
        ++attempt_;
        const milliseconds now = shared_.clock.boot();
        if (!shared_.breaker.lets_through(now)) {
            finish(StreamError{.kind = StreamError::Kind::provider,
                               .message = "The model failed " +
                                          std::to_string(shared_.settings.failures_max) +
                                          " times in a row and is left alone; try again in " +
                                          seconds_text(shared_.breaker.wait(now)) + "."});
            return;
        }
        is_trying_ = true;
        auto stream = shared_.model->start(
            request_, [self = weak_from_this(), number = attempt_](const Event& event) {
                if (const auto answer = self.lock()) answer->take(number, event);
            });
        stream_ = std::move(stream);
    }

    void close() {
        std::unique_ptr<ModelStream> stream;
        {
            const std::lock_guard lock(mutex_);
            is_open_ = false;
            stream = std::move(stream_);
            if (std::exchange(is_trying_, false)) shared_.breaker.forget_probe();
        }
        // Outside of the lock: it waits for an event under way, which may wait for the lock.
        stream.reset();
    }

 private:
    void take(std::uint32_t number, const Event& event) {
        const std::lock_guard lock(mutex_);
        if (!is_open_ || number != attempt_ || !is_trying_) return;
        if (const auto* const error = std::get_if<StreamError>(&event)) return judge(*error);
        if (std::holds_alternative<End>(event)) {
            shared_.breaker.succeeded();
            return finish(event);
        }
        on_event_(event);
    }

    void judge(const StreamError& error) {
        is_trying_ = false;
        if (error.kind != StreamError::Kind::overload) {
            // Another request may succeed: this one was wrong.
            shared_.breaker.forget_probe();
            return finish(error);
        }
        shared_.breaker.failed(shared_.clock.boot());
        const milliseconds asked = error.retry_after.value_or(milliseconds{0});
        if (attempt_ >= shared_.settings.attempts_max || asked > shared_.settings.wait_max)
            return finish(error);
        const milliseconds wait = std::max(asked, drawn_wait());
        on_event_(TakenBack{error.message + " Asking again in " + seconds_text(wait) + "."});
        if (!is_open_) return;
        shared_.later.run_after(wait, [self = weak_from_this()] {
            if (const auto answer = self.lock()) answer->attempt();
        });
    }

    milliseconds drawn_wait() {
        milliseconds longest = shared_.settings.first_wait;
        for (std::uint32_t i = 1; i < attempt_ && longest < shared_.settings.wait_max; ++i)
            longest *= 2;
        longest = std::min(longest, shared_.settings.wait_max);
        std::array<std::uint8_t, 2> bytes{};
        shared_.entropy.fill(bytes);
        const auto part = static_cast<std::int64_t>(bytes[0]) * 256 + bytes[1];
        return milliseconds{longest.count() * part / 65536};
    }

    void finish(const Event& event) {
        is_trying_ = false;
        on_event_(event);
        is_open_ = false;
    }

    RetryShared& shared_;
    const ModelRequest request_;
    const OnEvent on_event_;
    std::recursive_mutex mutex_;  // an event may close the answer on its own thread
    std::uint32_t attempt_ = 0;
    bool is_open_ = true;
    bool is_trying_ = false;
    std::unique_ptr<ModelStream> stream_;
};

class RetriedStream final : public ModelStream {
 public:
    explicit RetriedStream(std::shared_ptr<RetriedAnswer> answer) : answer_(std::move(answer)) {}
    RetriedStream(const RetriedStream&) = delete;
    RetriedStream& operator=(const RetriedStream&) = delete;
    ~RetriedStream() override { answer_->close(); }

 private:
    const std::shared_ptr<RetriedAnswer> answer_;
};

class RetryingModel final : public Model {
 public:
    RetryingModel(std::unique_ptr<Model> model, const Clock& clock, Entropy& entropy,
                  RetrySettings settings)
        : shared_{.model = std::move(model),
                  .clock = clock,
                  .entropy = entropy,
                  .settings = settings,
                  .breaker = {settings.failures_max, settings.failures_time},
                  .later = {}} {}

    std::string name() const override { return shared_.model->name(); }
    std::optional<std::uint64_t> context_tokens() const override {
        return shared_.model->context_tokens();
    }
    std::unique_ptr<ModelStream> start(ModelRequest request, OnEvent on_event) override {
        auto answer =
            std::make_shared<RetriedAnswer>(shared_, std::move(request), std::move(on_event));
        answer->attempt();
        return std::make_unique<RetriedStream>(std::move(answer));
    }

 private:
    RetryShared shared_;
};

}  // namespace

std::unique_ptr<Model> make_retrying_model(std::unique_ptr<Model> model, const Clock& clock,
                                           Entropy& entropy, RetrySettings settings) {
    return std::make_unique<RetryingModel>(std::move(model), clock, entropy, settings);
}

}  // namespace iam::chat
