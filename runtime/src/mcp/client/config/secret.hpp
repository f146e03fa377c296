// Reads the secrets that servers.json refers to.
#pragma once

#include <iam/core/result.hpp>
#include <iam/mcp/server_config.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>

namespace iam::mcp {

inline constexpr std::size_t k_secret_bytes_max = std::size_t{16} << 10U;

/// The places of secrets outside of files.
struct SecretPlaces {
    /// The value of a variable of this program.
    std::function<std::optional<std::string>(const std::string& name)> variable{};
    /// The program that reads the keyring: a path, or a name for PATH.
    std::string keyring_program = "secret-tool";
    /// How long the keyring may take; its person may have to unlock it.
    std::chrono::milliseconds keyring_time{std::chrono::minutes{1}};
    std::stop_token stop{};  ///< ends the wait for the keyring
    /// Results of read_keyring(), by the entries. The keyring is asked for others.
    std::map<std::string, Result<std::string>> read_before{};
};

/// The use of a secret: a header field has one line.
enum class SecretUse { field, variable };

/// Asks the keyring, which may wait for a person. Errors: as of read_secret().
Result<std::string> read_keyring(const std::string& entry, const SecretPlaces& places);

/// The secret without one line end behind it. No error repeats any of it. Errors: not_found (there
/// is no such file, entry or variable), corrupt (others can read the file), unavailable,
/// invalid_argument (it is empty, too long, or not for this use).
Result<std::string> read_secret(const SecretReference& reference, const SecretPlaces& places,
                                SecretUse use);

}  // namespace iam::mcp
