// Values of an entry as one run of bytes.
#include <iam/store/packed_values.hpp>
#include <support/records.hpp>

#include <catch2/catch.hpp>

using iam::ledger::Payload;
using iam::store::pack_values;
using iam::store::unpack_values;
using iam::test::payload_of;

TEST_CASE("packed values come back whole, and none are no bytes") {
    const std::vector<Payload> values{payload_of("arguments", std::string("a\0b", 3)),
                                      payload_of("preview", "", 2)};
    std::vector<Payload> back{payload_of("left over", "x")};
    unpack_values(pack_values(values), back);
    CHECK(back == values);
    CHECK(pack_values({}).empty());
    unpack_values("", back);
    CHECK(back.empty());
}

TEST_CASE("zeros are erased values, and damaged bytes are one value without a name") {
    std::vector<Payload> back;
    unpack_values(std::string(64, '\0'), back);
    CHECK(back.empty());
    std::string packed = pack_values({payload_of("arguments", "value")});
    packed.resize(packed.size() - 1);
    unpack_values(packed, back);
    REQUIRE(back.size() == 1);
    CHECK(back[0].name.empty());
    CHECK(back[0].bytes == packed);
}
