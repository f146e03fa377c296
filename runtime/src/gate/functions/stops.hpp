// Stop requests to all running functions at once: at the end of a Runtime and at a freeze.
#pragma once

#include <iam/ledger/store.hpp>

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <stop_token>
#include <thread>

namespace iam::gate {

/// Thread-safe.
class Stops {
 public:
    /// With `watches`, one thread looks for another process's freeze while functions run. The first
    /// function starts it.
    Stops(ledger::Store& store, bool watches) noexcept : store_(store), watches_(watches) {}
    Stops(const Stops&) = delete;
    Stops& operator=(const Stops&) = delete;
    ~Stops() { end(); }

    /// Taken before a call's intent is committed, so no freeze falls between the two.
    std::stop_token token();
    /// Stops all present holders of a token. Later tokens are not affected.
    void request_all();
    /// The same at the end of the Runtime. A token taken before is_closed() said false is stopped.
    void close();
    bool is_closed() const noexcept { return closed_; }

    /// While a Running lives, a function runs.
    class Running {
     public:
        explicit Running(Stops& stops) noexcept : stops_(stops) { stops_.enter(); }
        Running(const Running&) = delete;
        Running& operator=(const Running&) = delete;
        ~Running() { stops_.leave(); }

     private:
        Stops& stops_;
    };

    /// Joins the thread. No function may be running any more.
    void end();

 private:
    void enter() noexcept;
    void leave() noexcept;
    void watch(const std::stop_token& ending);
    /// Waits for the next commit, or until a store that gives no signal is due for another look.
    void look_once(const std::stop_token& ending);

    ledger::Store& store_;
    const bool watches_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::stop_source source_{};
    std::size_t running_ = 0;
    std::atomic<bool> closed_{false};
    std::jthread watcher_;
};

}  // namespace iam::gate
