// Computes SHA-256 and HMAC with libcrypto's SHA256_* functions.
//
// OpenSSL 3 calls them deprecated in favour of EVP. EVP looks the algorithm up by its name and
// keeps its state on the heap. For the short texts of a call this costs as much again as the
// hashing itself (bench/README.md). A plain value as state can also be copied, and every keyed hash
// starts from a copy.
//
// libcrypto hashes whole blocks. This file gathers smaller pieces and pads the last block, for the
// same reason.
#define OPENSSL_SUPPRESS_DEPRECATED
#include "iam/core/digest.hpp"

#include <iam/core/assert.hpp>
#include <iam/core/entropy.hpp>

#include <openssl/crypto.h>
#include <openssl/sha.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>
#include <type_traits>

namespace iam {
namespace {

constexpr std::size_t k_block_bytes = 64;  // block size of SHA-256, as RFC 2104 needs it

template <class Room>
SHA256_CTX* context_in(Room& room) noexcept {
    static_assert(sizeof(Room) == sizeof(SHA256_CTX));
    static_assert(std::is_trivially_copyable_v<SHA256_CTX>);  // so HashState can be copied
    return std::launder(reinterpret_cast<SHA256_CTX*>(room.data()));
}

/// The bytes waiting until their block is full.
std::uint8_t* pending_in(SHA256_CTX& state) noexcept {
    return reinterpret_cast<std::uint8_t*>(state.data);
}

/// Writes the most significant byte first.
void write_big_endian(std::uint32_t word, std::uint8_t* out) noexcept {
    if constexpr (std::endian::native == std::endian::little) word = __builtin_bswap32(word);
    std::memcpy(out, &word, sizeof word);
}

/// The key, filled up with zeros to one block, each byte XORed with `pad` (RFC 2104 §2).
void feed_key(HashState& state, std::span<const std::uint8_t, 32> key, std::uint8_t pad) noexcept {
    std::array<std::uint8_t, k_block_bytes> block{};
    block.fill(pad);
    for (std::size_t i = 0; i < key.size(); ++i) block[i] = static_cast<std::uint8_t>(key[i] ^ pad);
    state.update(block);
    ::explicit_bzero(block.data(), block.size());
}

/// Does explicit_bzero() for a size known to the compiler: a few stores in place of two calls, six
/// times in a call of a tool.
template <std::size_t N>
void wipe(std::array<std::byte, N>& room) noexcept {
    room.fill(std::byte{});
    // keeps the stores: the assembly may read them
    asm volatile("" : : "r"(room.data()) : "memory");
}

std::span<const std::uint8_t> bytes_of(std::string_view text) noexcept {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

}  // namespace

HashState::HashState() noexcept {
    IAM_ASSERT(SHA256_Init(::new (room_.data()) SHA256_CTX) == 1);
}

HashState::~HashState() {
    wipe(room_);
}

void HashState::update(std::span<const std::uint8_t> bytes) noexcept {
    SHA256_CTX& state = *context_in(room_);
    if (state.num + bytes.size() >= k_block_bytes) {
        IAM_ASSERT(SHA256_Update(&state, bytes.data(), bytes.size()) == 1);
        return;
    }
    if (bytes.empty()) return;
    std::memcpy(pending_in(state) + state.num, bytes.data(), bytes.size());
    state.num += static_cast<unsigned>(bytes.size());
    const auto bits = static_cast<SHA_LONG>(bytes.size() * 8);
    state.Nl += bits;
    if (state.Nl < bits) ++state.Nh;
}

/// Pads with a one bit and zeros; the last eight bytes of a block hold the number of bits (FIPS
/// 180-4 §5.1.1).
Digest HashState::finish() noexcept {
    constexpr std::size_t k_length_at = k_block_bytes - sizeof(std::uint64_t);
    SHA256_CTX& state = *context_in(room_);
    std::uint8_t* const block = pending_in(state);
    std::size_t used = state.num;
    block[used++] = 0x80;
    if (used > k_length_at) {
        std::fill(block + used, block + k_block_bytes, std::uint8_t{0});
        SHA256_Transform(&state, block);
        used = 0;
    }
    std::fill(block + used, block + k_length_at, std::uint8_t{0});
    write_big_endian(state.Nh, block + k_length_at);
    write_big_endian(state.Nl, block + k_length_at + sizeof(SHA_LONG));
    SHA256_Transform(&state, block);
    Digest digest;
#pragma GCC unroll 8
    for (std::size_t i = 0; i < digest.bytes.size() / sizeof(SHA_LONG); ++i)
        write_big_endian(state.h[i], digest.bytes.data() + i * sizeof(SHA_LONG));
    return digest;
}

std::string Digest::hex() const {
    return to_hex(bytes);
}

Result<Digest> Digest::from_hex(std::string_view text) {
    if (text.size() != 64) {
        return fail(
            Errc::invalid_argument,
            "a SHA-256 digest has 64 hexadecimal digits, this has " + std::to_string(text.size()));
    }
    IAM_TRY(bytes, iam::from_hex(text));
    Digest digest;
    std::transform(bytes.begin(), bytes.end(), digest.bytes.begin(),
                   [](char byte) { return static_cast<std::uint8_t>(byte); });
    return digest;
}

SecretKey::SecretKey(std::array<std::uint8_t, 32> bytes) noexcept : bytes_(bytes) {
    constexpr std::uint8_t k_inner_pad = 0x36;
    constexpr std::uint8_t k_outer_pad = 0x5C;
    feed_key(inner_, bytes_, k_inner_pad);
    feed_key(outer_, bytes_, k_outer_pad);
}

SecretKey::~SecretKey() {
    ::explicit_bzero(bytes_.data(), bytes_.size());
}

Hasher::Hasher(std::string_view tag) {
    update(tag);
}

Hasher::Hasher(std::string_view tag, const SecretKey& key)
    : inner_(key.inner_), outer_(key.outer_) {
    update(tag);
}

Hasher& Hasher::update(std::string_view bytes) {
    return update(bytes_of(bytes));
}

Hasher& Hasher::update(std::span<const std::uint8_t> bytes) {
    IAM_ASSERT(!finished_ && "a hasher takes nothing after finish()");
    inner_.update(bytes);
    return *this;
}

Hasher& Hasher::update(const Digest& digest) {
    return update(std::span<const std::uint8_t>(digest.bytes));
}

Hasher& Hasher::update_framed(std::string_view bytes) {
    std::array<char, 8> length{};
    auto rest = static_cast<std::uint64_t>(bytes.size());
    for (char& byte : length) {
        byte = static_cast<char>(rest & 0xFFU);
        rest >>= 8U;
    }
    return update(std::string_view(length.data(), length.size())).update(bytes);
}

Digest Hasher::finish() {
    IAM_ASSERT(!finished_ && "a hasher finishes once");
    finished_ = true;
    const Digest inner = inner_.finish();
    if (!outer_) return inner;
    outer_->update(inner.bytes);
    return outer_->finish();
}

Digest sha256(std::string_view tag, std::string_view bytes) {
    return Hasher(tag).update(bytes).finish();
}

Digest hmac_sha256(const SecretKey& key, std::string_view tag, std::string_view bytes) {
    return Hasher(tag, key).update(bytes).finish();
}

bool equal_constant_time(std::string_view a, std::string_view b) noexcept {
    // The length is no secret. CRYPTO_memcmp would read beyond the shorter text.
    return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace iam
