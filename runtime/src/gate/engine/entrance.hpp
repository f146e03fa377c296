// The threads inside a Runtime. The end of the Runtime closes the entrance and waits for them.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace iam::gate {

/// Thread-safe.
class Entrance {
 public:
    /// While a Pass lives, the parts of the Runtime may be used.
    class Pass {
     public:
        explicit Pass(Entrance& entrance) noexcept : entrance_(&entrance) {}
        Pass(Pass&& other) noexcept : entrance_(std::exchange(other.entrance_, nullptr)) {}
        Pass& operator=(Pass&&) = delete;
        Pass(const Pass&) = delete;
        Pass& operator=(const Pass&) = delete;
        ~Pass() {
            if (entrance_ != nullptr) entrance_->leave();
        }

     private:
        Entrance* entrance_;
    };

    /// Returns nothing once the end has begun.
    std::optional<Pass> enter();
    void close();
    void wait_until_empty();

 private:
    void leave();
    std::mutex mutex_;
    std::condition_variable empty_;
    std::size_t inside_ = 0;
    bool closed_ = false;
};

/// Ids, given by the host, of calls that are under way here. The store recognises a repetition by
/// its intent; this class recognises it before there is an intent. Thread-safe.
class ActiveCalls {
 public:
    /// While it lives, the call is under way. The ActiveCalls outlives it.
    class Claim {
     public:
        Claim(ActiveCalls& calls, std::set<std::string>::iterator id) noexcept
            : calls_(&calls), id_(id) {}
        Claim(Claim&& other) noexcept
            : calls_(std::exchange(other.calls_, nullptr)), id_(other.id_) {}
        Claim& operator=(Claim&&) = delete;
        Claim(const Claim&) = delete;
        Claim& operator=(const Claim&) = delete;
        ~Claim() {
            if (calls_ != nullptr) calls_->remove(id_);
        }

     private:
        ActiveCalls* calls_;
        std::set<std::string>::iterator id_;
    };

    /// Returns nothing if a call of this id is under way.
    std::optional<Claim> claim(const std::string& id);

 private:
    void remove(std::set<std::string>::iterator id) noexcept;
    std::mutex mutex_;
    std::set<std::string> ids_;
};

}  // namespace iam::gate
