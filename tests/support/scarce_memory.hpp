// Memory that runs out after so many allocations, by an allocator of the program: one file of it
// includes this.
#pragma once

#include <cstdlib>
#include <limits>
#include <new>

namespace iam::test {

inline constexpr int k_no_end = std::numeric_limits<int>::max();
/// Of this thread, until one fails.
inline thread_local int allocations_left = k_no_end;

/// While it lives.
class ScarceMemory {
 public:
    explicit ScarceMemory(int allocations) { allocations_left = allocations; }
    ScarceMemory(const ScarceMemory&) = delete;
    ScarceMemory& operator=(const ScarceMemory&) = delete;
    ~ScarceMemory() { allocations_left = k_no_end; }

    static bool has_run_out() { return allocations_left == 0; }
};

}  // namespace iam::test

void* operator new(std::size_t size) {
    if (iam::test::allocations_left == 0) throw std::bad_alloc();
    if (iam::test::allocations_left != iam::test::k_no_end) --iam::test::allocations_left;
    if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
    throw std::bad_alloc();
}
// A sanitizer's own would not come by the one above.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    return std::malloc(size == 0 ? 1 : size);
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
