#include "mcp/client/server_updates.hpp"

#include <iam/core/signals_blocked.hpp>

#include <algorithm>
#include <utility>

namespace iam::mcp {

ServerUpdates::ServerUpdates(Servers& servers, Update update)
    : servers_(servers),
      update_(std::move(update)),
      listening_(
          servers.listen(through(door_, [this](const std::string& server) { note(server); }))) {
    note_all();
}

ServerUpdates::~ServerUpdates() {
    end();
}

void ServerUpdates::end() {
    listening_.reset();
    door_->close();
    {
        const std::lock_guard lock(mutex_);
        is_ended_ = true;
        changed_.notify_all();
    }
    if (thread_.joinable()) thread_.join();
}

bool ServerUpdates::wait_until(std::chrono::steady_clock::time_point end, std::string_view server,
                               const std::function<bool()>& is_ready) {
    // A state can be seen before its listeners have heard of it.
    server.empty() ? note_all() : note(std::string(server));
    std::unique_lock lock(mutex_);
    return changed_.wait_until(lock, end,
                               [&] { return is_updated(server) && (!is_ready || is_ready()); });
}

/// Under the mutex.
bool ServerUpdates::is_updated(std::string_view server) const {
    if (server.empty()) return dirty_.empty() && at_work_.empty();
    return at_work_ != server && std::find(dirty_.begin(), dirty_.end(), server) == dirty_.end();
}

void ServerUpdates::note_all() {
    for (const ServerStatus& status : servers_.connection_states()) note(status.name);
}

void ServerUpdates::note(const std::string& server) {
    const std::lock_guard lock(mutex_);
    if (is_ended_) return;
    add_to_dirty(server);
    if (!thread_.joinable()) {
        const SignalsBlocked blocked;
        thread_ = std::thread([this] { run(); });
    }
    changed_.notify_all();
}

/// Servers have turns: one that never stops changing delays no other. Under the mutex.
void ServerUpdates::add_to_dirty(const std::string& server) {
    if (std::find(dirty_.begin(), dirty_.end(), server) == dirty_.end()) dirty_.push_back(server);
}

void ServerUpdates::run() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [this] { return is_ended_ || !dirty_.empty(); });
        if (is_ended_) return;
        const std::string server = std::move(dirty_.front());
        dirty_.pop_front();
        at_work_ = server;
        lock.unlock();
        const bool is_whole = update_(server);
        lock.lock();
        if (!is_whole) add_to_dirty(server);
        at_work_.clear();
        changed_.notify_all();
    }
}

}  // namespace iam::mcp
