#include "console/access/socket_diag.hpp"

#include <catch2/catch.hpp>
#include <runtime/net/raw_client.hpp>
#include <sys/stat.h>

using namespace iam;
using console::ask_for_owner;

TEST_CASE("the kernel tells the owner of the other end of a connection (W09)") {
    const test::TestServer server;
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_port = htons(static_cast<std::uint16_t>(server.port));
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    REQUIRE(::connect(socket, reinterpret_cast<const sockaddr*>(&at), sizeof at) == 0);
    sockaddr_in own{};
    socklen_t size = sizeof own;
    REQUIRE(::getsockname(socket, reinterpret_cast<sockaddr*>(&own), &size) == 0);
    const unsigned port = ntohs(own.sin_port);
    struct stat facts {};
    REQUIRE(::fstat(socket, &facts) == 0);
    const auto owner = ask_for_owner({"127.0.0.1", port, "127.0.0.1", server.port});
    if (!owner) {
        WARN("this kernel does not tell who has a socket");
        ::close(socket);
        return;
    }
    CHECK(owner->inode == facts.st_ino);
    CHECK(owner->user == ::geteuid());
    CHECK(owner->cookie != 0);
    CHECK_FALSE(ask_for_owner({"127.0.0.1", port, "127.0.0.2", server.port}));
    CHECK_FALSE(ask_for_owner({"::1", port, "::1", server.port}));
    // The server's own end, and the socket that listens, are others.
    const auto other = ask_for_owner({"127.0.0.1", server.port, "127.0.0.1", port});
    CHECK((!other || other->inode != owner->inode));
    CHECK_FALSE(ask_for_owner({"127.0.0.1", server.port, "127.0.0.1", 1}));
    ::close(socket);
}

TEST_CASE("the kernel tells the owner of a socket of IPv6 that speaks IPv4 (W09)") {
    const test::TestServer server;
    const int socket = ::socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in6 at{};
    at.sin6_family = AF_INET6;
    at.sin6_port = htons(static_cast<std::uint16_t>(server.port));
    REQUIRE(::inet_pton(AF_INET6, "::ffff:127.0.0.1", &at.sin6_addr) == 1);
    if (::connect(socket, reinterpret_cast<const sockaddr*>(&at), sizeof at) != 0) {
        WARN("this machine has no IPv6");
        ::close(socket);
        return;
    }
    sockaddr_in6 own{};
    socklen_t size = sizeof own;
    REQUIRE(::getsockname(socket, reinterpret_cast<sockaddr*>(&own), &size) == 0);
    struct stat facts {};
    REQUIRE(::fstat(socket, &facts) == 0);
    const auto owner = ask_for_owner({"127.0.0.1", ntohs(own.sin6_port), "127.0.0.1", server.port});
    CHECK((!owner || owner->inode == facts.st_ino));
    ::close(socket);
}

TEST_CASE("words that are no address have no owner (W09)") {
    CHECK_FALSE(ask_for_owner({"", 1, "", 2}));
    CHECK_FALSE(ask_for_owner({"localhost", 1, "localhost", 2}));
}
