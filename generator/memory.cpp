// Memory for the small pieces of a run. There are hundreds of thousands of them, and the C library
// takes 200 instructions to give one and to take it back; here each thread has a list of free
// pieces for each size. Freed pieces are used again and never returned: a run ends soon.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace {

/// In front of each piece: its size in steps, the word itself included; 0 for a piece of the C
/// library.
using Word = std::uint64_t;

constexpr std::size_t k_step = 16;
constexpr std::size_t k_sizes = 64;
constexpr std::size_t k_small_bytes = (k_sizes - 1) * k_step - sizeof(Word);
constexpr std::size_t k_block_bytes = std::size_t{256} << 10;

struct FreePiece {
    FreePiece* next;
};

struct Pool {
    std::array<FreePiece*, k_sizes> free;
    char* begin;  // of the rest of the current block; pieces are cut from it
    char* end;
};

constinit thread_local Pool pool{};

constexpr std::size_t steps_of(std::size_t bytes) {
    return (bytes + sizeof(Word) + k_step - 1) / k_step;
}

/// The word is the second half of the step at `place`, so the piece lies at the beginning of the
/// next step.
void* marked(char* place, Word steps) {
    char* piece = place + k_step;
    *reinterpret_cast<Word*>(piece - sizeof(Word)) = steps;
    return piece;
}

Word mark_of(const void* piece) {
    return *reinterpret_cast<const Word*>(static_cast<const char*>(piece) - sizeof(Word));
}

/// As the standard demands: the new handler is called until there is room.
char* from_the_c_library(std::size_t bytes) {
    for (;;) {
        if (void* memory = std::malloc(bytes)) return static_cast<char*>(memory);
        const std::new_handler handler = std::get_new_handler();
        if (handler == nullptr) throw std::bad_alloc();
        handler();
    }
}

[[gnu::noinline]] void* large(std::size_t bytes) {
    if (bytes > SIZE_MAX - k_step) throw std::bad_alloc();
    return marked(from_the_c_library(bytes + k_step), 0);
}

[[gnu::noinline]] void* cut(std::size_t steps) {
    const std::size_t bytes = steps * k_step;
    if (pool.begin == nullptr || static_cast<std::size_t>(pool.end - pool.begin) < bytes + k_step) {
        pool.begin = from_the_c_library(k_block_bytes);
        pool.end = pool.begin + k_block_bytes;
    }
    void* piece = marked(pool.begin, steps);
    pool.begin += bytes;
    return piece;
}

}  // namespace

void* operator new(std::size_t bytes) {
    if (bytes > k_small_bytes) return large(bytes);
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
    pool.free[steps] = new (piece) FreePiece{pool.free[steps]};
}

void operator delete(void* piece, std::size_t) noexcept {
    operator delete(piece);
}
