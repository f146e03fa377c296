// A process that has few descriptors left.
#pragma once

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace iam::test {

/// While it lives, the process can open so many descriptors more, if it closes none.
class FewDescriptors {
 public:
    explicit FewDescriptors(unsigned spare) {
        REQUIRE(::getrlimit(RLIMIT_NOFILE, &before_) == 0);
        const int next = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
        REQUIRE(next >= 0);
        ::close(next);
        rlimit few = before_;
        few.rlim_cur = static_cast<rlim_t>(next) + spare;
        REQUIRE(::setrlimit(RLIMIT_NOFILE, &few) == 0);
    }
    ~FewDescriptors() { ::setrlimit(RLIMIT_NOFILE, &before_); }
    FewDescriptors(const FewDescriptors&) = delete;
    FewDescriptors& operator=(const FewDescriptors&) = delete;

 private:
    rlimit before_{};
};

}  // namespace iam::test
