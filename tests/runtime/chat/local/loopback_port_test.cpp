#include "chat/local/loopback_port.hpp"

#include <catch2/catch.hpp>

using iam::chat::free_loopback_port;
using iam::chat::has_foreign_listener;

namespace {

// Lines of /proc/net/tcp: a listener of user 0 at 127.0.0.1:8080, one of user 1000 at all addresses
// and port 8081, a connection of user 1000 at port 8080.
constexpr const char* k_table =
    "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout\n"
    "   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 9\n"
    "   1: 00000000:1F91 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 9\n"
    "   2: 0100007F:1F90 0100007F:9C40 01 00000000:00000000 00:00000000 00000000  1000        0 "
    "9\n";

}  // namespace

TEST_CASE("a free port of loopback is found") {
    const auto port = free_loopback_port();
    REQUIRE(port.has_value());
    CHECK(*port != 0);
}

TEST_CASE("a listener of another user is told from one of this user (H41)") {
    CHECK_FALSE(has_foreign_listener(k_table, 8080, 0));
    CHECK(has_foreign_listener(k_table, 8080, 1000));
    CHECK(has_foreign_listener(k_table, 8081, 0));
    CHECK_FALSE(has_foreign_listener(k_table, 8081, 1000));
    CHECK_FALSE(has_foreign_listener(k_table, 8082, 0));
    CHECK_FALSE(has_foreign_listener("", 8080, 0));
    CHECK_FALSE(has_foreign_listener("0: 1F90 a 0A b c d e", 8080, 0));
}
