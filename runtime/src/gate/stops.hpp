// Asking the functions that run to stop, all at once: at the end of a Runtime, and when everything is frozen.
#pragma once

#include <iam/ledger/store.hpp>

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <stop_token>
#include <thread>

namespace iam::gate {

/// Thread-safe.
class Stops {
 public:
    /// `watches`: while functions run, one thread looks into the store for a freeze by somebody else. It starts with the first of them.
    Stops(ledger::Store& store, bool watches) noexcept : store_(store), watches_(watches) {}
    Stops(const Stops&) = delete;
    Stops& operator=(const Stops&) = delete;
    ~Stops() { end(); }

    /// Taken before a call's intent is committed: then no freeze comes between the two unseen.
    std::stop_token token();
    /// Asks whoever has a token by now; later ones are not asked.
    void request_all();

    /// While it lives a function runs.
    class Running {
     public:
        explicit Running(Stops& stops) noexcept : stops_(stops) { stops_.enter(); }
        Running(const Running&) = delete;
        Running& operator=(const Running&) = delete;
        ~Running() { stops_.leave(); }

     private:
        Stops& stops_;
    };

    /// Joins the thread. No function runs any more.
    void end();

 private:
    void enter() noexcept;
    void leave() noexcept;
    void watch(const std::stop_token& ending);
    /// Waits until somebody commits something, at most as long as a store that says nothing is asked again.
    void look_once(const std::stop_token& ending);

    ledger::Store& store_;
    const bool watches_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::stop_source source_{};
    std::size_t running_ = 0;
    std::jthread watcher_;
};

}  // namespace iam::gate
