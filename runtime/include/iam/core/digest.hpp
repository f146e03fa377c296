// Computes SHA-256 (FIPS 180-4) and HMAC-SHA-256 (RFC 2104) with OpenSSL, always under a domain
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

/// The digests of one tool's contract, computed by contract/digests.hpp. `wire` covers the parts on
/// the wire, `consent` the parts that people agree to, `behaviour` all parts that can change a
/// model's behaviour.
struct ContractDigests {
    Digest wire{};
    Digest consent{};
    Digest behaviour{};
    friend bool operator==(const ContractDigests&, const ContractDigests&) = default;
};

/// The state of one unfinished SHA-256. A copy goes on from the same place. The destructor wipes
/// it.
class HashState {
 public:
    HashState() noexcept;
    HashState(const HashState&) noexcept = default;
    HashState& operator=(const HashState&) noexcept = default;
    ~HashState();
    void update(std::span<const std::uint8_t> bytes) noexcept;
    /// Call it once; the state is of no use afterwards.
    Digest finish() noexcept;

 private:
    alignas(std::uint64_t) std::array<std::byte, 112> room_;  // libcrypto's SHA256_CTX
};

/// A key of 32 bytes. The destructor wipes it.
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
    // The two hashes of an HMAC (RFC 2104) after their first block. This block depends on the key
    // alone.
    HashState inner_{};
    HashState outer_{};
};

/// Hashes tag ‖ parts step by step. Equal bytes split into other parts give equal digests, so frame
/// parts if they must not run together. `tag` ends with a NUL and a version, e.g. "iam/entry/1\0";
/// domain_tag() makes it from a literal.
class Hasher {
 public:
    explicit Hasher(std::string_view tag);
    Hasher(std::string_view tag, const SecretKey& key);  // makes an HMAC
    Hasher& update(std::string_view bytes);
    Hasher& update(std::span<const std::uint8_t> bytes);
    Hasher& update(const Digest& digest);
    /// Adds the part's length (8 bytes, little endian) and the part, so parts cannot run together.
    Hasher& update_framed(std::string_view bytes);
    /// Call it once; nothing can be added afterwards.
    Digest finish();

 private:
    HashState inner_{};
    std::optional<HashState> outer_{};  // set for an HMAC
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
