// Follows servers on a thread of its own: those that have changed are updated in turns.
#pragma once

#include "mcp/client/door.hpp"
#include <iam/mcp/servers.hpp>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace iam::mcp {

/// Thread-safe. Its owner's `update` runs on its thread alone.
class ServerUpdates {
 public:
    /// Brings the owner nearer to a server's present state. False: the server needs another turn.
    /// It must not throw.
    using Update = std::function<bool(const std::string& server)>;

    /// The servers outlive it. Updates all of them at first.
    ServerUpdates(Servers& servers, Update update);
    /// end().
    ~ServerUpdates();
    ServerUpdates(const ServerUpdates&) = delete;
    ServerUpdates& operator=(const ServerUpdates&) = delete;

    /// Waits until this server is updated to its present state and `is_ready` is true, which is
    /// looked at after each update. Empty `server`: all servers. False: `end` has come before.
    bool wait_until(std::chrono::steady_clock::time_point end, std::string_view server = {},
                    const std::function<bool()>& is_ready = {});
    /// Waits for an update under way; no other one begins.
    void end();

 private:
    void note_all();
    void note(const std::string& server);
    void add_to_dirty(const std::string& server);
    bool is_updated(std::string_view server) const;
    void run();

    Servers& servers_;
    Update update_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::string> dirty_;
    std::string at_work_;  // a server; empty: none
    bool is_ended_ = false;
    std::thread thread_;
    const std::shared_ptr<Door> door_ = std::make_shared<Door>();
    std::shared_ptr<void> listening_;
};

}  // namespace iam::mcp
