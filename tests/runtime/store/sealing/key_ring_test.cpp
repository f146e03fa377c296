#include <iam/store/key_ring.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>

using namespace iam;
using store::KeyRing;

namespace {

SecretKey numbered(std::uint8_t number) {
    std::array<std::uint8_t, 32> bytes{};
    bytes.fill(number);
    return SecretKey(bytes);
}

std::uint8_t number_of(const SecretKey& key) {
    return key.bytes()[0];
}

}  // namespace

TEST_CASE("the keys of a ring have the ids 1, 2, … and the newest is the last (P25)") {
    KeyRing ring(numbered(1));
    CHECK(ring.newest_id() == 1);
    for (std::uint8_t number = 2; number <= store::k_keys_max; ++number) {
        REQUIRE(ring.add(numbered(number)));
        CHECK(ring.newest_id() == number);
        CHECK(number_of(ring.newest()) == number);
        CHECK(number_of(ring.first()) == 1);
    }
    CHECK_FALSE(ring.add(numbered(99)));
    CHECK(number_of(ring.newest()) == store::k_keys_max);
    for (std::int64_t id = 1; id <= std::int64_t{store::k_keys_max}; ++id)
        CHECK(number_of(*ring.find(id)) == id);
    for (const std::int64_t none : {std::int64_t{-1}, std::int64_t{0}, std::int64_t{17},
                                    std::int64_t{1} << 32, (std::int64_t{1} << 32) + 1})
        CHECK(ring.find(none) == nullptr);
}
