// Sealed values of entries.
#include <support/records.hpp>

#include <catch2/catch.hpp>
#include <store_postgres/values/value_seal.hpp>

using iam::ledger::EntryId;
using iam::store_postgres::entry_of_key;
using iam::store_postgres::key_id_of;
using iam::store_postgres::ValueKeys;
using iam::store_postgres::ValueSeal;
using iam::store_postgres::WrappedKey;

namespace {

iam::SecretKey key_of(std::uint8_t byte) {
    std::array<std::uint8_t, 32> bytes{};
    bytes.fill(byte);
    return iam::SecretKey(bytes);
}

/// The keys 1, 2, … made of these bytes.
ValueKeys keys_of(std::initializer_list<std::uint8_t> bytes) {
    ValueKeys keys;
    for (const std::uint8_t byte : bytes) keys.by_number.emplace(++keys.required, key_of(byte));
    return keys;
}

}  // namespace

TEST_CASE("sealed values open for their entry under the key of their store alone (P26)") {
    ValueSeal seal(keys_of({1}));
    const EntryId id{1, 2};
    const std::string packed("secret\0value", 12);
    const auto made = seal.seal(packed, id);
    REQUIRE(made.has_value());
    CHECK(made->sealed.find("secret") == std::string::npos);
    CHECK(seal.open(made->sealed, made->key, id) == packed);
    CHECK_FALSE(seal.open(made->sealed, made->key, {1, 3}).has_value());
    CHECK_FALSE(ValueSeal(keys_of({2})).open(made->sealed, made->key, id).has_value());
}

TEST_CASE("a changed byte of sealed values or of their key opens nothing (P26)") {
    ValueSeal seal(keys_of({1}));
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
    ValueSeal seal(keys_of({1}));
    CHECK(seal.seal("value", {1, 2})->sealed != seal.seal("value", {1, 2})->sealed);
    CHECK(key_id_of({1, 2}) != key_id_of({2, 2}));
    CHECK(key_id_of({1, 2}) != key_id_of({1, 3}));
    CHECK(key_id_of({256, 1}) > 0);
    for (const EntryId id : {EntryId{1, 2}, EntryId{256, 1}, EntryId{7, 1ULL << 43}})
        CHECK(entry_of_key(key_id_of(id)) == id);
}

TEST_CASE("values stay readable under an older key, and the required one seals (P26)") {
    const EntryId id{1, 2};
    const auto before = ValueSeal(keys_of({1})).seal("before", id);
    ValueSeal both(keys_of({1, 2}));
    const auto after = both.seal("after", id);
    REQUIRE((before && after));
    CHECK(before->key.kek == 1);
    CHECK(after->key.kek == 2);
    CHECK(both.open(before->sealed, before->key, id) == "before");
    CHECK(both.open(after->sealed, after->key, id) == "after");
    CHECK_FALSE(ValueSeal(keys_of({1})).open(after->sealed, after->key, id).has_value());
    CHECK_FALSE(both.open(before->sealed, {before->key.bytes, 3}, id).has_value());
}

TEST_CASE("a key that is wrapped anew opens the same values without the older key (P26)") {
    const EntryId id{1, 2};
    const auto made = ValueSeal(keys_of({1})).seal("value", id);
    REQUIRE(made.has_value());
    ValueSeal both(keys_of({1, 2}));
    const auto again = both.rewrap(made->key, id);
    REQUIRE((again && *again));
    CHECK((*again)->kek == 2);
    CHECK(both.open(made->sealed, **again, id) == "value");
    CHECK(ValueSeal(ValueKeys{{{2, key_of(2)}}, 2}).open(made->sealed, **again, id) == "value");
    CHECK_FALSE(both.rewrap({made->key.bytes, 2}, id)->has_value());
    CHECK_FALSE(both.rewrap(made->key, {1, 3})->has_value());
}
