// Child processes that wait until the test lets them end.
#pragma once

#include <catch2/catch.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <functional>

namespace iam::test {

/// Runs `child` in a fork, which then waits. The function must not use the heap of other threads.
class ChildProcess {
 public:
    explicit ChildProcess(const std::function<void()>& child = {}) {
        std::array<int, 2> ready{};
        REQUIRE(::pipe(ready.data()) == 0);
        REQUIRE(::pipe(end_.data()) == 0);
        id_ = ::fork();
        if (id_ == 0) {
            ::close(end_[1]);
            if (child) child();
            char byte = '!';
            if (::write(ready[1], &byte, 1) == 1) static_cast<void>(::read(end_[0], &byte, 1));
            ::_exit(0);
        }
        REQUIRE(id_ > 0);
        char byte = 0;
        CHECK(::read(ready[0], &byte, 1) == 1);
        ::close(ready[0]);
        ::close(ready[1]);
        ::close(end_[0]);
    }
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;
    ~ChildProcess() {
        ::close(end_[1]);
        ::waitpid(id_, nullptr, 0);
    }
    pid_t id() const noexcept { return id_; }

 private:
    std::array<int, 2> end_{};
    pid_t id_ = -1;
};

}  // namespace iam::test
