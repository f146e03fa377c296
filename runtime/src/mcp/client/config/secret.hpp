// Reads the secrets that servers.json refers to.
#pragma once

#include <iam/core/result.hpp>
#include <iam/mcp/server_config.hpp>

#include <cstddef>
#include <functional>
#include <optional>
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
};

/// The use of a secret: a header field has one line.
enum class SecretUse { field, variable };

/// The secret without one line end behind it. No error repeats any of it. Errors: not_found (there
/// is no such file, entry or variable), corrupt (others can read the file), unavailable,
/// invalid_argument (it is empty, too long, or not for this use).
Result<std::string> read_secret(const SecretReference& reference, const SecretPlaces& places,
                                SecretUse use);

}  // namespace iam::mcp
