// SHA-256 and HMAC-SHA-256 (FIPS 180-4, RFC 2104; OpenSSL computes them), always under a domain
// tag.
#pragma once

#include <iam/core/result.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace iam {

struct Digest {
    std::array<std::uint8_t, 32> bytes{};
    friend bool operator==(const Digest&, const Digest&) = default;
    friend auto operator<=>(const Digest&, const Digest&) = default;
    /// 64 lower-case hexadecimal digits.
    std::string hex() const;
    static Result<Digest> from_hex(std::string_view text);
};

/// The digests of one tool's contract (contract/digests.hpp computes them): of what the wire
/// carries, of what consent is bound to, and of everything that can change a model's behaviour.
struct ContractDigests {
    Digest wire{};
    Digest consent{};
    Digest behaviour{};
    friend bool operator==(const ContractDigests&, const ContractDigests&) = default;
};

/// How far one SHA-256 has come. A value: a copy goes on from the same place. Wiped when it dies.
class HashState {
 public:
    HashState() noexcept;
    HashState(const HashState&) noexcept = default;
    HashState& operator=(const HashState&) noexcept = default;
    ~HashState();
    void update(std::span<const std::uint8_t> bytes) noexcept;
    /// The state is of no use afterwards.
    Digest finish() noexcept;

 private:
    alignas(std::uint64_t) std::array<std::byte, 112> room_;  // libcrypto's SHA256_CTX
};

/// A key of 32 bytes, wiped when it dies.
class SecretKey {
 public:
    explicit SecretKey(std::array<std::uint8_t, 32> bytes) noexcept;
    SecretKey(const SecretKey&) = default;
    SecretKey& operator=(const SecretKey&) = default;
    ~SecretKey();
    std::span<const std::uint8_t, 32> bytes() const noexcept { return bytes_; }

 private:
    friend class Hasher;
    std::array<std::uint8_t, 32> bytes_;
    // The two hashes of an HMAC (RFC 2104) after their first block, which is made of the key alone.
    HashState inner_{};
    HashState outer_{};
};

/// Incremental hash of tag ‖ parts. Equal parts in another split give equal digests: frame what
/// must not run together. `tag` ends with a NUL and a version, e.g. "iam/entry/1\0" given as a
/// literal through domain_tag().
class Hasher {
 public:
    explicit Hasher(std::string_view tag);
    Hasher(std::string_view tag, const SecretKey& key);  // HMAC
    Hasher& update(std::string_view bytes);
    Hasher& update(std::span<const std::uint8_t> bytes);
    Hasher& update(const Digest& digest);
    /// A part and its length (8 bytes, little endian), so that parts cannot run together.
    Hasher& update_framed(std::string_view bytes);
    /// Once; nothing can be added afterwards.
    Digest finish();

 private:
    HashState inner_{};
    std::optional<HashState> outer_{};  // of an HMAC
    bool finished_ = false;
};

/// A literal with its closing NUL: domain_tag("iam/entry/1").
template <std::size_t N>
constexpr std::string_view domain_tag(const char (&text)[N]) {
    return std::string_view(text, N);
}

Digest sha256(std::string_view tag, std::string_view bytes);
Digest hmac_sha256(const SecretKey& key, std::string_view tag, std::string_view bytes);
/// Compares in constant time.
bool equal_constant_time(std::string_view a, std::string_view b) noexcept;

}  // namespace iam
