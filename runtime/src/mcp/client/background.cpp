#include "mcp/client/background.hpp"

#include <iam/core/signals_blocked.hpp>

#include <utility>

namespace iam::mcp {

Background::~Background() {
    {
        const std::lock_guard lock(mutex_);
        for (Worker& worker : workers_) worker.stop.request_stop();
    }
    // No thread adds a worker now, and a list keeps the places of its members.
    for (Worker& worker : workers_) worker.thread.join();
}

void Background::run(std::function<void(std::stop_token stop)> job) {
    const std::lock_guard lock(mutex_);
    join_ended();
    Worker& worker = workers_.emplace_back();
    const SignalsBlocked blocked;
    worker.thread = std::thread([this, &worker, job = std::move(job)] {
        job(worker.stop.get_token());
        const std::lock_guard ended(mutex_);
        worker.has_ended = true;
    });
}

void Background::join_ended() {
    for (auto worker = workers_.begin(); worker != workers_.end();) {
        if (!worker->has_ended) {
            ++worker;
            continue;
        }
        // It does nothing behind has_ended, so this does not wait.
        worker->thread.join();
        worker = workers_.erase(worker);
    }
}

}  // namespace iam::mcp
