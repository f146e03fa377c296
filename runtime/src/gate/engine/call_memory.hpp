// The memory of a finished call, kept for the next call. malloc would search for a piece of this
// size and merge it when it is freed: up to 330 instructions of a call.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <new>
#include <utility>

namespace iam::gate {

// Under the address sanitizer each call has memory of its own. Otherwise the sanitizer would miss a
// use of an earlier call's memory.
#if defined(__SANITIZE_ADDRESS__)
#define IAM_KEEPS_CALL_MEMORY 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define IAM_KEEPS_CALL_MEMORY 0
#endif
#endif
#ifndef IAM_KEEPS_CALL_MEMORY
#define IAM_KEEPS_CALL_MEMORY 1
#endif

/// Keeps one free piece of memory. All pieces have the size of the first. Thread-safe.
class CallMemory {
 public:
    CallMemory() = default;
    CallMemory(const CallMemory&) = delete;
    CallMemory& operator=(const CallMemory&) = delete;
    ~CallMemory() { ::operator delete(spare_.load()); }

    void* take(std::size_t bytes) {
        void* const spare = spare_.exchange(nullptr, std::memory_order_acquire);
        return spare != nullptr ? spare : ::operator new(bytes);
    }
    void give_back(void* room) noexcept {
#if IAM_KEEPS_CALL_MEMORY
        room = spare_.exchange(room, std::memory_order_acq_rel);
#endif
        ::operator delete(room);
    }

 private:
    std::atomic<void*> spare_{nullptr};
};

/// For std::allocate_shared of one type. The memory outlives the objects.
template <class T>
struct CallAllocator {
    using value_type = T;

    explicit CallAllocator(std::shared_ptr<CallMemory> from) noexcept : memory(std::move(from)) {}
    template <class Other>
    explicit CallAllocator(const CallAllocator<Other>& other) noexcept : memory(other.memory) {}

    T* allocate(std::size_t count) {
        static_assert(alignof(T) <= alignof(std::max_align_t));
        return static_cast<T*>(memory->take(count * sizeof(T)));
    }
    void deallocate(T* room, std::size_t) noexcept { memory->give_back(room); }
    friend bool operator==(const CallAllocator& a, const CallAllocator& b) noexcept {
        return a.memory == b.memory;
    }

    std::shared_ptr<CallMemory> memory;
};

}  // namespace iam::gate
