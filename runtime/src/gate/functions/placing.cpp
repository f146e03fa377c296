// The call's thread waits for the host's thread. Only the function runs on the host's thread.
#include "gate/functions/placing.hpp"

#include <iam/gate/executor.hpp>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <utility>

namespace iam::gate {
namespace {

/// A function on its way to another thread.
class Errand {
 public:
    /// Runs on the other thread. `function` lives while the call waits; after give_up() nothing
    /// waits and nothing is called.
    void run(const std::function<Reply()>& function, Turns* turns) {
        {
            const std::lock_guard lock(mutex_);
            if (phase_ != Phase::waiting) return;
            phase_ = Phase::running;
        }
        Placed placed{{}, true};
        {
            const Turns::Here here(turns);
            placed.ran = run_guarded(function);
        }
        end(std::move(placed));
    }
    void give_up() {
        const std::lock_guard lock(mutex_);
        if (phase_ == Phase::waiting) phase_ = Phase::over;
        news_.notify_all();
    }
    Placed wait(const std::stop_token& stop) {
        std::unique_lock lock(mutex_);
        news_.wait(lock, stop, [this] { return phase_ != Phase::waiting; });
        if (phase_ == Phase::waiting) phase_ = Phase::over;
        // A function is waited for once it has begun, as everywhere.
        news_.wait(lock, [this] { return phase_ == Phase::over; });
        return std::move(placed_);
    }

 private:
    enum class Phase { waiting, running, over };
    void end(Placed placed) {
        const std::lock_guard lock(mutex_);
        placed_ = std::move(placed);
        phase_ = Phase::over;
        news_.notify_all();
    }

    std::mutex mutex_;
    std::condition_variable_any news_;
    Phase phase_ = Phase::waiting;
    Placed placed_{};
};

/// Ends the wait if the executor drops the job.
class DropNotice {
 public:
    explicit DropNotice(std::shared_ptr<Errand> errand) : errand_(std::move(errand)) {}
    DropNotice(const DropNotice&) = delete;
    DropNotice& operator=(const DropNotice&) = delete;
    ~DropNotice() { errand_->give_up(); }

 private:
    std::shared_ptr<Errand> errand_;
};

Placed run_elsewhere(const CallState& call, const Placement& place,
                     const std::function<Reply()>& function) {
    const auto errand = std::make_shared<Errand>();
    auto notice = std::make_shared<DropNotice>(errand);
    Turns* const turns = place.turns.get();
    const std::string thrown = run_hook([&] {
        place.executor->post([errand, notice, &function, turns] { errand->run(function, turns); });
    });
    notice.reset();
    // If post() throws, a job that it had already accepted is not run either.
    if (!thrown.empty()) errand->give_up();
    return errand->wait(call.run.stop.token());
}

}  // namespace

Placed run_in_place(const CallState& call, const std::function<Reply()>& function) {
    Placement place;
    bool is_here = true;
    const Contract& contract = *call.tool.contract;
    const auto& where = call.basis.parts.place;
    const std::string thrown = run_hook([&] {
        if (where) place = where(contract);
        is_here = !place.executor || place.executor->is_here();
    });
    // A function of an executor is called on no other thread.
    const bool is_lost = !contract.executor.empty() && !place.executor;
    if (!thrown.empty() || is_lost) return {};
    std::optional<Turns::Turn> turn;
    if (place.turns) {
        auto came = place.turns->wait(call.run.stop.token());
        if (!came) return {};
        turn.emplace(*std::move(came));
    }
    if (!is_here) return run_elsewhere(call, place, function);
    const Turns::Here here(place.turns.get());
    return {run_guarded(function), true};
}

}  // namespace iam::gate
