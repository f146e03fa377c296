// Makes and checks Ed25519 signatures (RFC 8032) with OpenSSL, always under a domain tag.
#pragma once

#include <iam/core/digest.hpp>
#include <iam/core/result.hpp>

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace iam {

struct PublicKey {
    std::array<std::uint8_t, 32> bytes{};
    friend bool operator==(const PublicKey&, const PublicKey&) = default;
    friend auto operator<=>(const PublicKey&, const PublicKey&) = default;
    /// 64 lower-case hexadecimal digits.
    std::string hex() const;
    static Result<PublicKey> from_hex(std::string_view text);
};

struct Signature {
    std::array<std::uint8_t, 64> bytes{};
    friend bool operator==(const Signature&, const Signature&) = default;
    /// 128 lower-case hexadecimal digits.
    std::string hex() const;
    static Result<Signature> from_hex(std::string_view text);
};

/// A private key, wiped when it dies. Thread-safe after construction.
class SigningKey {
 public:
    /// `seed`: 32 unpredictable bytes, the private key of RFC 8032 §5.1.5.
    explicit SigningKey(const SecretKey& seed);
    const PublicKey& public_key() const noexcept { return public_key_; }
    /// Signs tag ‖ message; `tag` as in Hasher.
    Signature sign(std::string_view tag, std::string_view message) const;

 private:
    SecretKey seed_;
    PublicKey public_key_{};
};

/// True if `signature` is `key`'s signature of tag ‖ message. False too if `key` is no valid key.
bool is_signed_by(const PublicKey& key, std::string_view tag, std::string_view message,
                  const Signature& signature);

}  // namespace iam
