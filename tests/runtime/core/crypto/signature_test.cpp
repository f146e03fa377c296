// Ed25519: the standard's own example, and what must not verify.
#include <iam/core/entropy.hpp>
#include <iam/core/signature.hpp>

#include <catch2/catch.hpp>

#include <algorithm>

namespace iam::test {
namespace {

SecretKey seed_of(std::string_view hex) {
    const std::string bytes = from_hex(hex).value();
    std::array<std::uint8_t, 32> seed{};
    std::copy(bytes.begin(), bytes.end(), seed.begin());
    return SecretKey(seed);
}

// RFC 8032 §7.1, TEST 2.
constexpr std::string_view k_seed =
    "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb";
constexpr std::string_view k_public =
    "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c";
constexpr std::string_view k_signature =
    "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
    "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00";

}  // namespace

TEST_CASE("a signature is the one of RFC 8032") {
    const SigningKey key(seed_of(k_seed));
    CHECK(key.public_key().hex() == k_public);
    // The message of the example is the byte 72: here the tag, before an empty message.
    CHECK(key.sign("\x72", "").hex() == k_signature);
    CHECK(is_signed_by(key.public_key(), "", "\x72", Signature::from_hex(k_signature).value()));
}

TEST_CASE("a signature is of one key, one tag and one message") {
    const SigningKey key(seed_of(k_seed));
    const SigningKey other(seed_of(k_public));
    const Signature signature = key.sign("tag", "message");
    CHECK(is_signed_by(key.public_key(), "tag", "message", signature));
    CHECK_FALSE(is_signed_by(other.public_key(), "tag", "message", signature));
    CHECK_FALSE(is_signed_by(key.public_key(), "tga", "message", signature));
    CHECK_FALSE(is_signed_by(key.public_key(), "tag", "messages", signature));
    Signature changed = signature;
    changed.bytes[40] ^= 1;
    CHECK_FALSE(is_signed_by(key.public_key(), "tag", "message", changed));
    CHECK_FALSE(is_signed_by(PublicKey{}, "tag", "message", Signature{}));
}

TEST_CASE("keys and signatures are read from exactly their digits") {
    CHECK(PublicKey::from_hex(k_public)->hex() == k_public);
    for (const std::string_view bad : {"", "3d40", "zz"})
        CHECK(PublicKey::from_hex(bad).error().code == Errc::invalid_argument);
    CHECK(Signature::from_hex(k_public).error().message.find("128 hexadecimal digits") !=
          std::string::npos);
}

}  // namespace iam::test
