// Reads a key from a file that only its owner can read.
#pragma once

#include <iam/core/result.hpp>

#include <cstddef>
#include <string>

namespace iam::host {

inline constexpr std::size_t k_key_file_bytes_max = std::size_t{16} << 10U;

/// The content without one line end behind it. No error repeats any of it. Errors: not_found,
/// corrupt (it belongs to another user, or others can read it), unavailable, invalid_argument (it
/// is empty or too long).
Result<std::string> read_key_file(const std::string& path);

}  // namespace iam::host
