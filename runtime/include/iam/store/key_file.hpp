// Keeps a secret key of 32 bytes in a file readable for its owner only.
#pragma once

#include <iam/core/digest.hpp>
#include <iam/core/entropy.hpp>

#include <filesystem>

namespace iam::store {

/// Reads the key from its file. Errors: not_found (no such file), corrupt (another user owns the
/// file, group or others have any right to it, or it does not have exactly 32 bytes), unavailable.
Result<SecretKey> read_key(const std::filesystem::path& path);

/// Writes the key durably to a new file (0600). If the file exists, the error is unavailable.
Result<void> copy_key(const SecretKey& key, const std::filesystem::path& path);

/// Makes a random key durably (0600). A crash leaves the whole file or none. Call it under the lock
/// of the key's writers, after read_key() has returned not_found.
Result<SecretKey> make_key(const std::filesystem::path& path, Entropy& entropy);

}  // namespace iam::store
