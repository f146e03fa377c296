// Hashes against published vectors, and the framing of their parts.
#include <iam/core/digest.hpp>
#include <iam/core/entropy.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

iam::SecretKey key_of(std::string_view text) {
    std::array<std::uint8_t, 32> bytes{};
    std::transform(text.begin(), text.end(), bytes.begin(),
                   [](char c) { return static_cast<std::uint8_t>(c); });
    return iam::SecretKey(bytes);
}

constexpr std::string_view k_abc_hex =
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

}  // namespace

TEST_CASE("SHA-256 gives the published digests") {
    CHECK(iam::sha256("", "").hex() ==
          "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK(iam::sha256("", "abc").hex() == k_abc_hex);
    CHECK(iam::sha256("", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq").hex() ==
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    CHECK(iam::sha256("", std::string(1'000'000, 'a')).hex() ==
          "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("HMAC-SHA-256 gives the digests of RFC 4231") {
    // Keys shorter than a block are filled up with zeros, so that these keys of fewer than 32 bytes
    // serve as well.
    CHECK(iam::hmac_sha256(key_of(std::string(20, '\x0b')), "", "Hi There").hex() ==
          "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
    CHECK(iam::hmac_sha256(key_of("Jefe"), "", "what do ya want for nothing?").hex() ==
          "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    CHECK(iam::hmac_sha256(key_of(std::string(20, '\xaa')), "", std::string(50, '\xdd')).hex() ==
          "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe");
}

TEST_CASE("the tag comes before the bytes, with its closing NUL") {
    constexpr std::string_view k_tag = iam::domain_tag("iam/test/1");
    STATIC_REQUIRE(k_tag.size() == 11);
    STATIC_REQUIRE(k_tag.back() == '\0');
    CHECK(iam::sha256("a", "bc").hex() == k_abc_hex);
    CHECK(iam::sha256(k_tag, "abc") != iam::sha256("", "abc"));
    CHECK(iam::sha256(k_tag, "abc") == iam::Hasher(k_tag).update("abc").finish());
    const iam::SecretKey key = key_of("key");
    CHECK(iam::hmac_sha256(key, k_tag, "abc") ==
          iam::Hasher(k_tag, key).update("a").update("bc").finish());
    CHECK(iam::hmac_sha256(key, k_tag, "abc") != iam::hmac_sha256(key_of("kez"), k_tag, "abc"));
    CHECK(iam::hmac_sha256(key, k_tag, "abc") != iam::sha256(k_tag, "abc"));
}

TEST_CASE("parts run together unless they are framed") {
    CHECK(iam::Hasher("").update("ab").update("c").finish() ==
          iam::Hasher("").update("a").update("bc").finish());
    CHECK(iam::Hasher("").update_framed("ab").update_framed("c").finish() !=
          iam::Hasher("").update_framed("a").update_framed("bc").finish());
    constexpr std::string_view k_framed("\x03\0\0\0\0\0\0\0abc", 11);
    CHECK(iam::Hasher("").update_framed("abc").finish() == iam::sha256("", k_framed));
    const std::string longer(0x0201, 'x');
    CHECK(iam::Hasher("").update_framed(longer).finish() ==
          iam::sha256(std::string_view("\x01\x02\0\0\0\0\0\0", 8), longer));
}

TEST_CASE(
    "texts of every length around the ends of blocks have their digests, in one piece or in "
    "several") {
    // Python's hashlib over the digests of the texts 0, 1, … 250, 0, 1 … of 0 to 199 bytes.
    std::string text;
    iam::Hasher all("");
    iam::Hasher all_of_pieces("");
    for (int length = 0; length < 200; ++length) {
        all.update(iam::sha256("", text));
        iam::Hasher pieces("");
        for (std::size_t at = 0, step = 1; at < text.size(); at += step, step = step % 70 + 3)
            pieces.update(std::string_view(text).substr(at, step));
        all_of_pieces.update(pieces.finish());
        text.push_back(static_cast<char>(length % 251));
    }
    constexpr std::string_view k_hex =
        "ba7b0fcea7d10c06b855b43d2b4dce1e3e842fff6be0acefb0faf4f2dd05bb47";
    CHECK(all.finish().hex() == k_hex);
    CHECK(all_of_pieces.finish().hex() == k_hex);
}

TEST_CASE("a digest can be a part, as its 32 bytes") {
    const iam::Digest inner = iam::sha256("", "abc");
    std::string bytes;
    for (const std::uint8_t byte : inner.bytes) bytes.push_back(static_cast<char>(byte));
    CHECK(iam::Hasher("").update(inner).finish() == iam::sha256("", bytes));
}

TEST_CASE("a hasher can be moved in the middle") {
    iam::Hasher first("");
    first.update("ab");
    iam::Hasher second = std::move(first);
    second.update("c");
    CHECK(second.finish().hex() == k_abc_hex);
}

TEST_CASE("one key serves any number of hashes, and so does its copy") {
    const iam::SecretKey key = key_of("key");
    const iam::SecretKey copy = key;
    const iam::Digest first = iam::hmac_sha256(key, "", "abc");
    CHECK(iam::hmac_sha256(key, "", "abd") != first);
    CHECK(iam::hmac_sha256(key, "", "abc") == first);
    CHECK(iam::hmac_sha256(copy, "", "abc") == first);
}

TEST_CASE("a copy of a hash goes on from the same place") {
    iam::HashState whole;
    const std::array<std::uint8_t, 3> abc{'a', 'b', 'c'};
    whole.update(std::span(abc).first(1));
    iam::HashState copy = whole;
    whole.update(std::span(abc).subspan(1));
    copy.update(std::span(abc).subspan(1));
    CHECK(whole.finish().hex() == k_abc_hex);
    CHECK(copy.finish().hex() == k_abc_hex);
}

TEST_CASE("a digest reads back from its own text only") {
    const iam::Digest digest = iam::sha256("", "abc");
    CHECK(iam::Digest::from_hex(digest.hex()).value() == digest);
    CHECK_FALSE(iam::Digest::from_hex("").has_value());
    CHECK_FALSE(iam::Digest::from_hex(std::string(62, 'a')).has_value());
    CHECK_FALSE(iam::Digest::from_hex(std::string(64, 'g')).has_value());
    CHECK_FALSE(iam::Digest::from_hex(std::string(64, 'A')).has_value());
    CHECK(iam::Digest{} < digest);
}

TEST_CASE("comparing in constant time agrees with comparing") {
    CHECK(iam::equal_constant_time("", ""));
    CHECK(iam::equal_constant_time("abc", "abc"));
    CHECK_FALSE(iam::equal_constant_time("abc", "abd"));
    CHECK_FALSE(iam::equal_constant_time("abc", "abcd"));
    CHECK_FALSE(iam::equal_constant_time("abc", ""));
}

TEST_CASE("each byte has its two digits wherever it stands", "[digest]") {
    std::vector<std::uint8_t> bytes(300);
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        bytes[i] = static_cast<std::uint8_t>(i * 7);
        text += "0123456789abcdef"[bytes[i] / 16];
        text += "0123456789abcdef"[bytes[i] % 16];
    }
    for (std::size_t size = 0; size <= bytes.size(); ++size) {
        CHECK(iam::to_hex(std::span(bytes).first(size)) == text.substr(0, 2 * size));
    }
}
