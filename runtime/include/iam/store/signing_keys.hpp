// Keeps the signing key of a ledger's checkpoints in a file.
#pragma once

#include <iam/core/entropy.hpp>
#include <iam/core/signature.hpp>

#include <filesystem>
#include <memory>
#include <optional>

namespace iam::store {

/// 32 random bytes in <path>, 0600. While a key is being replaced, its successor waits in
/// <path>.next. One process at a time holds them; the lock is <path>.lock. Every reader of the file
/// can sign; it may stand elsewhere than the ledger. Not thread-safe.
class SigningKeys {
 public:
    /// Makes the key if there is none; its folder must exist. Errors: unavailable (folder, disk,
    /// another process holds the keys for 5 s), corrupt (others can read the file, or it is no
    /// key).
    static Result<SigningKeys> open(const std::filesystem::path& path, Entropy& entropy);
    SigningKeys(SigningKeys&&) noexcept;
    SigningKeys& operator=(SigningKeys&&) noexcept;
    ~SigningKeys();

    const SigningKey& current() const noexcept;
    /// The successor of an unfinished replacement.
    const std::optional<SigningKey>& next() const noexcept;
    /// Makes the next key if there is none yet.
    Result<void> prepare_next(Entropy& entropy);
    /// Makes the next key the current one and deletes the current one for good. Call it after a
    /// checkpoint has named the next key. If only making the folder durable failed, the next key is
    /// the current one, and a power cut may bring the former one back.
    Result<void> replace();

 private:
    struct State;
    explicit SigningKeys(std::unique_ptr<State> state) noexcept;
    std::unique_ptr<State> state_;
};

}  // namespace iam::store
