#include "console/access/socket_table.hpp"

#include <catch2/catch.hpp>

using namespace iam::console;

namespace {

constexpr std::string_view k_v4 =
    "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout "
    "inode\n"
    "   0: 0100007F:1268 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 "
    "100 1 0000 100 0 0 10 0\n"
    "   1: 0100007F:1268 0100007F:C000 01 00000000:00000000 00:00000000 00000000  1000        0 "
    "101 1 0000 20 4 30 10 -1\n"
    "   2: 0100007F:C000 0100007F:1268 01 00000000:00000000 00:00000000 00000000  1001        0 "
    "102 1 0000 20 4 30 10 -1\n"
    "   3: 0100007F:C001 0100007F:1268 06 00000000:00000000 00:00000000 00000000     0        0 "
    "0 3 0000\n";

constexpr std::string_view k_v6 =
    "  sl  local_address                         remote_address                        st tx_queue "
    "rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
    "   0: 00000000000000000000000001000000:C000 00000000000000000000000001000000:1268 01 "
    "00000000:00000000 00:00000000 00000000  1000        0 201 1 0000\n"
    "   1: 0000000000000000FFFF00000100007F:C002 0000000000000000FFFF00000100007F:1268 01 "
    "00000000:00000000 00:00000000 00000000  1000        0 202 1 0000\n";

SocketEnds ends(const std::string& address, unsigned port) {
    return {address, port, address, 0x1268};
}

}  // namespace

TEST_CASE("the other end of a connection is found by both of its ends (W09)") {
    const auto owner = owner_in(k_v4, SocketFamily::v4, ends("127.0.0.1", 0xC000));
    REQUIRE(owner);
    CHECK(owner->user == 1001);
    CHECK(owner->inode == 102);
    CHECK_FALSE(owner_in(k_v4, SocketFamily::v4, {"127.0.0.1", 0xC000, "127.0.0.1", 0x1269}));
    CHECK_FALSE(owner_in(k_v4, SocketFamily::v4, {"127.0.0.2", 0xC000, "127.0.0.1", 0x1268}));
}

TEST_CASE("a socket that nobody has any more has no owner (W09)") {
    CHECK_FALSE(owner_in(k_v4, SocketFamily::v4, ends("127.0.0.1", 0xC001)));
}

TEST_CASE("a socket of IPv6 is found, also where it speaks IPv4 (W09)") {
    const auto v6 = owner_in(k_v6, SocketFamily::v6, ends("::1", 0xC000));
    REQUIRE(v6);
    CHECK(v6->inode == 201);
    const auto mapped = owner_in(k_v6, SocketFamily::v6, ends("127.0.0.1", 0xC002));
    REQUIRE(mapped);
    CHECK(mapped->inode == 202);
    CHECK_FALSE(owner_in(k_v4, SocketFamily::v4, ends("::1", 0xC000)));
}

TEST_CASE("a table that cannot be read has no owners (W09)") {
    for (const std::string_view text :
         {"", "\n\n", "nonsense", "   2: 0100007F:C000 0100007F:1268 01 x x x x y x z\n",
          "   2: 0100007F:C000 0100007F:1268\n"}) {
        CHECK_FALSE(owner_in(text, SocketFamily::v4, ends("127.0.0.1", 0xC000)));
    }
    CHECK_FALSE(owner_in(k_v4, SocketFamily::v4, ends("no address", 0xC000)));
}
