#include "console/access/process_family.hpp"

#include "access/child_process.hpp"

#include <catch2/catch.hpp>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <algorithm>

using namespace iam::console;
using iam::test::ChildProcess;

namespace {

bool has(const std::vector<pid_t>& family, pid_t process) {
    return std::find(family.begin(), family.end(), process) != family.end();
}

ino_t inode_of(int file) {
    struct stat facts {};
    REQUIRE(::fstat(file, &facts) == 0);
    return facts.st_ino;
}

}  // namespace

TEST_CASE("children and their children are of the family, their parents are not (W09)") {
    std::array<int, 2> told{};
    REQUIRE(::pipe(told.data()) == 0);
    pid_t grandchild = 0;
    {
        const ChildProcess child([&] {
            const pid_t below = ::fork();
            if (below != 0) {
                static_cast<void>(::write(told[1], &below, sizeof below));
                return;
            }
            ::close(told[1]);
            for (;;) ::pause();
        });
        REQUIRE(::read(told[0], &grandchild, sizeof grandchild) == sizeof grandchild);
        const auto family = family_of(::getpid(), {});
        CHECK(has(family, child.id()));
        CHECK(has(family, grandchild));
        CHECK_FALSE(has(family, ::getpid()));
        CHECK_FALSE(has(family, ::getppid()));
        CHECK_FALSE(has(family, 1));
        const auto without = family_of(::getpid(), {child.id()});
        CHECK_FALSE(has(without, child.id()));
        CHECK_FALSE(has(without, grandchild));
        CHECK(has(family_of(::getpid(), {grandchild}), child.id()));
        ::kill(grandchild, SIGKILL);
    }
    ::close(told[0]);
    ::close(told[1]);
}

TEST_CASE("a process holds the sockets of its descriptors (W09)") {
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    const int other = ::socket(AF_INET, SOCK_STREAM, 0);
    const ino_t inode = inode_of(socket);
    CHECK(holds_socket(::getpid(), inode) == Holds::yes);
    CHECK(holds_socket(::getpid(), inode + 1'000'000) == Holds::no);
    {
        const ChildProcess heir;
        CHECK(holds_socket(heir.id(), inode) == Holds::yes);
    }
    const ChildProcess without([&] { ::close(socket); });
    CHECK(holds_socket(without.id(), inode) == Holds::no);
    CHECK(holds_socket(without.id(), inode_of(other)) == Holds::yes);
    ::close(socket);
    ::close(other);
}

TEST_CASE("a process that hides its descriptors may hold any socket (W09)") {
    // Root sees the descriptors of every process, so another user looks.
    constexpr uid_t k_nobody = 65534;
    const pid_t looker = ::fork();
    if (looker == 0) {
        if (::geteuid() == 0 && ::setuid(k_nobody) != 0) ::_exit(3);
        ::prctl(PR_SET_DUMPABLE, 1);
        const ChildProcess open;
        const ChildProcess hidden([] { ::prctl(PR_SET_DUMPABLE, 0); });
        const bool is_right = holds_socket(open.id(), 1) == Holds::no &&
                              holds_socket(hidden.id(), 1) == Holds::unknown;
        ::_exit(is_right ? 0 : 1);
    }
    int status = -1;
    CHECK(::waitpid(looker, &status, 0) == looker);
    CHECK(status == 0);
}

TEST_CASE("a process that is gone holds nothing (W09)") {
    pid_t gone = 0;
    {
        const ChildProcess child;
        gone = child.id();
    }
    CHECK(holds_socket(gone, 1) == Holds::no);
    CHECK_FALSE(has(family_of(::getpid(), {}), gone));
}
