// Reads random bytes from the kernel, and reads and writes hexadecimal text.
#include "iam/core/entropy.hpp"

#include <iam/core/assert.hpp>

#include <sys/mman.h>
#include <sys/random.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <cerrno>
#include <cstring>
#include <new>
#include <string_view>

namespace iam {
namespace {

/// The two digits of every byte, since entries hold many digests.
constexpr auto k_hex_pairs = [] {
    constexpr std::string_view k_digits = "0123456789abcdef";
    std::array<std::array<char, 2>, 256> pairs{};
    for (std::size_t byte = 0; byte < pairs.size(); ++byte)
        pairs[byte] = {k_digits[byte / 16], k_digits[byte % 16]};
    return pairs;
}();

/// The value of a lower-case hexadecimal digit, or 16.
unsigned hex_value(char digit) noexcept {
    if (digit >= '0' && digit <= '9') return static_cast<unsigned>(digit - '0');
    if (digit >= 'a' && digit <= 'f') return static_cast<unsigned>(digit - 'a') + 10U;
    return 16;
}

#ifdef __SSE2__
/// The digit of each nibble. A letter's character lies 39 further from its value than the character
/// of a digit below ten.
__m128i hex_digits(__m128i nibbles) noexcept {
    const __m128i is_letter = _mm_cmpgt_epi8(nibbles, _mm_set1_epi8(9));
    const __m128i letters = _mm_and_si128(is_letter, _mm_set1_epi8('a' - '0' - 10));
    return _mm_add_epi8(_mm_add_epi8(nibbles, _mm_set1_epi8('0')), letters);
}

char* write_16_as_hex(const std::uint8_t* bytes, char* out) noexcept {
    const __m128i low_bits = _mm_set1_epi8(0x0F);
    const __m128i all = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
    const __m128i high = hex_digits(_mm_and_si128(_mm_srli_epi16(all, 4), low_bits));
    const __m128i low = hex_digits(_mm_and_si128(all, low_bits));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out), _mm_unpacklo_epi8(high, low));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out + 16), _mm_unpackhi_epi8(high, low));
    return out + 32;
}
#endif

void fill_from_system(std::span<std::uint8_t> bytes) {
    while (!bytes.empty()) {
        const ssize_t filled = ::getrandom(bytes.data(), bytes.size(), 0);
        if (filled < 0 && errno == EINTR) continue;
        IAM_ASSERT(filled > 0 && "the system has no random bytes to give");
        bytes = bytes.subspan(static_cast<std::size_t>(filled));
    }
}

constexpr std::size_t k_page_bytes = 4096;

/// A page that is all zeros in the child of a fork, or nullptr if the system has none.
void* map_page_wiped_by_fork() noexcept {
    void* const memory =
        ::mmap(nullptr, k_page_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return nullptr;
    if (::madvise(memory, k_page_bytes, MADV_WIPEONFORK) == 0) return memory;
    ::munmap(memory, k_page_bytes);
    return nullptr;
}

}  // namespace

/// All zeros means: nothing is left.
struct SystemEntropy::Page {
    std::size_t left;
    std::array<std::uint8_t, k_page_bytes - sizeof(std::size_t)> bytes;
};

void SystemEntropy::Unmap::operator()(Page* page) const noexcept {
    ::explicit_bzero(page, k_page_bytes);
    ::munmap(page, k_page_bytes);
}

void SystemEntropy::fill(std::span<std::uint8_t> bytes) {
    if (bytes.empty()) return;
    const std::lock_guard lock(mutex_);
    if (!page_) {
        if (void* const memory = map_page_wiped_by_fork()) page_.reset(::new (memory) Page);
    }
    if (!page_ || bytes.size() > page_->bytes.size()) return fill_from_system(bytes);
    if (page_->left < bytes.size()) {
        fill_from_system(page_->bytes);
        page_->left = page_->bytes.size();
    }
    page_->left -= bytes.size();
    std::uint8_t* const taken = page_->bytes.data() + page_->left;
    std::memcpy(bytes.data(), taken, bytes.size());
    ::explicit_bzero(taken, bytes.size());
}

std::string random_id(Entropy& entropy) {
    std::array<std::uint8_t, 16> bytes{};
    entropy.fill(bytes);
    return to_hex(bytes);
}

std::array<std::uint8_t, 32> random_salt(Entropy& entropy) {
    std::array<std::uint8_t, 32> bytes{};
    entropy.fill(bytes);
    return bytes;
}

char* write_hex(std::span<const std::uint8_t> bytes, char* out) noexcept {
#ifdef __SSE2__
    // A call writes a dozen digests; sixteen bytes at a time take a quarter of the instructions.
    for (; bytes.size() >= 16; bytes = bytes.subspan(16)) out = write_16_as_hex(bytes.data(), out);
#endif
    for (const std::uint8_t byte : bytes) {
        std::memcpy(out, k_hex_pairs[byte].data(), 2);
        out += 2;
    }
    return out;
}

std::string to_hex(std::span<const std::uint8_t> bytes) {
    std::string text(bytes.size() * 2, '0');
    write_hex(bytes, text.data());
    return text;
}

Result<std::string> from_hex(std::string_view text) {
    if (text.size() % 2 != 0) {
        return fail(Errc::invalid_argument,
                    "hexadecimal text needs an even number of digits, this has " +
                        std::to_string(text.size()));
    }
    std::string bytes;
    bytes.reserve(text.size() / 2);
    for (std::size_t i = 0; i < text.size(); i += 2) {
        const unsigned high = hex_value(text[i]);
        const unsigned low = hex_value(text[i + 1]);
        if (high > 15 || low > 15) {
            return fail(
                Errc::invalid_argument,
                "hexadecimal text holds only 0-9 and a-f; another character stands at position " +
                    std::to_string(high > 15 ? i : i + 1));
        }
        bytes.push_back(static_cast<char>(high * 16 + low));
    }
    return bytes;
}

}  // namespace iam
