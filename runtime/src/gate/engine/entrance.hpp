// The threads inside a Runtime. The end of the Runtime closes the entrance and waits for them.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
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

}  // namespace iam::gate
