// Keeps secret keys of 32 bytes each in a file readable for its owner only.
#pragma once

#include <iam/core/digest.hpp>
#include <iam/core/entropy.hpp>
#include <iam/store/key_ring.hpp>

#include <filesystem>

namespace iam::store {

/// Reads the key from its file. Errors: not_found (no such file), corrupt (another user owns the
/// file, group or others have any right to it, or it does not have exactly 32 bytes), unavailable.
Result<SecretKey> read_key(const std::filesystem::path& path);
/// The same of a file with 1 to k_keys_max keys, one after another, oldest first.
Result<KeyRing> read_keys(const std::filesystem::path& path);

/// Writes the keys durably to a new file (0600). If the file exists, the error is unavailable.
Result<void> copy_keys(const KeyRing& keys, const std::filesystem::path& path);

/// Makes a file with one random key durably (0600). A crash leaves the whole file or none. Call it
/// under the lock of the file's writers, after reading has returned not_found.
Result<SecretKey> make_key(const std::filesystem::path& path, Entropy& entropy);

/// Adds a random key to the file durably; a crash leaves the old file or the new one. Programs that
/// have read the old file do not believe what the new key seals: end them before, and start them
/// again. One caller at a time. Errors: as read_keys(), and conflict (the file has k_keys_max
/// keys).
Result<KeyRing> add_key(const std::filesystem::path& path, Entropy& entropy);

}  // namespace iam::store
