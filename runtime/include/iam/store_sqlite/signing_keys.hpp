// The key that signs a ledger's checkpoints, in a file of its own.
#pragma once

#include <iam/core/entropy.hpp>
#include <iam/core/signature.hpp>

#include <filesystem>
#include <memory>
#include <optional>

namespace iam::store_sqlite {

/// 32 random bytes in <path>, 0600. While a key is replaced its successor waits in <path>.next. One process at a time has them: the lock
/// is <path>.lock. Whoever can read the file can sign; it may stand elsewhere than the ledger. Not thread-safe.
class SigningKeys {
 public:
    /// Makes the key where there is none; its folder must be there. Errors: unavailable (folder, disk, another process has them for 5 s),
    /// corrupt (others can read the file, or it is no key).
    static Result<SigningKeys> open(const std::filesystem::path& path, Entropy& entropy);
    SigningKeys(SigningKeys&&) noexcept;
    SigningKeys& operator=(SigningKeys&&) noexcept;
    ~SigningKeys();

    const SigningKey& current() const noexcept;
    /// Of a replacement that was begun and not ended.
    const std::optional<SigningKey>& next() const noexcept;
    /// Makes it, if there is none yet.
    Result<void> prepare_next(Entropy& entropy);
    /// The next becomes the current one, which is gone for good: call after a checkpoint has named it.
    Result<void> replace();

 private:
    struct State;
    explicit SigningKeys(std::unique_ptr<State> state) noexcept;
    std::unique_ptr<State> state_;
};

}  // namespace iam::store_sqlite
