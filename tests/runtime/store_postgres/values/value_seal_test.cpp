// Sealed values of entries.
#include <support/records.hpp>

#include <catch2/catch.hpp>
#include <store_postgres/values/value_seal.hpp>

using iam::ledger::EntryId;
using iam::store::KeyRing;
using iam::store_postgres::key_id_of;
using iam::store_postgres::ValueSeal;
using iam::store_postgres::WrappedKey;

namespace {

iam::SecretKey key_of(std::uint8_t byte) {
    std::array<std::uint8_t, 32> bytes{};
    bytes.fill(byte);
    return iam::SecretKey(bytes);
}

KeyRing ring_of(std::uint8_t first) {
    return KeyRing(key_of(first));
}
KeyRing ring_of(std::uint8_t first, std::uint8_t second) {
    KeyRing ring(key_of(first));
    REQUIRE(ring.add(key_of(second)));
    return ring;
}

}  // namespace

TEST_CASE("sealed values open for their entry under the key of their store alone (P26)") {
    ValueSeal seal(ring_of(1));
    const EntryId id{1, 2};
    const std::string packed("secret\0value", 12);
    const auto made = seal.seal(packed, id);
    REQUIRE(made.has_value());
    CHECK(made->sealed.find("secret") == std::string::npos);
    CHECK(seal.open(made->sealed, made->key, id) == packed);
    CHECK_FALSE(seal.open(made->sealed, made->key, {1, 3}).has_value());
    CHECK_FALSE(ValueSeal(ring_of(2)).open(made->sealed, made->key, id).has_value());
}

TEST_CASE("a changed byte of sealed values or of their key opens nothing (P26)") {
    ValueSeal seal(ring_of(1));
    const auto made = seal.seal("value", {1, 2});
    REQUIRE(made.has_value());
    for (std::size_t i = 0; i < made->sealed.size(); ++i) {
        std::string other = made->sealed;
        other[i] = static_cast<char>(other[i] ^ 1);
        CHECK_FALSE(seal.open(other, made->key, {1, 2}).has_value());
    }
    for (std::size_t i = 0; i < made->key.bytes.size(); ++i) {
        WrappedKey other = made->key;
        other.bytes[i] = static_cast<char>(other.bytes[i] ^ 1);
        CHECK_FALSE(seal.open(made->sealed, other, {1, 2}).has_value());
    }
    CHECK_FALSE(seal.open("", {}, {1, 2}).has_value());
    CHECK_FALSE(seal.open(made->sealed, {"", 1}, {1, 2}).has_value());
}

TEST_CASE("two seals of one value differ, and each entry has a key of its own (P26)") {
    ValueSeal seal(ring_of(1));
    CHECK(seal.seal("value", {1, 2})->sealed != seal.seal("value", {1, 2})->sealed);
    CHECK(key_id_of({1, 2}) != key_id_of({2, 2}));
    CHECK(key_id_of({1, 2}) != key_id_of({1, 3}));
    CHECK(key_id_of({256, 1}) > 0);
}

TEST_CASE("values stay readable under an older key of the ring, and the newest one seals (P26)") {
    const EntryId id{1, 2};
    const auto before = ValueSeal(ring_of(1)).seal("before", id);
    ValueSeal both(ring_of(1, 2));
    const auto after = both.seal("after", id);
    REQUIRE((before && after));
    CHECK(before->key.kek == 1);
    CHECK(after->key.kek == 2);
    CHECK(both.open(before->sealed, before->key, id) == "before");
    CHECK(both.open(after->sealed, after->key, id) == "after");
    CHECK_FALSE(ValueSeal(ring_of(1)).open(after->sealed, after->key, id).has_value());
    CHECK_FALSE(both.open(before->sealed, {before->key.bytes, 3}, id).has_value());
}

TEST_CASE("a key that is wrapped anew opens the same values without the older key (P26)") {
    const EntryId id{1, 2};
    const auto made = ValueSeal(ring_of(1)).seal("value", id);
    REQUIRE(made.has_value());
    ValueSeal both(ring_of(1, 2));
    const auto again = both.rewrap(made->key, id);
    REQUIRE((again && *again));
    CHECK((*again)->kek == 2);
    CHECK(both.open(made->sealed, **again, id) == "value");
    // With another first key, so only the second one can have opened it.
    CHECK(ValueSeal(ring_of(3, 2)).open(made->sealed, **again, id) == "value");
    CHECK_FALSE(both.rewrap({made->key.bytes, 2}, id)->has_value());
    CHECK_FALSE(both.rewrap(made->key, {1, 3})->has_value());
}
