// Reads UTF-8 one sequence at a time for the reader, the writer and is_valid_utf8.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace iam {

/// Length of the well-formed sequence at `at` (1 to 4), or 0 if the bytes are not well-formed. `at`
/// must lie before `end`.
std::size_t utf8_length(const char* at, const char* end) noexcept;

/// Does skip_plain() a word or a byte at a time.
const char* skip_plain_words(const char* at, const char* end) noexcept;

/// The first byte in [at, end) that is '"', '\\' or no printable ASCII character; `end` if all are
/// plain.
inline const char* skip_plain(const char* at, const char* end) noexcept {
#ifdef __SSE2__
    if (end - at >= 16) {
        const auto first_other = [](const char* from) {
            const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
            const __m128i quotes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
            const __m128i backslashes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
            // Bytes are signed here, so non-ASCII bytes are below a space as well.
            const __m128i others = _mm_cmplt_epi8(bytes, _mm_set1_epi8(' '));
            const __m128i all = _mm_or_si128(_mm_or_si128(quotes, backslashes), others);
            const auto found = static_cast<std::uint32_t>(_mm_movemask_epi8(all));
            return found == 0 ? 16 : std::countr_zero(found);
        };
        for (; end - at >= 16; at += 16) {
            const int plain = first_other(at);
            if (plain != 16) return at + plain;
        }
        // The last sixteen bytes; the ones seen before are plain.
        return end - 16 + first_other(end - 16);
    }
#endif
    return skip_plain_words(at, end);
}

}  // namespace iam
