// Memory for the small pieces of a run. There are hundreds of thousands of them, and the C library takes 200 instructions to give one and
// to take it back; here it is a list of free pieces for each size, of each thread. What was given back is used again and never returned:
// a run ends soon.
#include <sys/mman.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace {

using Word =
    std::uint64_t;  // in front of each piece: its size in steps, or 0 for one of the C library's

constexpr std::size_t k_step =
    16;  // sizes are multiples of it, with the word in front; pieces lie at multiples of it
constexpr std::size_t k_sizes = 64;
constexpr std::size_t k_small_bytes = (k_sizes - 1) * k_step - sizeof(Word);
constexpr std::size_t k_block_bytes = std::size_t{2}
                                      << 20;  // of a large page, where the system has such

struct FreePiece {
    FreePiece* next;
};

struct Pool {
    std::array<FreePiece*, k_sizes> free;
    char* begin;  // of what is left of the block
    char* end;
};

constinit thread_local Pool pool{};

constexpr std::size_t steps_of(std::size_t bytes) {
    return (bytes + sizeof(Word) + k_step - 1) / k_step;
}

/// Marks what begins at `place`, and gives the piece behind the mark.
void* marked(char* place, Word steps) {
    char* piece = place + k_step;
    *reinterpret_cast<Word*>(piece - sizeof(Word)) = steps;
    return piece;
}

Word mark_of(const void* piece) {
    return *reinterpret_cast<const Word*>(static_cast<const char*>(piece) - sizeof(Word));
}

/// As the standard has it: whoever can make room is asked until there is some.
template <class Take>
void* taken(const Take& take) {
    for (;;) {
        if (void* memory = take()) return memory;
        const std::new_handler handler = std::get_new_handler();
        if (handler == nullptr) throw std::bad_alloc();
        handler();
    }
}

/// Out of line: what is asked for most is there already.
[[gnu::noinline]] void* cut(std::size_t steps) {
    const std::size_t bytes = steps * k_step;
    if (pool.begin == nullptr || static_cast<std::size_t>(pool.end - pool.begin) < bytes + k_step) {
        void* block = taken([] { return std::aligned_alloc(k_block_bytes, k_block_bytes); });
        (void)::madvise(block, k_block_bytes, MADV_HUGEPAGE);
        pool.begin = static_cast<char*>(block);
        pool.end = pool.begin + k_block_bytes;
    }
    void* piece = marked(pool.begin, steps);
    pool.begin += bytes;
    return piece;
}

[[gnu::noinline]] void* of_the_c_library(std::size_t bytes) {
    if (bytes > SIZE_MAX - k_step) throw std::bad_alloc();
    return marked(static_cast<char*>(taken([bytes] { return std::malloc(bytes + k_step); })), 0);
}

void give_back(void* piece, std::size_t steps) {
    auto* freed = static_cast<FreePiece*>(piece);
    freed->next = pool.free[steps];
    pool.free[steps] = freed;
}

}  // namespace

void* operator new(std::size_t bytes) {
    if (bytes > k_small_bytes) return of_the_c_library(bytes);
    const std::size_t steps = steps_of(bytes);
    FreePiece* piece = pool.free[steps];
    if (piece == nullptr) return cut(steps);
    pool.free[steps] = piece->next;
    return piece;
}

void operator delete(void* piece) noexcept {
    if (piece == nullptr) return;
    const Word steps = mark_of(piece);
    if (steps == 0) return std::free(static_cast<char*>(piece) - k_step);
    give_back(piece, steps);
}

void operator delete(void* piece, std::size_t) noexcept {
    operator delete(piece);
}
