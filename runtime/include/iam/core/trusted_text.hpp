// Reads a file that decides who may act, or that has a secret. The open file is checked, so an
// exchange of its name changes nothing.
#pragma once

#include <iam/core/result.hpp>

#include <cstddef>
#include <string>

namespace iam {

/// The file may be read by all, or by its owner alone.
enum class ReadBy { all, owner };

/// The text of a regular file. The file must belong to the user of this program or to root, and
/// nobody else may be able to write or to exchange it. Errors: unavailable (it cannot be read),
/// corrupt (others can write, or also read it), invalid_argument (no regular file, too long). No
/// error repeats any of the text.
Result<std::string> read_trusted_text(const std::string& path, ReadBy by);

inline constexpr std::size_t k_trusted_bytes_max = std::size_t{1} << 20U;

}  // namespace iam
