// The key of a store's argument digests, in a file of its own.
#pragma once

#include <iam/core/digest.hpp>
#include <iam/core/entropy.hpp>

#include <filesystem>

namespace iam::store_sqlite {

/// Reads the key. not_found if there is no such file; corrupt if group or others may read it, or it
/// has not exactly 32 bytes.
Result<SecretKey> read_key(const std::filesystem::path& path);

/// Writes a file that is not there yet, durably, 0600.
Result<void> copy_key(const SecretKey& key, const std::filesystem::path& path);

/// Makes the key, whole or not at all, durably, 0600. Call under the writer's lock, after read_key
/// has said not_found.
Result<SecretKey> make_key(const std::filesystem::path& path, Entropy& entropy);

}  // namespace iam::store_sqlite
