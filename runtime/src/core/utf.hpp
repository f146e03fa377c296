// UTF-8, one sequence at a time: shared by the reader, the writer and is_valid_utf8.
#pragma once

#include <cstddef>

namespace iam {

/// Length of the well-formed sequence at `at` (1 to 4), or 0 where there is none. `at` must lie
/// before `end`.
std::size_t utf8_length(const char* at, const char* end) noexcept;

/// The first byte in [at, end) that is no printable ASCII character or is '"' or '\\'; `end` where
/// all are plain.
const char* skip_plain(const char* at, const char* end) noexcept;

}  // namespace iam
