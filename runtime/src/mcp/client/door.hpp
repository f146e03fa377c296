// Lets functions of other threads into an object that may go away. Timers, an HttpClient and a
// TokenSource hold such functions for longer than their object lives.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>

namespace iam::mcp {

/// Shared by an object and the functions that others hold for it. Thread-safe.
class Door {
 public:
    /// True while its holder may use the object.
    class Visit {
     public:
        explicit Visit(Door* door) noexcept : door_(door) {}
        Visit(Visit&& other) noexcept : door_(std::exchange(other.door_, nullptr)) {}
        Visit& operator=(Visit&&) = delete;
        Visit(const Visit&) = delete;
        Visit& operator=(const Visit&) = delete;
        ~Visit() {
            if (door_ != nullptr) door_->leave();
        }
        explicit operator bool() const noexcept { return door_ != nullptr; }

     private:
        Door* door_;
    };

    Visit enter() {
        const std::lock_guard lock(mutex_);
        if (is_closed_) return Visit(nullptr);
        ++visitors_;
        return Visit(this);
    }
    /// Waits until every visitor has left; nobody enters afterwards. Not within a visit.
    void close() {
        std::unique_lock lock(mutex_);
        is_closed_ = true;
        is_empty_.wait(lock, [this] { return visitors_ == 0; });
    }

 private:
    void leave() noexcept {
        const std::lock_guard lock(mutex_);
        if (--visitors_ == 0) is_empty_.notify_all();
    }

    std::mutex mutex_{};
    std::condition_variable is_empty_{};
    std::size_t visitors_ = 0;
    bool is_closed_ = false;
};

/// `run` as a function that others may hold: it does nothing once the door is closed.
template <class Run>
auto through(std::shared_ptr<Door> door, Run run) {
    return [door = std::move(door), run = std::move(run)](auto&&... arguments) mutable {
        if (const auto visit = door->enter()) run(std::forward<decltype(arguments)>(arguments)...);
    };
}

}  // namespace iam::mcp
